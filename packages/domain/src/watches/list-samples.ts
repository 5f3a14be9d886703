import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import type { SampleFilter, WatchSample } from './rules.ts';
import { type SampleRow, sampleColumns, toSamples } from './sample-rows.ts';
import { getWatchRow } from './watch-rows.ts';

const conditions: Record<SampleFilter, ReturnType<typeof sql>> = {
  all: sql`true`,
  doubtful: sql`s.state in ('implausible', 'unreadable')`,
  decided: sql`s.state in ('confirmed', 'rejected')`,
  pictures: sql`s.picture_sha256 is not null`,
};

/** Samples, newest first; `from` and `to` in ISO 8601. @throws AppError `watch.not_found`, `list.bad_cursor`, `watch.bad_period` */
export async function listSamples(
  { db }: { db: Kysely<DB> },
  {
    scope,
    watchId,
    filter = 'all',
    from,
    to,
    cursor,
    limit = 100,
  }: {
    scope: Scope;
    watchId: string;
    filter?: SampleFilter;
    from?: string | undefined;
    to?: string | undefined;
    cursor?: string | undefined;
    limit?: number;
  },
): Promise<{ items: WatchSample[]; nextCursor?: string }> {
  demand(scope, 'watches.see');
  const after = cursor ? decodeCursor(cursor) : undefined;
  const size = Math.min(Math.max(Math.trunc(limit), 1), 500);
  const [start, end] = [parseTime(from), parseTime(to)];
  const { companyId } = scope;
  return inScope(db, scope, async (trx) => {
    const watch = await getWatchRow(trx, companyId, watchId, { includeTrashed: true });
    const { rows } = await sql<SampleRow>`
      select ${sampleColumns} from app.watch_samples s
      where s.company_id = ${companyId}::uuid and s.watch_id = ${watch.id}::uuid and ${conditions[filter]}
        ${start ? sql`and s.taken_at >= ${start}` : sql``} ${end ? sql`and s.taken_at < ${end}` : sql``}
        ${after ? sql`and (s.taken_at, s.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by s.taken_at desc, s.id desc
      limit ${size + 1}`.execute(trx);
    const last = rows.length > size ? rows[size - 1] : undefined;
    return {
      items: await toSamples(trx, companyId, watch, rows.slice(0, size)),
      ...(last ? { nextCursor: encodeCursor({ at: last.at, id: last.id }) } : {}),
    };
  });
}

/** @throws AppError `watch.bad_period` */
export function parseTime(text: string | undefined): Date | undefined {
  if (text === undefined || text === '') return undefined;
  const at = new Date(text);
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1 || at.getUTCFullYear() > 9999)
    throw new AppError('watch.bad_period', { reason: 'not_a_time', text: text.slice(0, 40) });
  return at;
}
