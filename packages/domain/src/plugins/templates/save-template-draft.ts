import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { AppError } from '../../errors.ts';
import { inChange } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import { hidesSomething } from '../../visible-name.ts';
import { demandRevision } from '../drafts/draft-rows.ts';
import type { TemplateMaker } from './rules.ts';
import { selectTemplateDraft } from './template-rows.ts';

const maxNameLength = 80;

/**
 * Keeps what was pointed at, after every change: not worth a line of audit each. What was made on top of another
 * revision is refused unless it says the same.
 * @returns the revision it is now
 * @throws AppError `draft.not_found`, `draft.invalid` with `{fields}`, `draft.changed_meanwhile` with `{current: {revision, by, at}}`
 */
export async function saveTemplateDraft(
  { db, templates }: { db: Kysely<DB>; templates: Pick<TemplateMaker, 'checkMarks'> },
  {
    scope,
    draftId,
    revision,
    name,
    marks,
  }: { scope: Scope; draftId: string; revision: number; name: unknown; marks: unknown },
): Promise<{ revision: number }> {
  demandChange(scope, 'templates.manage');
  const checked = templates.checkMarks(marks);
  if (!checked) throw new AppError('draft.invalid', { reason: 'marks' }, { field: 'marks' });
  if (typeof name !== 'string' || name.length > maxNameLength || hidesSomething(name))
    throw new AppError(
      'draft.invalid',
      typeof name === 'string' && hidesSomething(name)
        ? { reason: 'name_hides' }
        : { reason: 'name_too_long', max: maxNameLength },
      { field: 'name' },
    );
  const { companyId, actor } = scope;
  return inChange(db, scope, async (trx) => {
    const before = await selectTemplateDraft(trx, companyId, draftId, { lock: true });
    // An answer that was lost on its way has the same sent again.
    if (
      name === before.name &&
      JSON.stringify(checked) === JSON.stringify(templates.checkMarks(before.marks))
    )
      return { revision: before.revision };
    demandRevision(before, revision);
    const { rows } = await sql<{ revision: number }>`
      update app.plugin_drafts set template = jsonb_set(template, '{marks}', ${JSON.stringify(checked)}::jsonb),
        manifest = jsonb_build_object('name', ${name}::text),
        revision = revision + 1, updated_by = ${actor.userId}::uuid, updated_at = now()
      where company_id = ${companyId}::uuid and id = ${before.id}::uuid returning revision`.execute(trx);
    return { revision: rows[0]!.revision };
  });
}
