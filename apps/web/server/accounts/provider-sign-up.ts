import type { DB } from '@readout/database';
import { isInstallationClaimed } from '@readout/domain/companies/sign-up';
import { withoutHidden } from '@readout/domain/visible-name';
import { type Kysely, sql } from 'kysely';
import type { Config } from '../config.ts';

interface NewUser {
  email: string;
  name: string;
  emailVerified: boolean;
}

const maxNameLength = 200;

/**
 * Whether somebody who is known to another service, but not here, gets an account here.
 *
 * @returns the name they get, or the code of `/auth/error` that says why not.
 */
export async function mayProviderSignUp(
  deps: { auth: Kysely<DB>; mode: Config['signUp'] },
  user: NewUser,
): Promise<{ name: string } | { code: string }> {
  // The first account administers the installation; it is made with a password and, from elsewhere, the set-up code.
  if (!(await isInstallationClaimed(deps))) return { code: 'sign_up.first_account' };
  // Otherwise anybody could take an address, or an invitation, that is not theirs.
  if (!user.emailVerified) return { code: 'email_not_verified' };
  if (deps.mode !== 'open' && !(await isInvited(deps.auth, user.email)))
    return { code: deps.mode === 'closed' ? 'sign_up.closed' : 'sign_up.invite_only' };
  const name = withoutHidden(user.name) || (user.email.split('@')[0] ?? '');
  return { name: [...name].slice(0, maxNameLength).join('') };
}

async function isInvited(auth: Kysely<DB>, email: string): Promise<boolean> {
  const { rows } = await sql<{ is_invited: boolean }>`select auth.is_invited(${email}) as is_invited`.execute(
    auth,
  );
  return rows[0]?.is_invited === true;
}
