import { sql } from 'kysely';
import { recordSystemEvent } from '../audit/record-audit-event.ts';
import type { Trx } from '../in-scope.ts';
import type { ProposedRecord } from './proposal-rows.ts';

/** Inserts records that readers made. `confirmed`: the installation's rule confirms them by itself, which the audit list says. */
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
    state: record.confirmed ? 'confirmed' : 'needs_review',
    confidence: record.confidence,
    fields: record.fields,
    also_read: record.alsoRead ?? [],
  }));
  const { rows: made } = await sql<{ id: string; plugin: string; state: string; confidence: number }>`
    insert into app.records (company_id, capture_id, reading_id, plugin_id, plugin_version, type, position, state, confirmed_at,
      confidence, fields, original_fields, also_read)
    select ${companyId}::uuid, n.capture_id, n.reading_id, n.plugin_id, n.plugin_version, n.type, n.position, n.state,
      case when n.state = 'confirmed' then now() end, n.confidence, n.fields, n.fields, n.also_read
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (capture_id uuid, reading_id uuid, plugin_id text, plugin_version text, type text, position int, state text, confidence real, fields jsonb,
        also_read jsonb)
    returning id, plugin_id as plugin, state, confidence`.execute(trx);
  for (const { id, plugin, state, confidence } of made)
    if (state === 'confirmed')
      await recordSystemEvent(trx, companyId, {
        action: 'record.confirmed_by_rule',
        subjectType: 'record',
        subjectId: id,
        detail: { plugin, confidence },
      });
}
