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
    records,
  }: {
    companyId: string;
    records: readonly (ProposedRecord & {
      captureId: string;
      readingId: string;
      position: number;
      confirmed: boolean;
    })[];
  },
): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map((record) => ({
    capture_id: record.captureId,
    reading_id: record.readingId,
    plugin_id: record.plugin,
    plugin_version: record.pluginVersion,
    type: record.type,
    position: record.position,
    confidence: record.confidence,
    fields: record.fields,
    also_read: record.alsoRead ?? [],
  }));
  const { rows: made } = await sql<{ id: string; position: number }>`
    insert into app.records (company_id, capture_id, reading_id, plugin_id, plugin_version, type, position, confidence, fields,
      original_fields, also_read)
    select ${companyId}::uuid, n.capture_id, n.reading_id, n.plugin_id, n.plugin_version, n.type, n.position, n.confidence, n.fields,
      n.fields, n.also_read
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (capture_id uuid, reading_id uuid, plugin_id text, plugin_version text, type text, position int, confidence real, fields jsonb,
        also_read jsonb)
    returning id, position`.execute(trx);
  const sure = new Set(records.filter(({ confirmed }) => confirmed).map(({ position }) => position));
  await settleRecords(trx, companyId, {
    ids: made.map(({ id }) => id),
    sure: made.flatMap(({ id, position }) => (sure.has(position) ? [id] : [])),
  });
}

/**
 * Checks records that readers made, and confirms those by the installation's rule that nothing speaks against.
 * @param records.sure what the rule is sure of
 */
export async function settleRecords(
  trx: Trx,
  companyId: string,
  { ids, sure }: { ids: readonly string[]; sure: readonly string[] },
): Promise<void> {
  if (sure.length > 0) await confirmInTurn(trx, companyId);
  await checkRecords(trx, companyId, ids);
  if (sure.length === 0) return;
  const { rows: confirmed } = await sql<{ id: string; plugin: string; confidence: number }>`
    update app.records r set state = 'confirmed', confirmed_at = now()
    where r.company_id = ${companyId}::uuid and r.company_checks = '[]' and not ${needsSecondPerson}
      and r.state = 'needs_review' and r.id = any (${sure}::uuid[])
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
