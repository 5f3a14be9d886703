import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { PlatformActor } from '../platform-actor.ts';

export interface PlatformEntry {
  /** Past tense, dotted: `company.suspended`, `user.signed_out`, `platform.read_only_on`. */
  action: string;
  subjectType: 'company' | 'user' | 'plugin' | 'platform' | 'mail' | 'bulk_action' | 'signing_key';
  subjectId: string;
  /** As it is called now. */
  subjectName?: string;
  detail?: Record<string, unknown>;
}

/**
 * Appends to the list of what was done to the installation, its companies and users, in the transaction of what is
 * being done, as readout_platform. `actor: null`: the system itself.
 */
export async function recordPlatformEvent(
  trx: Kysely<DB>,
  actor: Pick<PlatformActor, 'userId' | 'name' | 'ipAddress'> | null,
  entry: PlatformEntry | PlatformEntry[],
): Promise<void> {
  const entries = Array.isArray(entry) ? entry : [entry];
  if (entries.length === 0) return;
  const rows = entries.map(({ action, subjectType, subjectId, subjectName = '', detail = {} }) => ({
    action,
    subject_type: subjectType,
    subject_id: subjectId,
    subject_name: subjectName,
    detail,
  }));
  await sql`
    insert into platform.events (actor_id, actor_name, ip_address, action, subject_type, subject_id, subject_name, detail)
    select ${actor?.userId ?? null}::uuid, ${actor?.name ?? 'Readout'}, ${actor?.ipAddress ?? null},
      e.action, e.subject_type, e.subject_id, e.subject_name, e.detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e (action text, subject_type text, subject_id text, subject_name text, detail jsonb)
  `.execute(trx);
}
