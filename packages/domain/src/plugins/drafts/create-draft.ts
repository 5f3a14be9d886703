import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { Scope } from '../../actor.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { inChange } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import { checkContent, checkPluginId } from './check-draft.ts';
import { demandFreeId, insertDraft, selectDraft } from './draft-rows.ts';
import type { DraftContent, PluginDraft } from './rules.ts';

/**
 * Begins a plugin program.
 * @throws AppError `draft.invalid` with `{fields}`, `plugin.id_taken`, `draft.too_many`
 */
export async function createDraft(
  { db }: { db: Kysely<DB> },
  { scope, pluginId, content }: { scope: Scope; pluginId: unknown; content: DraftContent },
): Promise<PluginDraft> {
  demandChange(scope, 'studio.use');
  const id = checkPluginId(pluginId);
  const checked = checkContent(content);
  const { companyId } = scope;
  return inChange(db, scope, async (trx) => {
    await demandFreeId(trx, companyId, id, { isOwn: false });
    const draftId = await insertDraft(trx, scope, id, checked);
    await recordAuditEvent(trx, scope, { action: 'plugin_draft.made', subjectType: 'plugin', subjectId: id });
    return selectDraft(trx, companyId, draftId);
  });
}
