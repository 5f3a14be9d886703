import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { demandOnPlatform, type PlatformActor } from './platform-actor.ts';

/** One thing that was done in a company: who and what, not what it was done with. */
export interface LatestEvent {
  companyId: string;
  companyName: string;
  actorName: string;
  action: string;
  subjectType: string;
  /** ISO 8601. */
  createdAt: string;
}

/** The latest events of all companies, newest first. */
export async function latestAuditEvents(
  { platform }: { platform: Kysely<DB> },
  { actor, limit = 12 }: { actor: PlatformActor; limit?: number },
): Promise<LatestEvent[]> {
  demandOnPlatform(actor, 'audit.see');
  const { rows } = await sql<{
    company_id: string;
    name: string;
    actor_name: string;
    action: string;
    subject_type: string;
    created_at: Date;
  }>`
    select e.company_id, c.name, e.actor_name, e.action, e.subject_type, e.created_at
    from (select company_id, actor_name, action, subject_type, created_at from app.audit_events
      order by created_at desc limit ${Math.min(Math.max(limit, 1), 100)}) e
    join app.platform_companies c on c.id = e.company_id
    order by e.created_at desc`.execute(platform);
  return rows.map((row) => ({
    companyId: row.company_id,
    companyName: row.name,
    actorName: row.actor_name,
    action: row.action,
    subjectType: row.subject_type,
    createdAt: row.created_at.toISOString(),
  }));
}
