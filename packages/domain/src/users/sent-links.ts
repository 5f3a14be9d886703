import { createHash } from 'node:crypto';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';

export type LinkPurpose = 'verify_email' | 'change_email' | 'reset_password' | 'sign_in';

export interface SentLink {
  token: string;
  purpose: LinkPurpose;
  userId: string;
  withoutSmtp: boolean;
  expiresAt: Date;
}

export interface FoundLink {
  purpose: LinkPurpose;
  userId: string;
  withoutSmtp: boolean;
}

/** Remembers that a link went out. `auth`: as readout_auth. */
export async function recordSentLink({ auth }: { auth: Kysely<DB> }, link: SentLink): Promise<void> {
  await sql`
    insert into auth.sent_links (token_hash, purpose, user_id, without_smtp, expires_at)
    values (${hashOf(link.token)}, ${link.purpose}, ${link.userId}::uuid, ${link.withoutSmtp}, ${link.expiresAt})`.execute(
    auth,
  );
}

/**
 * Looks at a link somebody followed, without using it up.
 *
 * @throws AppError `link.invalid` (never sent, cut off or made up, or for another purpose), `link.used`, `link.expired`
 */
export async function checkSentLink(
  { auth }: { auth: Kysely<DB> },
  { token, purposes }: { token: string; purposes: readonly LinkPurpose[] },
): Promise<FoundLink> {
  const { rows } = await sql<{
    purpose: LinkPurpose;
    user_id: string;
    without_smtp: boolean;
    is_used: boolean;
    is_expired: boolean;
  }>`
    select purpose, user_id, without_smtp, used_at is not null as is_used, expires_at <= now() as is_expired
    from auth.sent_links where token_hash = ${hashOf(token)}`.execute(auth);
  const link = rows[0];
  if (!link || !purposes.includes(link.purpose)) throw new AppError('link.invalid');
  if (link.is_used) throw new AppError('link.used');
  if (link.is_expired) throw new AppError('link.expired');
  return { purpose: link.purpose, userId: link.user_id, withoutSmtp: link.without_smtp };
}

/**
 * Uses a link up: of several who follow it at once one gets through.
 *
 * @throws AppError as `checkSentLink`
 */
export async function claimSentLink(
  { auth }: { auth: Kysely<DB> },
  { token, purposes }: { token: string; purposes: readonly LinkPurpose[] },
): Promise<FoundLink> {
  const { rows } = await sql<{ purpose: LinkPurpose; user_id: string; without_smtp: boolean }>`
    update auth.sent_links set used_at = now()
    where token_hash = ${hashOf(token)} and purpose = any(${[...purposes]}::text[]) and used_at is null and expires_at > now()
    returning purpose, user_id, without_smtp`.execute(auth);
  const link = rows[0];
  if (link) {
    await sql`delete from auth.sent_links where expires_at < now() - interval '30 days'`.execute(auth);
    return { purpose: link.purpose, userId: link.user_id, withoutSmtp: link.without_smtp };
  }
  await checkSentLink({ auth }, { token, purposes });
  throw new AppError('link.used', { reason: 'under_way' });
}

/** Links that may no longer be used: all, or those of one purpose, after a newer one or a change made them pointless. */
export async function withdrawLinks(
  { auth }: { auth: Kysely<DB> },
  { userId, purpose }: { userId: string; purpose?: LinkPurpose },
): Promise<void> {
  await sql`
    update auth.sent_links set used_at = now()
    where user_id = ${userId}::uuid and purpose = coalesce(${purpose ?? null}, purpose) and used_at is null and expires_at > now()`.execute(
    auth,
  );
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
