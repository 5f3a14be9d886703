import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { AppError } from '../../errors.ts';
import { inChange } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import { demandRevision } from '../drafts/draft-rows.ts';
import { selectStudioInput } from '../fixtures/studio-captures.ts';
import type { TemplateExample } from './rules.ts';
import { selectTemplateDraft } from './template-rows.ts';

const maxExamples = 5;

/**
 * Takes a further page as an example of the kind, or no longer: what is the same on all of them is what the template
 * recognises the kind by. Taking one twice, or leaving out what is none, changes nothing.
 * @returns the revision it is now and its examples besides the first
 * @throws AppError `draft.not_found`, `draft.changed_meanwhile`, `capture.not_found`, `template.too_many_examples`
 */
export async function changeTemplateExamples(
  { db }: { db: Kysely<DB> },
  {
    scope,
    draftId,
    revision,
    captureId,
    isExample,
  }: { scope: Scope; draftId: string; revision: number; captureId: string; isExample: boolean },
): Promise<{ revision: number; examples: TemplateExample[] }> {
  demandChange(scope, 'templates.manage');
  const { companyId, actor } = scope;
  return inChange(db, scope, async (trx) => {
    const before = await selectTemplateDraft(trx, companyId, draftId, { lock: true });
    const isOne =
      before.captureId === captureId || before.examples.some((each) => each.captureId === captureId);
    if (isOne === isExample || before.captureId === captureId)
      return { revision: before.revision, examples: before.examples };
    demandRevision(before, revision);
    if (isExample && before.examples.length >= maxExamples)
      throw new AppError('template.too_many_examples', { max: maxExamples + 1 });
    let examples = before.examples.filter((each) => each.captureId !== captureId);
    if (isExample) {
      const { name, input } = await selectStudioInput(trx, companyId, captureId);
      const { reading, locale, today } = input;
      examples = [...examples, { captureId, captureName: name, reading, locale, today }];
    }
    const { rows } = await sql<{ revision: number }>`
      update app.plugin_drafts set template = jsonb_set(template, '{examples}', ${JSON.stringify(examples)}::jsonb),
        revision = revision + 1, updated_by = ${actor.userId}::uuid, updated_at = now()
      where company_id = ${companyId}::uuid and id = ${before.id}::uuid returning revision`.execute(trx);
    return { revision: rows[0]!.revision, examples };
  });
}
