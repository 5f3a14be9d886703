import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { reachOf } from '../policy.ts';
import { failedChecks, failures } from '../records/record-doubt.ts';
import { mayHaveWrongLetters, toTsQuery } from '../search/search-query.ts';
import { isTimeZone } from '../time-zone.ts';
import { isUuid } from '../uuid.ts';
import { hasTag } from './has-tag.ts';
import type { CaptureFilter } from './rules.ts';

/** Which of the documents that hold a text are meant, and what is known about how many they are. */
export interface TextMatch {
  /** `exact`: those that hold it as it was typed; `near`: those that hold it with wrong letters only. Both unless said. */
  only?: 'exact' | 'near' | undefined;
  /** So many captures hold it that walking down the list meets a page of them sooner than the index gathers them all. */
  isCommon?: { exact: boolean; any: boolean };
}

/**
 * The documents of the company that the actor sees and the filter names, as conditions on `app.captures c`
 * (first pages). `search` is a CTE to put before the query where text is searched for.
 * @throws AppError `list.bad_filter`
 */
export function captureConditions(
  scope: Scope,
  filter: CaptureFilter,
  match: TextMatch = {},
): { where: RawBuilder<unknown>; search: RawBuilder<unknown> } {
  const { companyId, actor } = scope;
  const conditions: RawBuilder<unknown>[] = [sql`c.company_id = ${companyId}::uuid`, sql`c.page_number = 1`];
  if (reachOf(actor, 'captures.see') !== 'all') conditions.push(sql`c.created_by = ${actor.userId}::uuid`);

  const place = filter.place ?? 'inbox';
  if (place === 'inbox') conditions.push(sql`c.trashed_at is null and c.archived_at is null`);
  else if (place === 'archive') conditions.push(sql`c.trashed_at is null and c.archived_at is not null`);
  else if (place === 'kept') conditions.push(sql`c.trashed_at is null`);
  else if (place === 'trash') conditions.push(sql`c.trashed_at is not null`);

  if (filter.ids) conditions.push(sql`c.id = any(${filter.ids.filter(isUuid).slice(0, 200)}::uuid[])`);
  if (filter.state === 'unread') conditions.push(sql`c.state in ('received', 'reading')`);
  else if (filter.state) conditions.push(sql`c.state = ${filter.state}`);
  if (filter.review === 'needs_review') conditions.push(sql`c.review_count > 0`);
  if (filter.review === 'any') conditions.push(sql`c.record_count > 0`);
  const ofRecord = recordConditions(filter, actor.userId);
  if (ofRecord.length > 0) {
    conditions.push(sql`exists (
      select 1 from app.captures p join app.records r on r.company_id = p.company_id and r.capture_id = p.id
      where p.company_id = c.company_id and p.document_id = c.id and ${sql.join(ofRecord, sql` and `)})`);
  }
  if (filter.source) conditions.push(sql`c.source = ${filter.source}`);
  if (filter.assigned) conditions.push(sql`c.assigned_to = ${person(filter.assigned, actor.userId)}::uuid`);
  if (filter.createdBy) conditions.push(sql`c.created_by = ${person(filter.createdBy, actor.userId)}::uuid`);
  const timeZone = filter.timeZone ?? 'UTC';
  if (!isTimeZone(timeZone)) throw badFilter('time zone', timeZone);
  const begins = (date: string) => sql`(${day(date)}::date::timestamp at time zone ${timeZone})`;
  const ends = (date: string) => sql`((${day(date)}::date + 1)::timestamp at time zone ${timeZone})`;
  if (filter.from) conditions.push(sql`c.created_at >= ${begins(filter.from)}`);
  if (filter.to) conditions.push(sql`c.created_at < ${ends(filter.to)}`);
  if (filter.waitingAt)
    conditions.push(sql`exists (
      select 1 from app.review_stretches s where s.company_id = c.company_id and s.document_id = c.id
        and s.began_at < ${ends(filter.waitingAt)} and (s.ended_at is null or s.ended_at >= ${ends(filter.waitingAt)}))`);
  if (filter.duplicates !== undefined)
    conditions.push(filter.duplicates ? sql`c.duplicate_of is not null` : sql`c.duplicate_of is null`);

  if (filter.tag) conditions.push(hasTag(filter.tag));

  const text = filter.q?.trim() ? textConditions(companyId, filter.q, match) : { where: [], search: sql`` };
  return { where: sql.join([...conditions, ...text.where], sql` and `), search: text.search };
}

