import { sql } from 'kysely';
import type { Scope } from '../actor.ts';
import type { Trx } from '../in-scope.ts';

export interface AuditEntry {
  /** Past tense, dotted: `record.confirmed`, `capture.trashed`. */
  action: string;
  subjectType:
    | 'api_key'
    | 'capture'
    | 'record'
    | 'saved_view'
    | 'bulk_action'
    | 'company'
    | 'delivery_target'
    | 'export_profile'
    | 'member'
    | 'invitation'
    | 'plugin'
    | 'program'
    | 'region_profile'
    | 'signing_key'
    | 'watch';
  subjectId: string;
  detail?: Record<string, unknown>;
}

/** Appends to the company's audit list in the transaction of what is being done. */
export async function recordAuditEvent(
  trx: Trx,
  { companyId, actor }: Scope,
  entry: AuditEntry | AuditEntry[],
): Promise<void> {
  const entries = Array.isArray(entry) ? entry : [entry];
  if (entries.length === 0) return;
  const actedAs = {
    ...(actor.impersonatedBy
      ? { impersonatedBy: actor.impersonatedBy, impersonatedByName: actor.impersonatedByName ?? '' }
      : {}),
    ...(actor.apiKey ? { apiKey: actor.apiKey } : {}),
    ...(actor.program ? { program: actor.program } : {}),
  };
  const rows = entries.map(({ action, subjectType, subjectId, detail }) => ({
    action,
    subject_type: subjectType,
    subject_id: subjectId,
    detail: { ...detail, ...actedAs },
  }));
  await sql`
    insert into app.audit_events (company_id, actor_id, actor_name, ip_address, action, subject_type, subject_id, detail)
    select ${companyId}::uuid, ${actor.userId}::uuid, ${actor.name}, ${actor.ipAddress ?? null}, e.action, e.subject_type, e.subject_id, e.detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (action text, subject_type text, subject_id text, detail jsonb)
  `.execute(trx);
}

/**
 * The same for what somebody who acts as a member gets to see, before they see it; what members look at themselves is
 * written down nowhere.
 */
export async function recordSeen(trx: Trx, scope: Scope, entry: AuditEntry): Promise<void> {
  if (scope.actor.impersonatedBy) await recordAuditEvent(trx, scope, entry);
}

/** The same for what the system does by itself. */
export async function recordSystemEvent(trx: Trx, companyId: string, entry: AuditEntry): Promise<void> {
  await sql`
    insert into app.audit_events (company_id, actor_id, actor_name, action, subject_type, subject_id, detail)
    values (${companyId}::uuid, null, 'Readout', ${entry.action}, ${entry.subjectType}, ${entry.subjectId}, ${JSON.stringify(entry.detail ?? {})}::jsonb)
  `.execute(trx);
}
