import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import type { AccountActor } from './own-account.ts';

/** A session in which the person proved who they are at most so long ago may do what is sensitive. */
export const freshForSeconds = 10 * 60;

export interface Account {
  name: string;
  email: string;
  emailVerified: boolean;
  /** ISO 8601. */
  createdAt: string;
  termsVersion: string | null;
  privacyVersion: string | null;
  /** ISO 8601; when the versions above were accepted. */
  acceptedAt: string;
  hasPassword: boolean;
  hasTwoFactor: boolean;
  /** Whether the person proved who they are within the last ten minutes of this session. */
  isFresh: boolean;
  /** Accounts of other services that sign in here, oldest first. */
  providers: { accountId: string; providerId: string; linkedAt: string }[];
  passkeys: PasskeyEntry[];
}

export interface PasskeyEntry {
  id: string;
  name: string | null;
  /** Model of the authenticator (AAGUID), where it tells. */
  aaguid: string | null;
  /** Copied by its maker to the person's other devices. */
  isSynced: boolean;
  /** ISO 8601, null where unknown. */
  createdAt: string | null;
}

/** What an account consists of, without anything secret. `auth`: as readout_auth. @throws AppError `account.gone` */
export async function getAccount(
  { auth }: { auth: Kysely<DB> },
  { actor }: { actor: AccountActor },
): Promise<Account> {
  const { rows } = await sql<Account>`
    select u.name, u.email, u.email_verified as "emailVerified", ${iso(sql`u.created_at`)} as "createdAt",
      u.terms_version as "termsVersion", u.privacy_version as "privacyVersion", u.two_factor_enabled as "hasTwoFactor",
      coalesce((select ${iso(sql`max(e.created_at)`)} from auth.user_events e where e.user_id = u.id and e.action = 'terms.accepted'),
        ${iso(sql`u.created_at`)}) as "acceptedAt",
      exists (select from auth.account a where a.user_id = u.id and a.password is not null) as "hasPassword",
      exists (select from auth.session s where s.id = ${actor.sessionId}::uuid and s.user_id = u.id
        and s.created_at > now() - make_interval(secs => ${freshForSeconds})) as "isFresh",
      coalesce((select json_agg(json_build_object('accountId', a.id, 'providerId', a.provider_id, 'linkedAt', a.created_at) order by a.created_at)
        from auth.account a where a.user_id = u.id and a.provider_id <> 'credential'), '[]') as providers,
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'aaguid', p.aaguid, 'isSynced', p.backed_up,
        'createdAt', p.created_at) order by p.created_at, p.id)
        from auth.passkey p where p.user_id = u.id), '[]') as passkeys
    from auth."user" u where u.id = ${actor.userId}::uuid and u.deleted_at is null`.execute(auth);
  const account = rows[0];
  if (!account) throw new AppError('account.gone');
  return account;
}

/** The person has just proved again who they are: what is sensitive is open for the next ten minutes. */
export async function refreshSession(
  { auth }: { auth: Kysely<DB> },
  { actor }: { actor: AccountActor },
): Promise<void> {
  await sql`update auth.session set created_at = now() where id = ${actor.sessionId}::uuid and user_id = ${actor.userId}::uuid`.execute(
    auth,
  );
}

const iso = (column: ReturnType<typeof sql>) =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
