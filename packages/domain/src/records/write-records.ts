import { sql } from 'kysely';
import { recordSystemEvent } from '../audit/record-audit-event.ts';
import type { Trx } from '../in-scope.ts';
import { checkRecords, checkWaiting, confirmInTurn } from './check-records.ts';
import type { ProposedRecord } from './proposal-rows.ts';
import { needsSecondPerson } from './record-rows.ts';

/**
 * Inserts records of one reading. `confirmed`: the installation's rule confirms them by itself, which the audit list says, where
 * no check against the company's other records fails and no second person has to confirm.
 */
export async function insertRecords(
  trx: Trx,
  {
    companyId,
    captureId,
    readingId,
    records,
  }: {
    companyId: string;
    captureId: string;
    readingId: string;
    records: readonly (ProposedRecord & { position: number; confirmed: boolean })[];
  },
): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map((record) => ({
    plugin_id: record.plugin,
    plugin_version: record.pluginVersion,
    type: record.type,
    position: record.position,
    confidence: record.confidence,
    fields: record.fields,
  }));
  const { rows: made } = await sql<{ id: string; position: number }>`
    insert into app.records (company_id, capture_id, reading_id, plugin_id, plugin_version, type, position, confidence, fields,
      original_fields)
    select ${companyId}::uuid, ${captureId}::uuid, ${readingId}::uuid, n.plugin_id, n.plugin_version, n.type, n.position,
      n.confidence, n.fields, n.fields
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (plugin_id text, plugin_version text, type text, position int, confidence real, fields jsonb)
    returning id, position`.execute(trx);
  const sure = new Set(records.filter(({ confirmed }) => confirmed).map(({ position }) => position));
  if (sure.size > 0) await confirmInTurn(trx, companyId);
  await checkRecords(
    trx,
    companyId,
    made.map(({ id }) => id),
  );
  if (sure.size === 0) return;
  const { rows: confirmed } = await sql<{ id: string; plugin: string; confidence: number }>`
    update app.records r set state = 'confirmed', confirmed_at = now()
    where r.company_id = ${companyId}::uuid and r.company_checks = '[]' and not ${needsSecondPerson}
      and r.id = any (${made.flatMap(({ id, position }) => (sure.has(position) ? [id] : []))}::uuid[])
    returning r.id, r.plugin_id as plugin, r.confidence`.execute(trx);
  for (const { id, plugin, confidence } of confirmed)
    await recordSystemEvent(trx, companyId, {
      action: 'record.confirmed_by_rule',
      subjectType: 'record',
      subjectId: id,
      detail: { plugin, confidence },
    });
  await checkWaiting(
    trx,
    companyId,
    confirmed.map(({ id }) => id),
  );
}
