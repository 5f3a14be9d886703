import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { inChange } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import { checkContent } from './check-draft.ts';
import { demandRevision, selectDraft } from './draft-rows.ts';
import type { DraftContent } from './rules.ts';

/**
 * Keeps what stands in the editor, every second or so: not worth a line of audit each. What was written on top of
 * another revision is refused unless it says the same.
 * @returns the revision it is now
 * @throws AppError `draft.not_found`, `draft.invalid` with `{fields}`, `draft.changed_meanwhile` with `{current: {revision, by, at}}`
 */
export async function saveDraft(
  { db }: { db: Kysely<DB> },
  {
    scope,
    draftId,
    revision,
    content,
  }: { scope: Scope; draftId: string; revision: number; content: DraftContent },
): Promise<{ revision: number }> {
  demandChange(scope, 'studio.use');
  const checked = checkContent(content);
  const { companyId, actor } = scope;
  return inChange(db, scope, async (trx) => {
    const before = await selectDraft(trx, companyId, draftId, { lock: true });
    const { manifestText = before.manifestText, source = before.source, readme = before.readme } = checked;
    // An answer that was lost on its way has the same sent again.
    if (manifestText === before.manifestText && source === before.source && readme === before.readme)
      return { revision: before.revision };
    demandRevision(before, revision);
    const { rows } = await sql<{ revision: number }>`
      update app.plugin_drafts set manifest_text = ${manifestText}, source = ${source}, readme = ${readme},
        ${checked.manifest ? sql`manifest = ${JSON.stringify(checked.manifest)}::jsonb,` : sql``}
        revision = revision + 1, updated_by = ${actor.userId}::uuid, updated_at = now()
      where company_id = ${companyId}::uuid and id = ${before.id}::uuid returning revision`.execute(trx);
    return { revision: rows[0]!.revision };
  });
}
