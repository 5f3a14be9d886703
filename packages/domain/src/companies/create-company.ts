import { randomUUID } from 'node:crypto';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { throwRefusal } from '../ledger/ledger-refusals.ts';
import { mayOnPlatform, type PlatformRole } from '../platform-policy.ts';
import { companyNameSchema, slugOf } from './company-name.ts';
import { type FirstPlugin, firstInstallations } from './first-installations.ts';

export interface CreateCompanyDeps {
  /** As readout_auth. */
  auth: Kysely<DB>;
  /** Who may sign up here: making further companies goes with it. */
  mode: 'open' | 'invite' | 'closed';
  /** Installed in a new company, in this order. */
  firstPlugins: readonly FirstPlugin[];
}

/** Who is signed in, with or without a company. */
export interface Founder {
  userId: string;
  name: string;
  platformRole: PlatformRole;
  impersonatedBy?: string;
  ipAddress?: string;
}

const languageTag = z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, fieldText('language'));
const schema = z.object({
  name: companyNameSchema,
  languages: z
    .array(languageTag)
    .min(1, fieldText('languages_min'))
    .max(10, fieldText('languages_max', { max: 10 })),
  locale: languageTag,
});

/** Why this person may not make a further company; undefined where they may. */
export function whyNoCompany(
  mode: CreateCompanyDeps['mode'],
  founder: Pick<Founder, 'platformRole' | 'impersonatedBy'>,
): AppError | undefined {
  if (founder.impersonatedBy) return new AppError('support.read_only', { reason: 'company' });
  const mayMake = mode === 'open' || mayOnPlatform(founder.platformRole, 'companies.change');
  return mayMake ? undefined : new AppError('company.making_closed');
}

/**
 * Makes a further company for somebody who has an account, with them as its owner: the same settings, plugins and
 * audit as one made at sign-up.
 * @throws AppError `company.bad_settings` with `{fields}`, `company.making_closed`, `company.too_many`,
 *   `installation.companies_used_up`, `support.read_only`
 */
export async function createCompany(
  { auth, mode, firstPlugins }: CreateCompanyDeps,
  { founder, ...input }: { founder: Founder; name: string; languages: readonly string[]; locale: string },
): Promise<{ companyId: string }> {
  const refusal = whyNoCompany(mode, founder);
  if (refusal) throw refusal;
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    const fields = Object.fromEntries(
      parsed.error.issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]),
    );
    throw new AppError('company.bad_settings', { fields });
  }
  const { name, languages, locale } = parsed.data;
  const companyId = randomUUID();
  const found = auth.transaction().execute(async (trx) => {
    // One at a time, so that the count holds.
    await sql`select from auth."user" where id = ${founder.userId}::uuid for update`.execute(trx);
    const { rows } = await sql<{ owned: number; max: number }>`
      select (select count(*)::int from auth.membership where user_id = ${founder.userId}::uuid and role = 'owner') as owned,
        max_owned_companies as max from platform.limits`.execute(trx);
    const { owned = 0, max = 0 } = rows[0] ?? {};
    if (!mayOnPlatform(founder.platformRole, 'companies.change') && owned >= max)
      throw new AppError('company.too_many', { owned, max });
    await sql`
      select auth.found_company(${founder.userId}::uuid, ${founder.name}, ${companyId}::uuid, ${name}, ${slugOf(name, companyId)},
        ${languages}::text[], ${locale}, ${firstInstallations(firstPlugins)}::jsonb, ${founder.ipAddress ?? null})`.execute(
      trx,
    );
  });
  await found.catch(throwRefusal);
  return { companyId };
}
