import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole, SupportScope } from '../actor.ts';
import { isoRows } from '../iso-rows.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { getUser } from './change-user.ts';
import type { PlatformUser } from './list-users.ts';

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
    isoRows(platform)<PlatformUserDetail['events'][number]>`
      select e.id::text, e.actor_name as "actorName", e.action, e.created_at as "createdAt" from platform.events e
      where e.subject_id = ${user.id} order by e.id desc limit 10`,
  ]);
  return { ...user, companies: companies.rows, events };
}
