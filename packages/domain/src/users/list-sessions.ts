import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { type AccountActor, demandOwnAccount } from './own-account.ts';
import { recordUserEvent } from './record-user-event.ts';

export interface ListedSession {
  id: string;
  ipAddress: string;
  userAgent: string;
  /** ISO 8601. */
  signedInAt: string;
  /** ISO 8601, to the day or so for sessions that are used without a pause. */
  lastSeenAt: string;
  isCurrent: boolean;
  /** A platform admin acts as this user in it. */
  isSupport: boolean;
  /** A phone paired by QR code; null for everything else. */
  phone: { name: string; companyName: string; until: string } | null;
}

/** Where a person is signed in, the present session first, then the latest used. `auth`: as readout_auth. */
export async function listSessions(
  { auth }: { auth: Kysely<DB> },
  { actor }: { actor: AccountActor },
): Promise<ListedSession[]> {
  demandOwnAccount(actor);
  const { rows } = await sql<ListedSession>`
    select s.id, coalesce(s.ip_address, '') as "ipAddress", coalesce(s.user_agent, '') as "userAgent",
      ${iso(sql`s.signed_in_at`)} as "signedInAt", ${iso(sql`s.updated_at`)} as "lastSeenAt",
      s.id = ${actor.sessionId}::uuid as "isCurrent", s.impersonated_by is not null as "isSupport",
      case when c.id is not null then json_build_object('name', s.paired_name, 'companyName', c.name, 'until', ${iso(sql`s.expires_at`)}) end as phone
    from auth.session s left join auth.company c on c.id = s.paired_company_id where s.user_id = ${actor.userId}::uuid and s.expires_at > now()
    order by 6 desc, s.updated_at desc, s.id`.execute(auth);
  return rows;
}

/**
 * Signs out one of the person's other sessions, whose device is known no more; open pages of it hear of it at once.
 * @throws AppError `session.not_found` for the present one, another person's and one that is gone.
 */
export async function endSession(
  { auth }: { auth: Kysely<DB> },
  { actor, sessionId }: { actor: AccountActor; sessionId: string },
): Promise<void> {
  demandOwnAccount(actor);
  await auth.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      ip_address: string | null;
      user_agent: string | null;
      device_hash: string | null;
    }>`
      delete from auth.session s
      where s.id::text = ${sessionId} and s.user_id = ${actor.userId}::uuid and s.id <> ${actor.sessionId}::uuid
      returning s.ip_address, s.user_agent, s.device_hash`.execute(trx);
    const ended = rows[0];
    if (!ended) throw new AppError('session.not_found');
    await sql`
      delete from auth.devices where user_id = ${actor.userId}::uuid and device_hash = ${ended.device_hash}`.execute(
      trx,
    );
    await recordUserEvent(trx, {
      ...actor,
      action: 'session.ended',
      detail: { endedAddress: ended.ip_address, endedBrowser: ended.user_agent },
    });
  });
}

/** Signs out everywhere but here, the only device that stays known. @returns how many sessions ended. */
export async function endOtherSessions(
  { auth }: { auth: Kysely<DB> },
  { actor }: { actor: AccountActor },
): Promise<number> {
  demandOwnAccount(actor);
  return auth.transaction().execute(async (trx) => {
    const { numAffectedRows } = await sql`
      delete from auth.session s where s.user_id = ${actor.userId}::uuid and s.id <> ${actor.sessionId}::uuid`.execute(
      trx,
    );
    await sql`
      delete from auth.devices where user_id = ${actor.userId}::uuid and device_hash is distinct from
        (select s.device_hash from auth.session s where s.id = ${actor.sessionId}::uuid)`.execute(trx);
    const count = Number(numAffectedRows ?? 0n);
    if (count > 0) await recordUserEvent(trx, { ...actor, action: 'sessions.ended', detail: { count } });
    return count;
  });
}

const iso = (column: ReturnType<typeof sql>) =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
