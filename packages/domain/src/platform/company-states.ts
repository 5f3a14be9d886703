import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';
import { isoRows } from '../iso-rows.ts';
import { notify } from '../notifications/notify.ts';
import type { PlatformActor } from '../platform-actor.ts';
import type { CompanyChange, CompanyState } from './company-change.ts';
import { limitColumns } from './list-companies.ts';

export interface StoredCompany {
  id: string;
  name: string;
  revision: number;
  state: CompanyState;
}

/** The companies by name; `lock`: nobody else changes them until the transaction ends. */
export async function findCompanyStates(
  db: Kysely<DB>,
  ids: string[],
  { lock = false } = {},
): Promise<StoredCompany[]> {
  if (lock)
    await sql`
      select 1 from app.company_settings where company_id = any(${ids}::uuid[]) order by company_id for update`.execute(
      db,
    );
  const rows = await isoRows(db)<Omit<StoredCompany, 'state'> & CompanyState>`
    select c.id, c.name, s.revision, s.status, s.status_reason as "statusReason", s.closing_at as "closingAt",
      s.status_before_closing as "statusBeforeClosing", ${limitColumns}
    from app.company_settings s join app.platform_companies c on c.id = s.company_id
    where s.company_id = any(${ids}::uuid[]) order by lower(c.name), c.id`;
  return rows.map(({ id, name, revision, ...state }) => ({ id, name, revision, state }));
}

export interface Change {
  company: StoredCompany;
  next: CompanyState;
}

/** Actions of the lists by what was done. */
export const changeActions: Record<CompanyChange['kind'] | 'undo', string> = {
  suspend: 'company.suspended',
  resume: 'company.resumed',
  close: 'company.closing',
  reopen: 'company.reopened',
  limits: 'company.limits_changed',
  undo: 'company.change_undone',
};

const notified = {
  suspend: 'company.suspended',
  resume: 'company.resumed',
  close: 'company.closing',
  reopen: 'company.reopened',
} as const;

/**
 * Writes the changes of locked companies and says so in both lists: the platform's and each company's own. Owners are
 * told. In the caller's transaction, as readout_platform.
 */
export async function writeCompanyChanges(
  trx: Kysely<DB>,
  actor: PlatformActor,
  kind: CompanyChange['kind'] | 'undo',
  changes: Change[],
  { bulkId }: { bulkId?: string } = {},
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ company, next }) => ({
    id: company.id,
    status: next.status,
    reason: next.statusReason,
    closing_at: next.closingAt,
    before_closing: next.statusBeforeClosing,
    max_members: next.limits.maxMembers,
    max_captures: next.limits.maxCapturesPerMonth,
    max_bytes: next.limits.maxBytes,
    max_reading: next.limits.maxReadingSecondsPerDay,
    max_page: next.limits.maxReadingSecondsPerPage,
    max_rereads: next.limits.maxRereadsPerDay,
    detail: detailOf(company.state, next),
  }));
  const listed = JSON.stringify(rows);
  await sql`
    update app.company_settings s set
      status = n.status, status_reason = n.reason, closing_at = n.closing_at, status_before_closing = n.before_closing,
      max_members = n.max_members, max_captures_per_month = n.max_captures, max_bytes = n.max_bytes,
      -- Changes recorded before these columns existed can be undone, too.
      max_reading_seconds_per_day = coalesce(n.max_reading, s.max_reading_seconds_per_day),
      max_reading_seconds_per_page = coalesce(n.max_page, s.max_reading_seconds_per_page),
      max_rereads_per_day = coalesce(n.max_rereads, s.max_rereads_per_day), revision = s.revision + 1
    from jsonb_to_recordset(${listed}::jsonb) as n (id uuid, status text, reason text, closing_at timestamptz, before_closing text,
      max_members integer, max_captures integer, max_bytes bigint, max_reading integer, max_page integer, max_rereads integer)
    where s.company_id = n.id`.execute(trx);
  await sql`
    insert into app.audit_events (company_id, actor_id, actor_name, ip_address, action, subject_type, subject_id, detail)
    select n.id, ${actor.userId}::uuid, ${actor.name}, ${actor.ipAddress ?? null}, ${changeActions[kind]}, 'company', n.id::text,
      n.detail || '{"byPlatform": true}'
    from jsonb_to_recordset(${listed}::jsonb) as n (id uuid, detail jsonb)`.execute(trx);
  await recordPlatformEvent(
    trx,
    actor,
    changes.map(({ company }, index) => ({
      action: changeActions[kind],
      subjectType: 'company' as const,
      subjectId: company.id,
      subjectName: company.name,
      detail: { ...rows[index]?.detail, ...(bulkId ? { bulkId } : {}) },
    })),
  );
  for (const { company, next } of changes) {
    const what = kind === 'undo' ? undoneAs(company.state, next) : kind;
    if (what === undefined || what === 'limits') continue;
    const { rows: owners } = await sql<{ user_id: string }>`
      select user_id from app.platform_members where company_id = ${company.id}::uuid and role = 'owner'`.execute(
      trx,
    );
    await notify(trx, {
      companyId: company.id,
      userIds: owners.map((owner) => owner.user_id),
      kind: notified[what],
      subjectType: 'company',
      subjectId: company.id,
      detail: {
        companyName: company.name,
        actorName: actor.name,
        ...(next.statusReason ? { reason: next.statusReason } : {}),
      },
      actorId: actor.userId,
    });
  }
}

/** What undoing amounts to for those it concerns. */
function undoneAs(before: CompanyState, next: CompanyState): 'suspend' | 'resume' | undefined {
  if (before.status === next.status) return undefined;
  return next.status === 'suspended' ? 'suspend' : 'resume';
}

/** `{name: {from, to}}` of what differs. */
function detailOf(before: CompanyState, next: CompanyState): Record<string, unknown> {
  const flat = ({ limits, status, statusReason }: CompanyState): Record<string, unknown> => ({
    status,
    reason: statusReason,
    ...limits,
  });
  const [from, to] = [flat(before), flat(next)];
  return Object.fromEntries(
    Object.keys(to)
      .filter((name) => from[name] !== to[name])
      .map((name) => [name, { from: from[name], to: to[name] }]),
  );
}
