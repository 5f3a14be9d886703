import { sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import type { ChangedItem } from '../records/changed-item.ts';
import { hidesSomething, keptName } from '../visible-name.ts';
import { lockChanging, touchDocuments } from './change-captures.ts';
import { maxTagLength } from './rules.ts';

/** A comma stands between tags in exports. @throws AppError `capture.bad_tag` */
export function parseTag(tag: unknown): string {
  const text = typeof tag === 'string' ? keptName(tag.replaceAll(/\s+/gu, ' ')) : '';
  if (text === '' || [...text].length > maxTagLength || text.includes(',') || hidesSomething(text))
    throw new AppError('capture.bad_tag', { maxLength: maxTagLength });
  return text;
}

/** Puts a tag on documents, as it is written already where somebody used it, or takes it off; what does not change is left out. */
export async function changeTags(
  trx: Trx,
  scope: Scope,
  {
    ids,
    action,
    reach,
    tag,
  }: { ids: readonly string[]; action: 'tag' | 'untag'; reach: 'all' | 'own'; tag: string },
): Promise<ChangedItem[]> {
  const { companyId, actor } = scope;
  const documents = await lockChanging(trx, scope, ids, action, reach, { tag });
  if (documents.length === 0) return [];
  const { rows } =
    action === 'tag'
      ? await sql<{ id: string; tag: string }>`
          insert into app.capture_tags (company_id, capture_id, tag, added_by)
          select ${companyId}::uuid, d.id, coalesce(
            (select t.tag from app.capture_tags t where t.company_id = ${companyId}::uuid and t.key = lower(${tag}) limit 1), ${tag}),
            ${actor.userId}::uuid
          from unnest(${documents}::uuid[]) as d (id)
          returning capture_id as id, tag`.execute(trx)
      : await sql<{ id: string; tag: string }>`
          delete from app.capture_tags
          where company_id = ${companyId}::uuid and key = lower(${tag}) and capture_id = any(${documents}::uuid[])
          returning capture_id as id, tag`.execute(trx);
  await touchDocuments(trx, companyId, documents);
  await recordAuditEvent(
    trx,
    scope,
    rows.map((row) => ({
      action: action === 'tag' ? 'capture.tagged' : 'capture.untagged',
      subjectType: 'capture' as const,
      subjectId: row.id,
      detail: { tag: row.tag },
    })),
  );
  return rows.map((row) => ({
    kind: 'tag',
    id: row.id,
    revision: 0,
    before: { tag: row.tag, had: action === 'untag' },
  }));
}

/** Puts back what a bulk action changed, where nobody has changed it back since; answers with the documents. */
export async function undoTags(
  trx: Trx,
  { companyId, actor }: Scope,
  items: readonly ChangedItem[],
): Promise<string[]> {
  const changed = sql`jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i (id uuid, before jsonb)`;
  const { rows } = await sql<{ id: string }>`
    with off as (
      delete from app.capture_tags t using ${changed}
      where t.company_id = ${companyId}::uuid and t.capture_id = i.id and t.key = lower(i.before ->> 'tag')
        and not (i.before ->> 'had')::boolean
      returning t.capture_id as id
    ), back as (
      insert into app.capture_tags (company_id, capture_id, tag, added_by)
      select ${companyId}::uuid, c.id, i.before ->> 'tag', ${actor.userId}::uuid
      from ${changed} join app.captures c on c.company_id = ${companyId}::uuid and c.id = i.id
      where (i.before ->> 'had')::boolean
      on conflict do nothing returning capture_id as id
    )
    select id from off union all select id from back`.execute(trx);
  const documents = rows.map(({ id }) => id);
  await touchDocuments(trx, companyId, documents);
  return documents;
}
