import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../../actor.ts';
import { inScope } from '../../in-scope.ts';
import { demand } from '../../policy.ts';
import type { TemplateDraft } from './rules.ts';
import { selectTemplateDraft } from './template-rows.ts';

/** @throws AppError `draft.not_found` */
export async function getTemplateDraft(
  { db }: { db: Kysely<DB> },
  { scope, draftId }: { scope: Scope; draftId: string },
): Promise<TemplateDraft> {
  demand(scope, 'templates.manage');
  return inScope(db, scope, (trx) => selectTemplateDraft(trx, scope.companyId, draftId));
}
