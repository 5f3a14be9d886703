import { randomUUID } from 'node:crypto';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { passwordProblem } from '../users/check-password.ts';
import { makeAccount, newAccountSchema, wrongFields } from '../users/new-account.ts';
import { companyNameSchema, slugOf } from './company-name.ts';
import { type FirstPlugin, firstInstallations } from './first-installations.ts';

export interface SignUpInput {
  name: string;
  email: string;
  password: string;
  companyName: string;
  languages: string[];
  locale: string;
  termsVersion: string;
  privacyVersion: string;
  setupCode?: string;
  /** Whether the person sits at the machine the server runs on. */
  isLoopback: boolean;
  ipAddress: string;
}

export interface SignUpDeps {
  /** As readout_auth. */
  auth: Kysely<DB>;
  mode: 'open' | 'invite' | 'closed';
  /** What the start printed for the first account. */
  setupCode: string;
  hashPassword: (password: string) => Promise<string>;
  /** Installed in a new company, in this order. */
  firstPlugins: readonly FirstPlugin[];
}

const languageTag = z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, fieldText('language'));

const schema = newAccountSchema.extend({
  companyName: companyNameSchema,
  languages: z
    .array(languageTag)
    .min(1, fieldText('languages_min'))
    .max(10, fieldText('languages_max', { max: 10 })),
  locale: languageTag,
});

/**
 * Makes a user, their company with them as its owner, its settings and its plugins, all in one statement. The first
 * account of an installation becomes its administrator; unless it is made at the machine itself, it takes the set-up
 * code, and until it is made no other account can be.
 *
 * @throws AppError `sign_up.closed`, `sign_up.invite_only`, `sign_up.setup_code_needed`, `sign_up.setup_code_wrong`,
 *   `sign_up.invalid`, `sign_up.not_possible`, `installation.companies_used_up`, `installation.users_used_up`
 */
export async function signUp(
  deps: SignUpDeps,
  input: SignUpInput,
): Promise<{ userId: string; companyId: string; isPlatformAdmin: boolean }> {
  const parsed = schema.safeParse(input);
  const fields = wrongFields(parsed.error);
  const problem = passwordProblem(input.password, input);
  if (problem) fields.password = problem;
  if (!parsed.success || problem) {
    throw new AppError('sign_up.invalid', { fields });
  }
  const isClaimed = await isInstallationClaimed(deps);
  if (isClaimed) refuseByMode(deps.mode);
  else demandSetupCode(deps, input);

  const { name, email, password, companyName, languages, locale, termsVersion, privacyVersion } = parsed.data;
  const passwordHash = await deps.hashPassword(password);
  const userId = randomUUID();
  const companyId = randomUUID();
  return makeAccount(deps.auth, email, async () => {
    const { rows } = await sql<{ is_admin: boolean }>`
      select auth.register(
        ${userId}::uuid, ${name}, ${email}, ${passwordHash}, ${termsVersion}, ${privacyVersion},
        ${companyId}::uuid, ${companyName}, ${slugOf(companyName, companyId)}, ${languages}::text[], ${locale},
        ${firstInstallations(deps.firstPlugins)}::jsonb, ${!isClaimed}, ${input.ipAddress}) as is_admin`.execute(
      deps.auth,
    );
    return { userId, companyId, isPlatformAdmin: rows[0]?.is_admin === true };
  });
}

/** Whether the first account, the administrator's, has been made. */
export async function isInstallationClaimed({ auth }: Pick<SignUpDeps, 'auth'>): Promise<boolean> {
  const row = await auth.selectFrom('auth.installation').select('only_row').executeTakeFirst();
  return row !== undefined;
}

function refuseByMode(mode: SignUpDeps['mode']): void {
  if (mode === 'closed') {
    throw new AppError('sign_up.closed');
  }
  if (mode === 'invite') {
    throw new AppError('sign_up.invite_only');
  }
}

function demandSetupCode({ setupCode }: SignUpDeps, input: SignUpInput): void {
  if (input.isLoopback) return;
  const given = plain(input.setupCode ?? '');
  if (given === '') {
    throw new AppError('sign_up.setup_code_needed');
  }
  if (given !== plain(setupCode)) {
    throw new AppError('sign_up.setup_code_wrong');
  }
}

const plain = (code: string) => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
