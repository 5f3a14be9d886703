import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { AppError } from '../errors.ts';
import type { Trx } from '../in-scope.ts';
import { mayHaveWrongLetters, toTsQuery } from '../search/search-query.ts';
import { captureConditions, holdsText, type TextMatch } from './capture-conditions.ts';
import { type CaptureFilter, type CaptureSort, parseSort, type SortedBy } from './rules.ts';

const keys: Record<keyof SortedBy, { column: RawBuilder<unknown>; type: RawBuilder<unknown>; form: RegExp }> =
  {
    date: { column: sql`c.document_date`, type: sql`text`, form: /^\d{4}-\d\d-\d\d$/ },
    amount: {
      column: sql`c.total`,
      type: sql`double precision`,
      form: /^-?\d{1,15}(\.\d{1,20})?(e-\d{1,3})?$/,
    },
    merchant: { column: sql`c.party`, type: sql`text`, form: /^[^\0]+$/ },
    confidence: { column: sql`c.confidence`, type: sql`real`, form: /^\d(\.\d{1,12})?(e-\d{1,3})?$/ },
  };

/** Where a document stands in the list; `key` is what the list is sorted by, null where it has none. */
export interface ListPosition {
  part: number;
  key: string | null;
  at: string;
  id: string;
}

/** A stretch of the list: the list is its parts, one after the other. */
export interface ListPart {
  /** Which documents `app.captures c` are in it. */
  where: RawBuilder<unknown>;
  search: RawBuilder<unknown>;
  /** Those of this part after a position in it. */
  after(position: ListPosition): RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  /** The key as text. */
  key: RawBuilder<unknown>;
  isNear: boolean;
}

/**
 * The list of a filter in an order: first what holds the text as it was typed, then what holds it with wrong letters; in
 * each, first what has the key that one sorts by. So each part is read along one index, however far down one is.
 */
export function listParts(
  scope: Scope,
  { filter, sort, isCommon }: { filter: CaptureFilter; sort: CaptureSort } & Pick<TextMatch, 'isCommon'>,
): ListPart[] {
  const { by, isDescending } = parseSort(sort);
  const [direction, beyond] = isDescending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const matches = mayHaveWrongLetters(filter.q ?? '') ? (['exact', 'near'] as const) : [undefined];
  return matches.flatMap((only) => {
    const { where, search } = captureConditions(scope, filter, { only, ...(isCommon ? { isCommon } : {}) });
    const isNear = only === 'near';
    const byTime = {
      search,
      after: ({ at, id }: ListPosition) =>
        sql`and (c.created_at, c.id) ${beyond} (${at}::timestamptz, ${id}::uuid)`,
      order: sql`c.created_at ${direction}, c.id ${direction}`,
      key: sql`null`,
      isNear,
    };
    if (by === 'captured') return [{ ...byTime, where }];
    const { column, type } = keys[by];
    return [
      {
        where: sql`${where} and ${column} is not null`,
        search,
        after: ({ key, at, id }: ListPosition) =>
          sql`and (${column}, c.created_at, c.id) ${beyond} (${key}::${type}, ${at}::timestamptz, ${id}::uuid)`,
        order: sql`${column} ${direction}, c.created_at ${direction}, c.id ${direction}`,
        key: sql`${column}::text`,
        isNear,
      },
      { ...byTime, where: sql`${where} and ${column} is null` },
    ];
  });
}

export const encodePosition = ({ part, key, at, id }: ListPosition): string =>
  encodeCursor({ at, id }, String(part), key ?? '');

/** @throws AppError `list.bad_cursor` */
export function decodePosition(cursor: string, sort: CaptureSort, parts: readonly ListPart[]): ListPosition {
  const { at, id, more } = decodeCursor(cursor, 2);
  const [part = '', key = ''] = more;
  const { by } = parseSort(sort);
  // Of a sorted list every second part is of what lacks the key.
  const hasKey = by !== 'captured' && Number(part) % 2 === 0;
  const isKey = by !== 'captured' && hasKey ? keys[by].form.test(key) : key === '';
  if (!/^[0-3]$/.test(part) || Number(part) >= parts.length || !isKey) throw new AppError('list.bad_cursor');
  return { part: Number(part), key: key || null, at, id };
}

/** Where the document of a capture stands or would stand; undefined where there is none. */
export async function findPosition(
  trx: Trx,
  { companyId }: Scope,
  { captureId, filter, sort }: { captureId: string; filter: CaptureFilter; sort: CaptureSort },
): Promise<ListPosition | undefined> {
  const { by } = parseSort(sort);
  const exact = filter.q && mayHaveWrongLetters(filter.q) ? toTsQuery(filter.q) : undefined;
  const { rows } = await sql<{ id: string; at: string; key: string | null; is_near: boolean }>`
    select c.id, c.created_at::text as at, ${by === 'captured' ? sql`null` : sql`${keys[by].column}::text`} as key,
      ${exact ? sql`not ${holdsText(exact)}` : sql`false`} as is_near
    from app.captures p join app.captures c on c.company_id = p.company_id and c.id = p.document_id
    where p.company_id = ${companyId}::uuid and p.id = ${captureId}::uuid`.execute(trx);
  const [row] = rows;
  if (!row) return undefined;
  const { id, at, key } = row;
  const each = by === 'captured' ? 1 : 2;
  return { id, at, key, part: (row.is_near ? each : 0) + (by !== 'captured' && key === null ? 1 : 0) };
}
