import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';

export interface AuditEvent {
  id: string;
  actorName: string;
  action: string;
  subjectType: string;
  subjectId: string;
  detail: Record<string, unknown>;
  ipAddress: string | null;
  createdAt: string;
}

/** Who did what, newest first. `subjectId` narrows to one capture, record or other thing. */
export async function listAuditEvents(
  { db }: { db: Kysely<DB> },
  {
    scope,
    subjectId,
    cursor,
    limit = 50,
  }: { scope: Scope; subjectId?: string; cursor?: string; limit?: number },
): Promise<{ events: AuditEvent[]; nextCursor?: string }> {
  demand(scope, 'audit.see');
  const size = Math.min(Math.max(limit, 1), 200);
  const after = cursor ? decodeCursor(cursor) : undefined;
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<{
      id: string;
      actor_name: string;
      action: string;
      subject_type: string;
      subject_id: string;
      detail: Record<string, unknown>;
      ip_address: string | null;
      created_at: Date;
      at: string;
    }>`
      select id, actor_name, action, subject_type, subject_id, detail, ip_address, created_at, created_at::text as at
      from app.audit_events
      where company_id = ${scope.companyId}
        ${subjectId === undefined ? sql`` : sql`and subject_id = ${subjectId}`}
        ${after === undefined ? sql`` : sql`and (created_at, id) < (${after.at}::timestamptz, ${after.id}::bigint)`}
      order by created_at desc, id desc
      limit ${size + 1}
    `.execute(trx);
    const last = rows.length > size ? rows[size - 1] : undefined;
    return {
      events: rows.slice(0, size).map((row) => ({
        id: row.id,
        actorName: row.actor_name,
        action: row.action,
        subjectType: row.subject_type,
        subjectId: row.subject_id,
        detail: row.detail,
        ipAddress: row.ip_address,
        createdAt: row.created_at.toISOString(),
      })),
      ...(last ? { nextCursor: encodeCursor({ at: last.at, id: last.id }) } : {}),
    };
  });
}
