import type { DB } from '@readout/database';
import { isInstallationClaimed } from '@readout/domain/users/sign-up';
import type { Kysely } from 'kysely';
import type { Config } from './config.ts';

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
  if (deps.mode === 'closed') return { code: 'sign_up.closed' };
  if (deps.mode === 'invite') return { code: 'sign_up.invite_only' };
  // Otherwise anybody could take an address that is not theirs.
  if (!user.emailVerified) return { code: 'email_not_verified' };
  const name = user.name.trim() || (user.email.split('@')[0] ?? '');
  return { name: [...name].slice(0, maxNameLength).join('') };
}
