import { randomUUID } from 'node:crypto';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { throwRefusal } from '../ledger/ledger-refusals.ts';
import { passwordProblem } from '../users/check-password.ts';
import { personName } from '../users/person-name.ts';
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

const schema = z.object({
  name: personName,
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(320, fieldText('too_long', { max: 320 }))
    .pipe(z.email(fieldText('email'))),
  password: z.string(),
  companyName: companyNameSchema,
  languages: z
    .array(languageTag)
    .min(1, fieldText('languages_min'))
    .max(10, fieldText('languages_max', { max: 10 })),
  locale: languageTag,
  termsVersion: z.string().min(1, fieldText('accept_terms')).max(40),
  privacyVersion: z.string().min(1, fieldText('accept_privacy')).max(40),
});

const uniqueViolation = '23505';

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
  const fields: Record<string, string | AppError> = Object.fromEntries(
    parsed.error?.issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]) ?? [],
  );
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
  // Asked before, so that the address does not stand in the log of the database as the reason of a failure.
  if (await isTaken(deps.auth, email)) throw notPossible();
  const userId = randomUUID();
  const companyId = randomUUID();
  try {
    const { rows } = await sql<{ is_admin: boolean }>`
      select auth.register(
        ${userId}::uuid, ${name}, ${email}, ${passwordHash}, ${termsVersion}, ${privacyVersion},
        ${companyId}::uuid, ${companyName}, ${slugOf(companyName, companyId)}, ${languages}::text[], ${locale},
        ${firstInstallations(deps.firstPlugins)}::jsonb, ${!isClaimed}, ${input.ipAddress}) as is_admin`.execute(
      deps.auth,
    );
    return { userId, companyId, isPlatformAdmin: rows[0]?.is_admin === true };
  } catch (cause) {
    if ((cause as { code?: string }).code !== uniqueViolation) throwRefusal(cause);
    throw notPossible(cause);
  }
}

/** Whether an account has the address. `auth`: as readout_auth. */
export async function isTaken(auth: Kysely<DB>, email: string): Promise<boolean> {
  const row = await auth.selectFrom('auth.user').select('id').where('email', '=', email).executeTakeFirst();
  return row !== undefined;
}

export const notPossible = (cause?: unknown): AppError => new AppError('sign_up.not_possible', {}, { cause });

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
