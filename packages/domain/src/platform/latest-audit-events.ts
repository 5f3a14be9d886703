import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import { isoRows } from '../iso-rows.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';

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
  return isoRows(platform)<LatestEvent>`
    select e.company_id as "companyId", c.name as "companyName", e.actor_name as "actorName", e.action,
      e.subject_type as "subjectType", e.created_at as "createdAt"
    from (select company_id, actor_name, action, subject_type, created_at from app.audit_events
      order by created_at desc limit ${Math.min(Math.max(limit, 1), 100)}) e
    join app.platform_companies c on c.id = e.company_id
    order by e.created_at desc`;
}
