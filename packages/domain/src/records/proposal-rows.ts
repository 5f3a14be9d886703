import { isDeepStrictEqual } from 'node:util';
import type { RecordData } from '@readout/plugin-kit';
import { sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import type { RecordRow } from './record-rows.ts';
import type { RecordProposal, Twin } from './rules.ts';

export type ProposedRecord = RecordData & {
  plugin: string;
  pluginVersion: string;
  /** Records that are this one again. */
  alsoRead?: Twin[];
};
type PresentRecord = Pick<
  RecordRow,
  'id' | 'capture_id' | 'plugin_id' | 'type' | 'position' | 'fields' | 'read_as'
>;

/** The open proposal of a capture with what it would change in the records as they stand. */
export async function findOpenProposal(
  trx: Trx,
  companyId: string,
  captureId: string,
  present: readonly PresentRecord[],
): Promise<RecordProposal | null> {
  const { rows } = await sql<{ id: string; records: ProposedRecord[]; created_at: Date }>`
    select id, records, created_at from app.record_proposals
    where company_id = ${companyId}::uuid and capture_id = ${captureId}::uuid and state = 'open'`.execute(
    trx,
  );
  const row = rows[0];
  if (!row) return null;
  return {
    id: row.id,
    captureId,
    createdAt: row.created_at.toISOString(),
    records: row.records,
    changes: compareRecords(present, row.records),
  };
}

/**
 * Pairs each proposed record with the present one it continues: read by the same plugin as the same type, of the same page before another, in
 * the order given.
 */
export function pairRecords<T extends PresentRecord, P extends ProposedRecord & { captureId?: string }>(
  present: readonly T[],
  proposed: readonly P[],
): { present?: T; proposed?: P }[] {
  const left = [...present];
  const found = new Map<P, T>();
  const pair = (isPage: (row: T, record: P) => boolean) => {
    for (const record of proposed) {
      if (found.has(record)) continue;
      const as = `${record.plugin} ${record.type}`;
      const index = left.findIndex(
        (row) => (row.read_as ?? `${row.plugin_id} ${row.type}`) === as && isPage(row, record),
      );
      if (index >= 0) found.set(record, left.splice(index, 1)[0]!);
    }
  };
  pair((row, { captureId }) => row.capture_id === captureId);
  pair(() => true);
  return [
    ...proposed.map((record) => {
      const row = found.get(record);
      return row ? { present: row, proposed: record } : { proposed: record };
    }),
    ...left.map((row) => ({ present: row })),
  ];
}

/** One entry for each field whose value would change; a vanished record or field goes to null. */
export function compareRecords(
  present: readonly PresentRecord[],
  proposed: readonly ProposedRecord[],
): RecordProposal['changes'] {
  return pairRecords(present, proposed).flatMap((pair) => {
    // A person said that it is something else: what it would be as this is no change of it.
    if (pair.present?.read_as && pair.proposed) return [];
    const before = pair.present?.fields ?? {};
    const after = pair.proposed?.fields ?? {};
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((field) => {
      const from = before[field]?.value ?? null;
      const to = after[field]?.value ?? null;
      if (isDeepStrictEqual(from, to)) return [];
      return [
        { recordId: pair.present?.id ?? null, type: (pair.present ?? pair.proposed)!.type, field, from, to },
      ];
    });
  });
}
