import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { demand, reachOf } from '../policy.ts';
import { findNames } from '../users/find-names.ts';
import { isUuid } from '../uuid.ts';
import { recordNotFound } from './record-rows.ts';
import type { RecordDecision, RecordDelivery, RecordEdit, RecordHistory, Twin } from './rules.ts';

/** Of edits, of decisions and of deliveries each. */
const mostEntries = 500;

/**
 * Who changed which field from what to what, who confirmed, rejected or reopened it, and where to it left, each newest first.
 * Of targets those who do not manage them are told the name alone.
 * @throws AppError `record.not_found`
 */
export async function getRecordHistory(
  { db }: { db: Kysely<DB> },
  { scope, recordId }: { scope: Scope; recordId: string },
): Promise<RecordHistory> {
  const reach = demand(scope, 'records.see');
  if (!isUuid(recordId)) throw recordNotFound();
  const { companyId, actor } = scope;
  return inScope(db, scope, async (trx) => {
    const { rows: found } = await sql<{ also_read: Twin[] }>`
      select r.also_read from app.records r join app.captures c on c.company_id = r.company_id and c.id = r.capture_id
      where r.company_id = ${companyId}::uuid and r.id = ${recordId}::uuid
      ${reach === 'own' ? sql`and c.created_by = ${actor.userId}::uuid` : sql``}`.execute(trx);
    const [record] = found;
    if (!record) throw recordNotFound();
    const edits = await isoRows(trx)<Omit<RecordEdit, 'editedBy'> & { editedBy: string }>`
      select e.id::text, field, from_value as "from", to_value as "to", picked->>'raw' as picked,
        (picked->'again'->>'enlarged')::float as enlarged, edited_by as "editedBy", edited_at as "editedAt"
      from app.record_edits e
      where company_id = ${companyId}::uuid and record_id = ${recordId}::uuid order by e.id desc limit ${mostEntries}`;
    const decisions = await isoRows(trx)<Omit<RecordDecision, 'decidedBy'> & { decidedBy: string | null }>`
      select e.id::text, split_part(e.action, '.', 2) as decision, e.actor_id as "decidedBy", e.created_at as "decidedAt",
        e.detail->>'reason' as reason, coalesce(e.detail->'failedChecks', '[]') as "failedChecks"
      from app.audit_events e
      where e.company_id = ${companyId}::uuid and e.subject_id = ${recordId}
        and e.action in ('record.confirmed', 'record.confirmed_first', 'record.confirmed_by_rule', 'record.rejected', 'record.reopened')
      union all
      select m.export_id::text, 'exported', m.exported_by, m.exported_at, m.profile_name, '[]'
      from app.exported_records m
      where m.company_id = ${companyId}::uuid and m.record_id = ${recordId}::uuid and m.exported_at is not null
      order by "decidedAt" desc, id desc limit ${mostEntries}`;
    const seesTargets = reachOf(actor, 'deliveries.manage') !== undefined;
    const deliveries = await isoRows(trx)<RecordDelivery>`
      select d.id, case when ${seesTargets} and t.trashed_at is null then t.id end as "targetId", t.name as "targetName",
        o.type as event, d.state, d.failure_code as "failureCode", coalesce(d.ended_at, d.created_at) as at
      from app.outbox o join app.deliveries d on d.company_id = o.company_id and d.sequence = o.sequence
      join app.delivery_targets t on t.company_id = d.company_id and t.id = d.target_id
      where o.company_id = ${companyId}::uuid and o.subject_id = ${recordId}::uuid and o.type like 'record.%'
      order by d.sequence desc, t.id limit ${mostEntries}`;
    const nameOf = await findNames(trx, [
      ...edits.map((row) => row.editedBy),
      ...decisions.map((row) => row.decidedBy),
    ]);
    const person = (id: string) => ({ id, name: nameOf(id) });
    return {
      alsoRead: record.also_read,
      edits: edits.map((row) => ({ ...row, editedBy: person(row.editedBy) })),
      decisions: decisions.map((row) => ({
        ...row,
        decidedBy: row.decidedBy ? person(row.decidedBy) : null,
      })),
      deliveries,
    };
  });
}
