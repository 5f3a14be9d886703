import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { type IdentityOnPapers, identityColumns } from './company-identity.ts';
import { type CompanySettings, settingsColumns } from './company-settings.ts';
import { companyNotFound } from './read-company.ts';

/** Settings of the company, how papers name it, and the revision a change has to name, for every member to see. */
export async function getCompanySettings(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<CompanySettings & IdentityOnPapers & { revision: number }> {
  demand(scope, 'company.see');
  const settings = await inScope(db, scope, (trx) =>
    trx
      .selectFrom('app.company_settings')
      .select([...settingsColumns, ...identityColumns, 'revision'])
      .where('company_id', '=', scope.companyId)
      .executeTakeFirst(),
  );
  if (!settings) throw companyNotFound();
  return settings;
}
