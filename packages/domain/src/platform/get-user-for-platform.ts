import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole, SupportScope } from '../actor.ts';
import { getUser } from './change-user.ts';
import type { PlatformUser } from './list-users.ts';
import { demandOnPlatform, type PlatformActor } from './platform-actor.ts';

export interface PlatformUserDetail extends PlatformUser {
  companies: {
    id: string;
    name: string;
    role: CompanyRole;
    /** Whether an owner lets nobody act as a member. */
    actingRefused: boolean;
    /** What owners let those do who act, besides reading. */
    support: SupportScope | null;
  }[];
  /** What administration did to the account, newest first. */
  events: { id: string; actorName: string; action: string; createdAt: string }[];
}

/** One account as administration sees it. @throws AppError `user.not_found` */
export async function getUserForPlatform(
  { platform }: { platform: Kysely<DB> },
  { actor, userId }: { actor: PlatformActor; userId: string },
): Promise<PlatformUserDetail> {
  demandOnPlatform(actor, 'users.see');
  const user = await getUser(platform, userId);
  const [companies, events] = await Promise.all([
    sql<PlatformUserDetail['companies'][number]>`
      select c.id, c.name, m.role, s.acting_refused as "actingRefused",
        case when s.support_until > now() then s.support_scope end as support
      from app.platform_members m
      join app.platform_companies c on c.id = m.company_id
      join app.company_settings s on s.company_id = m.company_id
      where m.user_id = ${user.id}::uuid order by lower(c.name), c.id limit 100`.execute(platform),
    sql<{ id: number; actor_name: string; action: string; created_at: Date }>`
      select id, actor_name, action, created_at from platform.events
      where subject_id = ${user.id} order by id desc limit 10`.execute(platform),
  ]);
  return {
    ...user,
    companies: companies.rows,
    events: events.rows.map((row) => ({
      id: String(row.id),
      actorName: row.actor_name,
      action: row.action,
      createdAt: row.created_at.toISOString(),
    })),
  };
}
