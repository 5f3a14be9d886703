import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../../actor.ts';
import { inScope } from '../../in-scope.ts';
import { demand } from '../../policy.ts';
import { readProfiles } from './profile-rows.ts';
import type { ExportProfile } from './rules.ts';

/** The company's profiles, by name: for those who export with them, too. @throws AppError `role.not_allowed` */
export async function listProfiles(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<ExportProfile[]> {
  demand(scope, 'records.export');
  return inScope(db, scope, (trx) => readProfiles(trx, scope.companyId));
}
