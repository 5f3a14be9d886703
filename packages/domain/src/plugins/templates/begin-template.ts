import { randomUUID } from 'node:crypto';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../../actor.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { AppError } from '../../errors.ts';
import { inChange } from '../../in-scope.ts';
import { demandChange } from '../../policy.ts';
import { selectStudioInput } from '../fixtures/studio-captures.ts';
import type { StoredTemplateDraft } from './template-rows.ts';

const maxDrafts = 200;

/**
 * Begins a reader for documents like this one, or goes on with the one that was begun on it.
 * @throws AppError `capture.not_found` also where nothing was read of it yet, `draft.too_many`
 */
export async function beginTemplate(
  { db }: { db: Kysely<DB> },
  { scope, captureId }: { scope: Scope; captureId: string },
): Promise<{ draftId: string }> {
  demandChange(scope, 'templates.manage');
  const { companyId, actor } = scope;
  return inChange(db, scope, async (trx) => {
    // Two clicks begin one.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`template ${companyId} ${captureId}`}, 0))`.execute(
      trx,
    );
    const example = await selectStudioInput(trx, companyId, captureId);
    const { rows: begun } = await sql<{ id: string }>`
      select id from app.plugin_drafts
      where company_id = ${companyId}::uuid and kind = 'template' and trashed_at is null
        and template ->> 'captureId' = ${captureId}
      order by updated_at desc limit 1`.execute(trx);
    if (begun[0]) return { draftId: begun[0].id };
    const { reading, locale, today } = example.input;
    const stored: StoredTemplateDraft = {
      captureId,
      captureName: example.name,
      reading,
      locale,
      today,
      marks: [],
    };
    // Until it is published and takes the name people gave it.
    const pluginId = `template-${randomUUID().slice(0, 8)}`;
    const { rows } = await sql<{ id: string }>`
      insert into app.plugin_drafts (company_id, plugin_id, kind, manifest, template, created_by, updated_by)
      select ${companyId}::uuid, ${pluginId}, 'template', '{}'::jsonb, ${JSON.stringify(stored)}::jsonb,
        ${actor.userId}::uuid, ${actor.userId}::uuid
      where (select count(*) from app.plugin_drafts
        where company_id = ${companyId}::uuid and kind = 'template' and trashed_at is null) < ${maxDrafts}
      returning id`.execute(trx);
    const [row] = rows;
    if (!row) throw new AppError('draft.too_many', { of: 'templates', max: maxDrafts });
    await recordAuditEvent(trx, scope, {
      action: 'plugin_draft.made',
      subjectType: 'plugin',
      subjectId: pluginId,
    });
    return { draftId: row.id };
  });
}
