import type { DB } from '@readout/database';
import { textsIn } from '@readout/texts';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { type Cell, type CsvLanguage, csvRow } from '../csv.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { parseTime } from './list-samples.ts';
import type { SampleGap, SampleState, WatchSample } from './rules.ts';
import { type SampleRow, sampleColumns, toSamples } from './sample-rows.ts';
import { getWatchRow, type WatchRow } from './watch-rows.ts';

const rowsPerBatch = 2000;

/**
 * The samples of a watch in a period, oldest first, as CSV that is made while it is sent. A gap is a row of its own, with the
 * time it began and `gap` as its state, so that nobody joins what was not read. UTF-8 with a byte order mark.
 * @param language whose spreadsheets are to read it, with the names of columns and states; without, programs are
 * @throws AppError `watch.not_found`, `watch.bad_period`
 */
export async function exportSamples(
  { db }: { db: Kysely<DB> },
  {
    scope,
    watchId,
    from,
    to,
    language,
  }: {
    scope: Scope;
    watchId: string;
    from?: string | undefined;
    to?: string | undefined;
    language?: CsvLanguage | undefined;
  },
): Promise<{ name: string; chunks: AsyncIterable<Uint8Array> }> {
  demand(scope, 'watches.see');
  const [start, end] = [parseTime(from), parseTime(to)];
  const watch = await inScope(db, scope, async (trx) => {
    const row = await getWatchRow(trx, scope.companyId, watchId, { includeTrashed: true });
    await recordAuditEvent(trx, scope, {
      action: 'watch.exported',
      subjectType: 'watch',
      subjectId: row.id,
      detail: { name: row.name, from: start?.toISOString() ?? null, to: end?.toISOString() ?? null },
    });
    return row;
  });
  return { name: watch.name, chunks: writeRows(db, scope, watch, { start, end, words: wordsOf(language) }) };
}

const columns = [
  'taken_at',
  'value',
  'unit',
  'text',
  'confidence',
  'state',
  'note',
  'read_value',
  'decided_by',
  'decided_at',
  'decided_reason',
] as const;

/** How a table is written for whom. */
interface Words {
  line(cells: readonly Cell[]): string;
  column(name: (typeof columns)[number]): string;
  state(state: SampleState | 'gap'): string;
  gap(seconds: number, why: SampleGap | undefined): string;
  moment(iso: string): Cell;
}

function wordsOf(language: CsvLanguage | undefined): Words {
  const text = textsIn(language ?? 'en');
  const gap: Words['gap'] = (seconds, why) => text('watch.csv.gap', { seconds, why: why ?? 'none' });
  const line: Words['line'] = (cells) => csvRow(cells, language ?? 'en');
  // Names programs rely on.
  if (!language) return { line, gap, column: (name) => name, state: (state) => state, moment: (iso) => iso };
  return {
    line,
    gap,
    column: (column) => text('watch.csv.column', { column }),
    state: (state) => text('watch.csv.state', { state }),
    moment: (iso) => ({ instant: new Date(iso) }),
  };
}

async function* writeRows(
  db: Kysely<DB>,
  scope: Scope,
  watch: WatchRow,
  { start, end, words }: { start: Date | undefined; end: Date | undefined; words: Words },
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`\uFEFF${words.line(columns.map(words.column))}`);
  const gapAfterMs = (watch.interval_ms ?? 60_000) * 2.5;
  let after: { at: string; id: string } | undefined;
  let before: WatchSample | undefined;
  for (;;) {
    const { samples, last } = await inScope(db, scope, async (trx) => {
      const { rows } = await sql<SampleRow>`
        select ${sampleColumns} from app.watch_samples s
        where s.company_id = ${scope.companyId}::uuid and s.watch_id = ${watch.id}::uuid
          ${start ? sql`and s.taken_at >= ${start}` : sql``} ${end ? sql`and s.taken_at < ${end}` : sql``}
          ${after ? sql`and (s.taken_at, s.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
        order by s.taken_at, s.id limit ${rowsPerBatch}`.execute(trx);
      return { samples: await toSamples(trx, scope.companyId, watch, rows), last: rows.at(-1) };
    });
    let text = '';
    for (const sample of samples) {
      const silentMs = before ? Date.parse(sample.takenAt) - Date.parse(before.takenAt) : 0;
      if (before && (sample.gap || silentMs > gapAfterMs)) text += gapRow(before, sample, words);
      text += sampleRow(sample, watch, words);
      before = sample;
    }
    if (text) yield encoder.encode(text);
    if (!last || samples.length < rowsPerBatch) return;
    after = { at: last.at, id: last.id };
  }
}

function sampleRow(sample: WatchSample, watch: WatchRow, words: Words): string {
  const { decided } = sample;
  return words.line([
    words.moment(sample.takenAt),
    sample.value ?? '',
    sample.value === null ? '' : (watch.reads.unit ?? ''),
    sample.text ?? '',
    Math.round(sample.confidence * 1000) / 1000,
    words.state(sample.state),
    sample.reason ?? '',
    sample.read?.value ?? '',
    decided?.by.name ?? '',
    decided ? words.moment(decided.at) : '',
    decided?.reason ?? '',
  ]);
}

function gapRow(before: WatchSample, after: WatchSample, words: Words): string {
  const seconds = Math.round((Date.parse(after.takenAt) - Date.parse(before.takenAt)) / 1000);
  const why = words.gap(seconds, after.gap ?? undefined);
  return words.line([words.moment(before.takenAt), '', '', '', '', words.state('gap'), why, '', '', '', '']);
}
