import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { inChange } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import { lockDraft } from './draft-rows.ts';

/** A program or a template into the trash, for 30 days. Its fixtures, and versions made from it, stay. @throws AppError `draft.not_found` */
export async function trashDraft(
  { db }: { db: Kysely<DB> },
  { scope, draftId }: { scope: Scope; draftId: string },
): Promise<void> {
  demandChange(scope, 'templates.manage');
  const { companyId } = scope;
  return inChange(db, scope, async (trx) => {
    const { id, kind, pluginId } = await lockDraft(trx, companyId, draftId);
    if (kind === 'studio') demandChange(scope, 'studio.use');
    await sql`
      update app.plugin_drafts set trashed_at = now(), revision = revision + 1
      where company_id = ${companyId}::uuid and id = ${id}::uuid`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'plugin_draft.trashed',
      subjectType: 'plugin',
      subjectId: pluginId,
    });
  });
}
