import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { isTimeZone } from '../time-zone.ts';
import { isUuid } from '../uuid.ts';

/** Filters of the company's audit list; all optional, kept in the address under these names. */
export interface AuditFilter {
  /** Id of who did it; `system`: Readout by itself. */
  person?: string;
  /** What comes before the dot of the action: `record`, `member`, … */
  group?: string;
  /** Id of one capture, record, member or other thing. */
  subject?: string;
  /** ISO dates, inclusive, of `timeZone`. */
  from?: string;
  to?: string;
  /** IANA name; UTC unless said otherwise. */
  timeZone?: string;
}

/** As conditions on `app.audit_events e`. @throws AppError `list.bad_filter` */
export function auditConditions({ companyId }: Scope, filter: AuditFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`e.company_id = ${companyId}::uuid`];
  if (filter.person === 'system') conditions.push(sql`e.actor_id is null`);
  else if (filter.person) {
    if (!isUuid(filter.person)) throw badFilter('person', filter.person);
    conditions.push(sql`e.actor_id = ${filter.person}::uuid`);
  }
  if (filter.group) conditions.push(sql`e.action_group = ${filter.group.replaceAll('\0', '')}`);
  if (filter.subject) conditions.push(sql`e.subject_id = ${filter.subject.replaceAll('\0', '')}`);
  const timeZone = filter.timeZone ?? 'UTC';
  if (!isTimeZone(timeZone)) throw badFilter('time zone', timeZone);
  if (filter.from)
    conditions.push(sql`e.created_at >= (${day(filter.from)}::date::timestamp at time zone ${timeZone})`);
  if (filter.to)
    conditions.push(sql`e.created_at < ((${day(filter.to)}::date + 1)::timestamp at time zone ${timeZone})`);
  return sql.join(conditions, sql` and `);
}

function day(value: string): string {
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
  return new AppError('list.bad_filter', { what, value: value.slice(0, 100) });
}
