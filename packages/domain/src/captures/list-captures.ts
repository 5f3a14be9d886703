import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordSeen } from '../audit/record-audit-event.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { inScope, type Trx } from '../in-scope.ts';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { demand } from '../policy.ts';
import { toTsQuery } from '../search/search-query.ts';
import { captureConditions } from './capture-conditions.ts';
import { type CaptureRow, captureColumns, toListItems } from './capture-rows.ts';
import type { CaptureFilter, CapturePage } from './rules.ts';

const maxCounted = 10_000;
const maxPageSize = 200;

/**
 * One page of the workspace list, newest first (what is in the trash: newest capture first, too). The cursor
 * is the last row's key, so that a page costs the same at the beginning and after 100,000 rows.
 */
export async function listCaptures(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  {
    scope,
    filter,
    cursor,
    limit = 50,
  }: { scope: Scope; filter: CaptureFilter; cursor?: string; limit?: number },
): Promise<CapturePage> {
  demand(scope, 'captures.see');
  const size = Math.min(Math.max(Math.trunc(limit), 1), maxPageSize);
  const after = cursor ? decodeCursor(cursor) : undefined;
  return inScope(db, scope, async (trx) => {
    const isCommon = await isCommonText(trx, filter);
    const { where, search } = captureConditions(scope, filter, { isCommon });
    const { rows } = await sql<CaptureRow>`
      ${search}
      select ${captureColumns} from app.captures c
      where ${where}
        ${after === undefined ? sql`` : sql`and (c.created_at, c.id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
      order by c.created_at desc, c.id desc
      limit ${size + 1}`.execute(trx);
    const page = rows.slice(0, size);
    const last = rows.length > size ? page.at(-1) : undefined;
    // The first page that is also the last needs no counting.
    const total =
      !after && !last ? page.length : isCommon ? commonFrom : await countCaptures(trx, scope, filter);
    await recordSeen(trx, scope, {
      action: filter.q?.trim() ? 'captures.searched' : 'captures.listed',
      subjectType: 'company',
      subjectId: scope.companyId,
      detail: { filter, shown: page.length },
    });
    return {
      items: await toListItems(trx, scope, plugins, page),
      ...(last ? { nextCursor: encodeCursor({ at: last.at, id: last.id }) } : {}),
      total: Math.min(total, maxCounted),
      totalIsMinimum: total > maxCounted || (isCommon && last !== undefined),
    };
  });
}

/** Captures that hold a text, from which on it counts as common: then they are not counted further either. */
const commonFrom = 5_000;

async function isCommonText(trx: Trx, { q }: CaptureFilter): Promise<boolean> {
  const query = q?.trim() ? toTsQuery(q) : undefined;
  if (!query) return false;
  // In the select list the function's rows come one by one, so that the limit ends it early.
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select app.find_captures(${query}) limit ${commonFrom}) as found`.execute(
    trx,
  );
  return rows[0]?.count === commonFrom;
}

/** Large counts change little and cost much: they are kept for a moment. Small ones are always counted. */
const keptCounts = new Map<string, { count: number; until: number }>();
const keptForMs = 5_000;
const smallCount = 500;
const maxKept = 1_000;

async function countCaptures(trx: Trx, scope: Scope, filter: CaptureFilter): Promise<number> {
  const key = JSON.stringify([scope.companyId, scope.actor.userId, scope.actor.role, filter]);
  const kept = keptCounts.get(key);
  const now = performance.now();
  if (kept && kept.until > now) return kept.count;
  const { where, search } = captureConditions(scope, filter);
  const { rows } = await sql<{ count: number }>`
    ${search}
    select count(*)::int as count from (select 1 from app.captures c where ${where} limit ${maxCounted + 1}) as counted`.execute(
    trx,
  );
  const count = rows[0]?.count ?? 0;
  keptCounts.delete(key);
  if (count > smallCount) {
    if (keptCounts.size >= maxKept) keptCounts.delete(keptCounts.keys().next().value!);
    keptCounts.set(key, { count, until: now + keptForMs });
  }
  return count;
}
