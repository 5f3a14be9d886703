import type { DB } from '@readout/database';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordSeen } from '../audit/record-audit-event.ts';
import { inScope, type Trx } from '../in-scope.ts';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { demand } from '../policy.ts';
import { mayHaveWrongLetters, toTsQuery } from '../search/search-query.ts';
import { captureConditions, recordConditions } from './capture-conditions.ts';
import { type CaptureRow, captureColumns, findValues, toListItems } from './capture-rows.ts';
import { decodePosition, encodePosition, listParts } from './list-order.ts';
import { type CaptureFilter, type CapturePage, type CaptureSort, maxListedFields } from './rules.ts';

/** From so many on nobody counts further. */
export const maxCounted = 10_000;
const maxPageSize = 200;

/**
 * One page of the workspace list, newest first unless it is sorted otherwise. The cursor is where the last row stands, so
 * that a page costs the same at the beginning and after 100,000 rows.
 */
export async function listCaptures(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  {
    scope,
    filter,
    sort = '-captured',
    cursor,
    limit = 50,
    fields = [],
  }: {
    scope: Scope;
    filter: CaptureFilter;
    sort?: CaptureSort;
    cursor?: string;
    limit?: number;
    /** Whose values come along. */
    fields?: readonly string[];
  },
): Promise<CapturePage> {
  demand(scope, 'captures.see');
  const size = Math.min(Math.max(Math.trunc(limit), 1), maxPageSize);
  return inScope(db, scope, async (trx) => {
    const isCommon = await areCommonTexts(trx, filter);
    const parts = listParts(scope, { filter, sort, isCommon });
    const after = cursor ? decodePosition(cursor, sort, parts) : undefined;
    const found: (CaptureRow & { part: number; key: string | null })[] = [];
    for (const [index, part] of parts.entries()) {
      if (index < (after?.part ?? 0) || found.length > size) continue;
      const { rows } = await sql<CaptureRow & { key: string | null }>`
        ${part.search}
        select ${captureColumns}, ${part.key} as key from app.captures c
        where ${part.where} ${after?.part === index ? part.after(after) : sql``}
        order by ${part.order}
        limit ${size + 1 - found.length}`.execute(trx);
      found.push(...rows.map((row) => ({ ...row, part: index })));
    }
    const page = found.slice(0, size);
    const last = found.length > size ? page.at(-1) : undefined;
    const counts = !isCommon.exact && !isCommon.any;
    // The first page that is also the last needs no counting.
    const total =
      !after && !last ? page.length : counts ? await countCaptures(trx, scope, filter) : commonFrom;
    await recordSeen(trx, scope, {
      action: filter.q?.trim() ? 'captures.searched' : 'captures.listed',
      subjectType: 'company',
      subjectId: scope.companyId,
      detail: { filter, shown: page.length },
    });
    const items = await toListItems(trx, scope, plugins, page);
    const valuesOf =
      fields.length > 0 &&
      (await findValues(trx, scope, plugins, {
        documentIds: page.filter((row) => row.record_count > 0).map(({ id }) => id),
        fields: fields.slice(0, maxListedFields),
        meant: recordConditions(filter, scope.actor.userId),
      }));
    return {
      items: items.map((item, index) => ({
        ...item,
        ...(parts[page[index]!.part]?.isNear ? { isNear: true } : {}),
        ...(valuesOf ? { values: valuesOf(item.id) } : {}),
      })),
      ...(last ? { nextCursor: encodePosition(last) } : {}),
      total: Math.min(total, maxCounted),
      totalIsMinimum: total > maxCounted || (!counts && last !== undefined),
    };
  });
}

/** Captures that hold a text, from which on it counts as common: then they are not counted further either. */
const commonFrom = 5_000;

async function areCommonTexts(trx: Trx, { q }: CaptureFilter): Promise<{ exact: boolean; any: boolean }> {
  const exact = q?.trim() ? await isCommonText(trx, toTsQuery(q)) : false;
  const any = q && !exact && mayHaveWrongLetters(q) ? toTsQuery(q, { withNear: true }) : undefined;
  return { exact, any: exact || (await isCommonText(trx, any)) };
}

async function isCommonText(trx: Trx, query: RawBuilder<unknown> | undefined): Promise<boolean> {
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

export async function countCaptures(trx: Trx, scope: Scope, filter: CaptureFilter): Promise<number> {
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
