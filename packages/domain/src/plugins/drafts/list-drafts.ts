import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../../actor.ts';
import { inScope } from '../../in-scope.ts';
import { demand } from '../../policy.ts';
import { selectDrafts } from './draft-rows.ts';
import type { DraftSummary } from './rules.ts';

/** The company's programs and templates that are being made, the one changed last first; or those in the trash. */
export async function listDrafts(
  { db }: { db: Kysely<DB> },
  { scope, isTrashed = false }: { scope: Scope; isTrashed?: boolean },
): Promise<DraftSummary[]> {
  demand(scope, 'studio.use');
  return inScope(db, scope, (trx) => selectDrafts(trx, scope.companyId, { isTrashed }));
}
