import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { csvCell } from '../csv.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { AppError } from '../errors.ts';
import { isoRows } from '../iso-rows.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { recordListExport } from './record-list-export.ts';
import type { eventSubjects } from './rules.ts';

/** One entry of the list of what was done to the installation. */
export interface PlatformEvent {
  id: string;
  /** null: the system itself. */
  actorId: string | null;
  actorName: string;
  action: string;
  subjectType: string;
  subjectId: string;
  subjectName: string;
  detail: Record<string, unknown>;
  ipAddress: string | null;
  /** ISO 8601. */
  createdAt: string;
  /** When names or texts of it were erased, ISO 8601; null: it is as it was written. */
  erasedOn: string | null;
}

export interface PlatformEventFilter {
  /** Part of who did it, or of what it was done to, by name or id. */
  search?: string;
  subjectType?: (typeof eventSubjects)[number];
  /** Whole name of an action, or its beginning up to a dot: `user`, `company.suspended`. */
  action?: string;
  /** ISO 8601 days in UTC, both included. */
  from?: string;
  to?: string;
}

type Deps = { platform: Kysely<DB> };
const isDay = /^\d{4}-\d\d-\d\d$/;

/** What was done to the installation, newest first. @throws AppError `platform.admin_only`, `list.bad_cursor`, `list.bad_filter` */
export async function listPlatformEvents(
  { platform }: Deps,
  {
    actor,
    cursor,
    limit = 50,
    ...filter
  }: PlatformEventFilter & { actor: PlatformActor; cursor?: string; limit?: number },
): Promise<{ events: PlatformEvent[]; nextCursor?: string }> {
  demandOnPlatform(actor, 'audit.see');
  const size = Math.min(Math.max(limit, 1), 1000);
  const after = cursor ? decodeCursor(cursor) : undefined;
  for (const day of [filter.from, filter.to])
    if (day !== undefined && (!isDay.test(day) || Number.isNaN(Date.parse(day))))
      throw new AppError('list.bad_filter', { reason: 'day' });
  const pattern = filter.search?.trim()
    ? `%${filter.search
        .replaceAll('\0', '')
        .trim()
        .replaceAll(/[\\%_]/g, '\\$&')}%`
    : undefined;
  const conditions = [
    ...(pattern === undefined
      ? []
      : [sql`(actor_name ilike ${pattern} or subject_name ilike ${pattern} or subject_id ilike ${pattern})`]),
    ...(filter.subjectType ? [sql`subject_type = ${filter.subjectType}`] : []),
    ...(filter.action
      ? [
          filter.action.includes('.')
            ? sql`action = ${filter.action}`
            : sql`split_part(action, '.', 1) = ${filter.action}`,
        ]
      : []),
    ...(filter.from ? [sql`created_at >= ${filter.from}::date at time zone 'UTC'`] : []),
    ...(filter.to ? [sql`created_at < (${filter.to}::date + 1) at time zone 'UTC'`] : []),
    ...(after ? [sql`(created_at, id) < (${after.at}::timestamptz, ${after.id}::bigint)`] : []),
    sql`true`,
  ];
  const rows = await isoRows(platform)<PlatformEvent & { at: string }>`
    select e.id::text, actor_id as "actorId", actor_name as "actorName", action, subject_type as "subjectType",
      subject_id as "subjectId", subject_name as "subjectName", detail, ip_address as "ipAddress", created_at as "createdAt",
      created_at::text as at, (
        select o.created_at from platform.events o
        where o.id = greatest(e.who_erased, e.what_erased)) as "erasedOn"
    from platform.events e where ${sql.join(conditions, sql` and `)}
    order by e.created_at desc, e.id desc limit ${size + 1}`;
  const last = rows.length > size ? rows[size - 1] : undefined;
  return {
    events: rows.slice(0, size).map(({ at: _, ...event }) => event),
    ...(last ? { nextCursor: encodeCursor({ at: last.at, id: last.id }) } : {}),
  };
}

/**
 * The same list as CSV, a thousand lines at a time. Each export is recorded as an event, which is not in the file itself.
 * @throws AppError as {@link listPlatformEvents}, before the first byte
 */
export async function exportPlatformEvents(
  deps: Deps,
  input: PlatformEventFilter & { actor: PlatformActor },
): Promise<AsyncIterable<Uint8Array>> {
  demandOnPlatform(input.actor, 'lists.export');
  const first = await listPlatformEvents(deps, { ...input, limit: 1000 });
  await recordListExport(deps.platform, input.actor, { list: 'audit', format: 'csv' });
  return write(deps, input, first);
}

async function* write(
  deps: Deps,
  input: PlatformEventFilter & { actor: PlatformActor },
  first: Awaited<ReturnType<typeof listPlatformEvents>>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode('\uFEFFTime (UTC),Who,Action,Kind,Id,Name,Detail,Address,Erased on (UTC)\r\n');
  for (let page = first; ; ) {
    yield encoder.encode(
      page.events
        .map((event) =>
          [
            event.createdAt,
            event.actorName,
            event.action,
            event.subjectType,
            event.subjectId,
            event.subjectName,
            Object.keys(event.detail).length > 0 ? JSON.stringify(event.detail) : '',
            event.ipAddress ?? '',
            event.erasedOn ?? '',
          ]
            .map(csvCell)
            .join(','),
        )
        .map((line) => `${line}\r\n`)
        .join(''),
    );
    if (!page.nextCursor) return;
    page = await listPlatformEvents(deps, { ...input, limit: 1000, cursor: page.nextCursor });
  }
}
