import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope, SupportScope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { readLedger } from '../ledger/read-ledger.ts';
import { readingMsToday } from '../ledger/reading-of-today.ts';
import { demand } from '../policy.ts';
import { goneAt } from './close-company.ts';
import { companyNotFound } from './read-company.ts';

/** The company as its members see it in its settings. */
export interface CompanyProfile {
  id: string;
  name: string;
  /** ISO 8601. */
  createdAt: string;
  revision: number;
  status: 'active' | 'suspended' | 'closing';
  /** Why it is suspended, where that was said. */
  statusReason: string | null;
  /** ISO 8601: when a closing company is deleted. */
  goneAt: string | null;
  /** Closed by those who run the installation: owners cannot stop it. */
  closedByPlatform: boolean;
  requireTwoFactor: boolean;
  /** Whether nobody who runs the installation may act as a member. */
  actingRefused: boolean;
  /** What those who do may do besides reading, and until when (ISO 8601); null: nothing. */
  support: { scope: SupportScope; until: string } | null;
  owners: number;
  /**
   * What is used of what the company may use. Open invitations count as members to come, unfinished uploads as what they
   * were promised.
   */
  usage: Record<
    | 'members'
    | 'invitations'
    | 'capturesThisMonth'
    | 'bytes'
    | 'unfinishedUploads'
    | 'unfinishedBytes'
    | 'readingSecondsToday'
    | 'rereadsToday',
    number
  >;
  limits: Record<
    | 'members'
    | 'capturesPerMonth'
    | 'bytes'
    | 'readingSecondsPerDay'
    | 'readingSecondsPerPage'
    | 'rereadsPerDay',
    number
  >;
}

/** Name, state, safety, limits and what is used of them, for every member. */
export async function getCompany(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<CompanyProfile> {
  demand(scope, 'company.see');
  const { companyId } = scope;
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<{
      name: string;
      created_at: Date;
      revision: number;
      status: CompanyProfile['status'];
      status_reason: string | null;
      closing_at: Date | null;
      closed_by_platform: boolean;
      require_two_factor: boolean;
      acting_refused: boolean;
      support_scope: SupportScope | null;
      support_until: Date | null;
      is_supported: boolean;
      max_members: number;
      max_captures_per_month: number;
      max_bytes: number;
      max_reading_seconds_per_day: number;
      max_reading_seconds_per_page: number;
      max_rereads_per_day: number;
      reading_ms: number;
      rereads: number;
      members: number;
      owners: number;
      invitations: number;
    }>`
      select p.name, p.created_at, s.revision, s.status, s.status_reason, s.closing_at, s.closed_by_platform,
        s.require_two_factor, s.acting_refused, s.support_scope, s.support_until, coalesce(s.support_until > now(), false) as is_supported, s.max_members, s.max_captures_per_month, s.max_bytes,
        s.max_reading_seconds_per_day, s.max_reading_seconds_per_page, s.max_rereads_per_day, ${readingMsToday} as reading_ms,
        (select coalesce(sum(r.pages), 0)::int from app.reread_days r
          where r.company_id = s.company_id and r.day = (now() at time zone 'UTC')::date) as rereads,
        m.members, m.owners,
        (select count(*)::int from app.invitations i where i.company_id = ${companyId}::uuid
          and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()) as invitations
      from app.current_company_profile p
      join app.company_settings s on s.company_id = p.id
      cross join (select count(*)::int as members, (count(*) filter (where role = 'owner'))::int as owners from app.members) m`.execute(
      trx,
    );
    const row = rows[0];
    if (!row) throw companyNotFound();
    const used = await readLedger(trx, companyId);
    return {
      id: companyId,
      name: row.name,
      createdAt: row.created_at.toISOString(),
      revision: row.revision,
      status: row.status,
      statusReason: row.status_reason,
      goneAt: row.closing_at ? goneAt(row.closing_at).toISOString() : null,
      closedByPlatform: row.closed_by_platform,
      requireTwoFactor: row.require_two_factor,
      actingRefused: row.acting_refused,
      support:
        row.support_scope && row.support_until && row.is_supported
          ? { scope: row.support_scope, until: row.support_until.toISOString() }
          : null,
      owners: row.owners,
      usage: {
        members: row.members,
        invitations: row.invitations,
        capturesThisMonth: used.captures,
        bytes: used.bytes,
        unfinishedUploads: used.unfinished.uploads,
        unfinishedBytes: used.unfinished.bytes,
        readingSecondsToday: Math.round(Number(row.reading_ms) / 1000),
        rereadsToday: row.rereads,
      },
      limits: {
        members: row.max_members,
        capturesPerMonth: row.max_captures_per_month,
        bytes: Number(row.max_bytes),
        readingSecondsPerDay: row.max_reading_seconds_per_day,
        readingSecondsPerPage: row.max_reading_seconds_per_page,
        rereadsPerDay: row.max_rereads_per_day,
      },
    };
  });
}
