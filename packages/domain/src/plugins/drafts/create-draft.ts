import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { AppError } from '../../errors.ts';
import { inChange } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import { checkContent, checkPluginId } from './check-draft.ts';
import { demandFreeId, selectDraft } from './draft-rows.ts';
import type { DraftContent, PluginDraft } from './draft-types.ts';

const maxDrafts = 100;

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
  const { manifest = {}, manifestText = null, source = '', readme = '' } = checkContent(content);
  const { companyId, actor } = scope;
  return inChange(db, scope, async (trx) => {
    await demandFreeId(trx, companyId, id);
    const { rows } = await sql<{ id: string }>`
      insert into app.plugin_drafts (company_id, plugin_id, kind, manifest, manifest_text, source, readme, created_by, updated_by)
      select ${companyId}::uuid, ${id}, 'studio', ${JSON.stringify(manifest)}::jsonb, ${manifestText}, ${source}, ${readme},
        ${actor.userId}::uuid, ${actor.userId}::uuid
      where (select count(*) from app.plugin_drafts
        where company_id = ${companyId}::uuid and kind = 'studio' and trashed_at is null) < ${maxDrafts}
      returning id`.execute(trx);
    const [row] = rows;
    if (!row)
      throw new AppError(
        'limit_reached',
        'draft.too_many',
        `The company has ${maxDrafts} drafts. Delete one first.`,
      );
    await recordAuditEvent(trx, scope, { action: 'plugin_draft.made', subjectType: 'plugin', subjectId: id });
    return selectDraft(trx, companyId, row.id);
  });
}
