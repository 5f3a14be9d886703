import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { type CompanySettings, settingsColumns } from './company-settings.ts';

/** Settings of the company, for every member to see. */
export async function getCompanySettings(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<CompanySettings> {
  demand(scope, 'company.see');
  const settings = await inScope(db, scope, (trx) =>
    trx
      .selectFrom('app.company_settings')
      .select(settingsColumns)
      .where('company_id', '=', scope.companyId)
      .executeTakeFirst(),
  );
  if (!settings) throw new AppError('not_found', 'company.not_found', 'There is no such company.');
  return settings;
}
