import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { inScope, type Trx } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
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
  const rows = await isoRows(trx)<Omit<AuditEvent, 'actingName'> & { at: string }>`
    select e.id::text, e.actor_id as "actorId", e.actor_name as "actorName", e.action, e.subject_type as "subjectType",
      e.subject_id as "subjectId", e.detail, e.ip_address as "ipAddress", e.created_at as "createdAt",
      e.created_at::text as at, (
        select o.created_at from app.audit_events o
        where o.company_id = e.company_id and o.id = greatest(e.who_erased, e.what_erased)) as "erasedOn"
    from app.audit_events e
    where ${auditConditions(scope, filter)}
      ${after === undefined ? sql`` : sql`and (e.created_at, e.id) < (${after.at}::timestamptz, ${after.id}::bigint)`}
    order by e.created_at desc, e.id desc
    limit ${size + 1}`;
  const last = rows.length > size ? rows[size - 1] : undefined;
  return {
    events: rows
      .slice(0, size)
      .map(({ at: _, detail: { impersonatedBy, impersonatedByName, ...detail }, ...event }) => ({
        ...event,
        detail,
        actingName: impersonatedBy === undefined ? null : String(impersonatedByName ?? ''),
      })),
    ...(last ? { nextCursor: encodeCursor({ at: last.at, id: last.id }) } : {}),
  };
}
