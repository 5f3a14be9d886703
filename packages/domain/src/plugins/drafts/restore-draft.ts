import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { inChange } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import { demandFreeId, lockDraft } from './draft-rows.ts';

/**
 * A program or a template out of the trash.
 * @throws AppError `draft.not_found`, `plugin.id_taken` where another draft took the id meanwhile
 */
export async function restoreDraft(
  { db }: { db: Kysely<DB> },
  { scope, draftId }: { scope: Scope; draftId: string },
): Promise<void> {
  demandChange(scope, 'templates.manage');
  const { companyId } = scope;
  return inChange(db, scope, async (trx) => {
    const { id, kind, pluginId } = await lockDraft(trx, companyId, draftId, { isTrashed: true });
    if (kind === 'studio') demandChange(scope, 'studio.use');
    await demandFreeId(trx, companyId, pluginId, { isOwn: true, kind });
    await sql`
      update app.plugin_drafts set trashed_at = null, revision = revision + 1
      where company_id = ${companyId}::uuid and id = ${id}::uuid`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'plugin_draft.restored',
      subjectType: 'plugin',
      subjectId: pluginId,
    });
  });
}
