import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { networkOf } from '../users/network-of.ts';
import { type Allowance, countTries } from '../users/sign-in-attempts.ts';
import { withoutHidden } from '../visible-name.ts';
import { isRedirectUri, maxRedirectUris, placeOf } from './rules.ts';

/** A program that registered itself. */
export interface Program {
  id: string;
  /** As it calls itself, which nobody checked. */
  name: string;
  redirectUris: string[];
}

const registrationsOfNetwork: Allowance = { free: 20, seconds: 3600 };
/** Days that a program is known which nobody let in, and after somebody last did. */
const unusedDays = 7;
const usedDays = 400;
const maxNameLength = 80;

/**
 * Registers a public client (RFC 7591). Anybody may: what it says is kept in bounds and never fetched.
 * @throws AppError `oauth.invalid_redirect_uri`, `sign_in.too_many_tries`
 */
export async function registerProgram(
  { auth }: { auth: Kysely<DB> },
  { name, redirectUris, ipAddress }: { name: string; redirectUris: readonly string[]; ipAddress: string },
): Promise<Program & { registeredAt: Date }> {
  const uris = [...new Set(redirectUris)];
  if (uris.length === 0 || uris.length > maxRedirectUris || !uris.every(isRedirectUri))
    throw new AppError('oauth.invalid_redirect_uri', { max: maxRedirectUris });
  await countTries({ auth }, [
    { key: `OAuth registrations from ${networkOf(ipAddress)}`, ...registrationsOfNetwork },
  ]);
  await sql`
    delete from auth.oauth_clients
    where coalesce(allowed_at, created_at) < now() - make_interval(days => ${unusedDays})
      and (allowed_at is null or allowed_at < now() - make_interval(days => ${usedDays}))`.execute(auth);
  const shown = [...withoutHidden(name)].slice(0, maxNameLength).join('').trim();
  const { rows } = await sql<{ id: string; name: string; created_at: Date }>`
    insert into auth.oauth_clients (name, redirect_uris)
    values (${shown || placeOf(uris[0]!).name.slice(0, maxNameLength)}, ${uris}::text[])
    returning id, name, created_at`.execute(auth);
  const made = rows[0]!;
  return { id: made.id, name: made.name, redirectUris: uris, registeredAt: made.created_at };
}
