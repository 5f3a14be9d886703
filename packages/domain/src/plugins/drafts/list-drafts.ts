import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../../actor.ts';
import { inScope } from '../../in-scope.ts';
import { demand } from '../../policy.ts';
import { selectDrafts } from './draft-rows.ts';
import type { DraftSummary } from './draft-types.ts';

/** The company's programs that are being written, the one changed last first; at most as many as a company may have. */
export async function listDrafts(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<DraftSummary[]> {
  demand(scope, 'studio.use');
  return inScope(db, scope, (trx) => selectDrafts(trx, scope.companyId));
}
