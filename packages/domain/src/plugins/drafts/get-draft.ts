import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../../actor.ts';
import { inScope } from '../../in-scope.ts';
import { demand } from '../../policy.ts';
import { selectDraft } from './draft-rows.ts';
import type { PluginDraft } from './rules.ts';

/** @throws AppError `draft.not_found` */
export async function getDraft(
  { db }: { db: Kysely<DB> },
  { scope, draftId }: { scope: Scope; draftId: string },
): Promise<PluginDraft> {
  demand(scope, 'studio.use');
  return inScope(db, scope, (trx) => selectDraft(trx, scope.companyId, draftId));
}
