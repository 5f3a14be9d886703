import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { inScope, type Trx } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { type AuditFilter, auditConditions } from './audit-conditions.ts';

export interface AuditEvent {
  id: string;
  /** null: Readout by itself. */
  actorId: string | null;
  actorName: string;
  /** Who did it, acting as the person; null: the person. Empty where no name was recorded. */
  actingName: string | null;
  /** Past tense, dotted: `record.confirmed`. */
  action: string;
  subjectType: string;
  subjectId: string;
  detail: Record<string, unknown>;
  ipAddress: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** When names or texts of it were erased, ISO 8601; null: it is as it was written. */
  erasedOn: string | null;
}

/** Who did what, newest first. The cursor is the last event's key: a page costs the same wherever it is. */
export async function listAuditEvents(
  { db }: { db: Kysely<DB> },
  {
    scope,
    filter = {},
    cursor,
    limit = 50,
  }: { scope: Scope; filter?: AuditFilter; cursor?: string; limit?: number },
): Promise<{ events: AuditEvent[]; nextCursor?: string }> {
  demand(scope, 'audit.see');
  const size = Math.min(Math.max(Math.trunc(limit), 1), 200);
  return inScope(db, scope, (trx) => readEvents(trx, scope, { filter, cursor, size }));
}

/** A page of events, for who has checked the permission. */
export async function readEvents(
  trx: Trx,
  scope: Scope,
  { filter, cursor, size }: { filter: AuditFilter; cursor: string | undefined; size: number },
): Promise<{ events: AuditEvent[]; nextCursor?: string }> {
  const after = cursor ? decodeCursor(cursor) : undefined;
  const { rows } = await sql<{
    id: number;
    actor_id: string | null;
    actor_name: string;
    action: string;
    subject_type: string;
    subject_id: string;
    detail: Record<string, unknown>;
    ip_address: string | null;
    created_at: Date;
    erased_on: Date | null;
    at: string;
  }>`
    select e.id, e.actor_id, e.actor_name, e.action, e.subject_type, e.subject_id, e.detail, e.ip_address, e.created_at,
      e.created_at::text as at, (
        select o.created_at from app.audit_events o
        where o.company_id = e.company_id and o.id = greatest(e.who_erased, e.what_erased)) as erased_on
    from app.audit_events e
    where ${auditConditions(scope, filter)}
      ${after === undefined ? sql`` : sql`and (e.created_at, e.id) < (${after.at}::timestamptz, ${after.id}::bigint)`}
    order by e.created_at desc, e.id desc
    limit ${size + 1}`.execute(trx);
  const last = rows.length > size ? rows[size - 1] : undefined;
  return {
    events: rows
      .slice(0, size)
      .map(({ detail: { impersonatedBy, impersonatedByName, ...detail }, ...row }) => ({
        id: String(row.id),
        actorId: row.actor_id,
        actorName: row.actor_name,
        actingName: impersonatedBy === undefined ? null : String(impersonatedByName ?? ''),
        action: row.action,
        subjectType: row.subject_type,
        subjectId: row.subject_id,
        detail,
        ipAddress: row.ip_address,
        createdAt: row.created_at.toISOString(),
        erasedOn: row.erased_on?.toISOString() ?? null,
      })),
    ...(last ? { nextCursor: encodeCursor({ at: last.at, id: String(last.id) }) } : {}),
  };
}