function textConditions(
  companyId: string,
  q: string,
  { only, isCommon = { exact: false, any: false } }: TextMatch,
): { where: RawBuilder<unknown>[]; search: RawBuilder<unknown> } {
  const [exact, any] = [toTsQuery(q), toTsQuery(q, { withNear: mayHaveWrongLetters(q) })];
  if (!exact || !any) return { where: [sql`false`], search: sql`` };
  const gathered: RawBuilder<unknown>[] = [];
  const holds = (query: RawBuilder<unknown>, name: string, walks: boolean): RawBuilder<unknown> => {
    if (walks) return holdsText(query);
    // Materialised: the index of the text finds the few, never a walk along the list's order.
    gathered.push(sql`${sql.ref(name)} as materialized (
      select distinct p.document_id as id from app.find_captures(${query}) as f (id)
      join app.captures p on p.company_id = ${companyId}::uuid and p.id = f.id)`);
    return sql`c.id in (select id from ${sql.ref(name)})`;
  };
  const where =
    only === 'exact'
      ? [holds(exact, 'hits', isCommon.exact)]
      : [
          holds(any, 'hits', isCommon.any),
          ...(only === 'near' ? [sql`not ${holds(exact, 'exact_hits', isCommon.exact)}`] : []),
        ];
  return { where, search: gathered.length > 0 ? sql`with ${sql.join(gathered)}` : sql`` };
}

/** Whether a document `c` holds what a query asks for. */
export const holdsText = (query: RawBuilder<unknown>): RawBuilder<unknown> => sql`(exists (
  select 1 from app.captures p join app.capture_texts t on t.company_id = p.company_id and t.capture_id = p.id
  where p.company_id = c.company_id and p.document_id = c.id and t.terms @@ ${query}))`;

/** What one record `r` has to be for the filter. Its state alone is told by the counts of its document. */
export function recordConditions(filter: CaptureFilter, me: string): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (filter.plugin) conditions.push(sql`r.plugin_id = ${filter.plugin}`);
  if (filter.type) conditions.push(sql`r.type = ${filter.type}`);
  if (filter.confidence) {
    const [, from, to] = /^(\d{1,3})-(\d{1,3})$/.exec(filter.confidence) ?? [];
    if (from === undefined || to === undefined || Number(to) > 100 || Number(from) >= Number(to))
      throw badFilter('confidence', filter.confidence);
    conditions.push(sql`${roundedConfidence} >= ${Number(from) / 100}::float8`);
    if (Number(to) < 100) conditions.push(sql`${roundedConfidence} < ${Number(to) / 100}::float8`);
  }
  if (filter.corrected === 'none') conditions.push(sql`r.edited_fields = '{}'`);
  else if (filter.corrected === 'any') conditions.push(sql`r.edited_fields <> '{}'`);
  else if (filter.corrected) conditions.push(sql`${filter.corrected} = any(r.edited_fields)`);
  if (filter.amountFrom) conditions.push(sql`abs(r.total) >= ${amount(filter.amountFrom)}`);
  if (filter.amountTo) conditions.push(sql`abs(r.total) <= ${amount(filter.amountTo)}`);
  if (filter.documentFrom) conditions.push(sql`r.document_date >= ${day(filter.documentFrom)}`);
  if (filter.documentTo) conditions.push(sql`r.document_date <= ${day(filter.documentTo)}`);
  if (filter.merchant) conditions.push(sql`strpos(r.party, app.letters_of(${filter.merchant})) > 0`);
  if (filter.failed === 'any') conditions.push(sql`${failedChecks} > 0`);
  else if (filter.failed)
    conditions.push(
      sql`exists (select from unnest(${failures}) as f (name) where right(f.name, ${filter.failed.length + 2}) = ${`: ${filter.failed}`})`,
    );
  if (filter.confirmedBy === 'rule') conditions.push(sql`r.state = 'confirmed' and r.confirmed_by is null`);
  else if (filter.confirmedBy)
    conditions.push(sql`${person(filter.confirmedBy, me)}::uuid in (r.confirmed_by, r.first_confirmed_by)`);
  const isState = filter.review && filter.review !== 'any';
  if (isState && (filter.review !== 'needs_review' || conditions.length > 0))
    conditions.push(sql`r.state = ${filter.review}`);
  return conditions;
}

/** Confidence of a record `r`: 0.9 is kept as 0.8999999762 and belongs to 90 % all the same. */
export const roundedConfidence = sql`(r.confidence::float8 + 0.000001)`;

function person(value: string, me: string): string {
  if (value === 'me') return me;
  if (!isUuid(value)) throw badFilter('person', value);
  return value;
}

function amount(value: string): RawBuilder<unknown> {
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(value)) throw badFilter('amount', value);
  return sql`${value}::double precision`;
}

function day(value: string): string {
  // 31 February parses as 3 March.
  const date = new Date(`${value}T00:00:00Z`);
  if (
    !/^\d{4}-\d\d-\d\d$/.test(value) ||
    Number.isNaN(date.getTime()) ||
    !date.toISOString().startsWith(value)
  )
    throw badFilter('date', value);
  return value;
}

function badFilter(what: string, value: string): AppError {
  return new AppError('list.bad_filter', { what, value });
}
