import { sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { type CaptureRow, captureColumns, toListItems } from '../captures/capture-rows.ts';
import type { CaptureListItem } from '../captures/rules.ts';
import type { Trx } from '../in-scope.ts';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { type RecordRow, recordColumns, toRecordDetails } from '../records/record-rows.ts';
import type { PlacedRecord } from '../records/rules.ts';
import type { AlarmKind, LostCause, Watch, WatchSample } from '../watches/rules.ts';
import { type SampleRow, sampleColumns, toSamples } from '../watches/sample-rows.ts';
import { toWatches, type WatchRow, watchColumns } from '../watches/watch-rows.ts';
import type { OutgoingType } from './rules.ts';

interface OfAny {
  id: string;
  sequence: number;
  at: string;
}

/** An event as it was, in the terms of the domain. */
export type OutgoingEvent = OfAny &
  (
    | {
        type: Extract<OutgoingType, `record.${string}`>;
        record: PlacedRecord;
        capture: CaptureListItem;
      }
    | { type: 'capture.failed'; capture: CaptureListItem; page: number }
    | {
        type: 'watch.alarm';
        watch: Watch;
        sample: WatchSample | null;
        alarm: {
          id: string;
          kind: AlarmKind;
          cause: LostCause | null;
          bound: number | null;
          openedAt: string;
        };
      }
  );

/** Writes an event as programs get it: JSON. */
export type EventWriter = (event: OutgoingEvent) => string;

export interface OutgoingDeps {
  plugins: PluginCatalogue;
  writeEvent: EventWriter;
}

/**
 * What is sent of events, by their numbers. It is written the first time somebody asks for it and stays the same, byte for
 * byte, in every try and at every target.
 */
export async function bodiesOf(
  trx: Trx,
  { plugins, writeEvent }: OutgoingDeps,
  { companyId, sequences }: { companyId: string; sequences: readonly number[] },
): Promise<Map<number, string>> {
  const { rows } = await sql<{
    id: string;
    sequence: number;
    type: OutgoingType;
    at: Date;
    body: string | null;
  }>`
    select id, sequence, type, at, body from app.outbox
    where company_id = ${companyId}::uuid and sequence = any (${sequences}::bigint[]) order by sequence`.execute(
    trx,
  );
  const bodies = new Map<number, string>();
  for (const { body, at, ...row } of rows) {
    if (body !== null) {
      bodies.set(row.sequence, body);
      continue;
    }
    const event = await readEvent(trx, plugins, companyId, { ...row, at: at.toISOString() });
    // Another process may have written it a moment ago.
    const { rows: kept } = await sql<{ body: string | null }>`
      update app.outbox set body = coalesce(body, ${writeEvent(event)})
      where company_id = ${companyId}::uuid and sequence = ${row.sequence}::bigint returning body`.execute(
      trx,
    );
    bodies.set(row.sequence, kept[0]!.body!);
  }
  return bodies;
}

async function readEvent(
  trx: Trx,
  plugins: PluginCatalogue,
  companyId: string,
  { type, ...event }: OfAny & { type: OutgoingType },
): Promise<OutgoingEvent> {
  const of = sql`o.company_id = ${companyId}::uuid and o.sequence = ${event.sequence}::bigint`;
  if (type === 'watch.alarm') return { type, ...event, ...(await readAlarm(trx, companyId, event.sequence)) };
  const { rows } = await sql<CaptureRow & { page: number }>`
    select ${captureColumns}, (o.payload ->> 'page')::int as page from app.outbox o
    cross join lateral jsonb_populate_record(null::app.captures, o.payload -> 'capture') c where ${of}`.execute(
    trx,
  );
  const row = rows[0]!;
  // Nobody in particular asks.
  const scope = { companyId } as Scope;
  const [capture] = await toListItems(trx, scope, plugins, [row]);
  if (type === 'capture.failed') return { type, ...event, capture: capture!, page: row.page };
  const { rows: records } = await sql<RecordRow>`
    select ${recordColumns} from app.outbox o
    cross join lateral jsonb_populate_record(null::app.records, o.payload -> 'record') r where ${of}`.execute(
    trx,
  );
  const [record] = await toRecordDetails(trx, records);
  return {
    type,
    ...event,
    capture: capture!,
    record: { ...record!, documentId: row.id, pageNumber: row.page },
  };
}

async function readAlarm(trx: Trx, companyId: string, sequence: number) {
  const of = sql`o.company_id = ${companyId}::uuid and o.sequence = ${sequence}::bigint`;
  const { rows: watches } = await sql<WatchRow>`
    select ${watchColumns} from app.outbox o
    cross join lateral jsonb_populate_record(null::app.watches, o.payload -> 'watch') w where ${of}`.execute(
    trx,
  );
  const { rows: samples } = await sql<SampleRow>`
    select ${sampleColumns} from app.outbox o
    cross join lateral jsonb_populate_record(null::app.watch_samples, o.payload -> 'sample') s
    where ${of} and jsonb_typeof(o.payload -> 'sample') = 'object'`.execute(trx);
  const { rows: alarms } = await sql<{
    id: string;
    kind: AlarmKind;
    cause: LostCause | null;
    bound: number | null;
    opened_at: Date;
  }>`
    select a.id, a.kind, a.cause, a.bound, a.opened_at from app.outbox o
    cross join lateral jsonb_populate_record(null::app.watch_alarms, o.payload -> 'alarm') a where ${of}`.execute(
    trx,
  );
  const { opened_at: openedAt, ...alarm } = alarms[0]!;
  const [watch] = await toWatches(trx, watches);
  const [sample] = await toSamples(trx, companyId, watches[0]!, samples);
  return { watch: watch!, sample: sample ?? null, alarm: { ...alarm, openedAt: openedAt.toISOString() } };
}
