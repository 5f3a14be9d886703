import { createHash } from 'node:crypto';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';

/** Tries of one account from one address that are free within a minute. */
export const freeTries = 10;
/** Of one address over all accounts: guessing one password for many. */
export const freeTriesOfAddress = 50;
const windowSeconds = 60;
const maxWaitSeconds = 900;

export interface Attempt {
  email: string;
  ipAddress: string;
}

/** Something that may be tried so often within a minute before it has to wait. */
export interface CountedKey {
  /** What is counted, for instance `mail ada@example.com`; stored as its SHA-256. */
  key: string;
  free: number;
}

/**
 * Counts a try before the password is looked at, so that tries sent at once are all counted, and refuses it where
 * there were too many: after ten within a minute each further one has to wait twice as long as the one before
 * (15 s, 30 s, … 15 min). A success or a quarter of an hour of rest forgets them.
 *
 * @throws AppError `sign_in.too_many_tries` with `retryAfterSeconds`
 */
export async function countSignInAttempt(deps: { auth: Kysely<DB> }, attempt: Attempt): Promise<void> {
  await countTries(deps, [
    { key: accountKey(attempt), free: freeTries },
    { key: addressKey(attempt), free: freeTriesOfAddress },
  ]);
}

/** After a success: the account's failures from this address no longer count. */
export async function forgetSignInAttempts(deps: { auth: Kysely<DB> }, attempt: Attempt): Promise<void> {
  await forgetTries(deps, accountKey(attempt));
}

/**
 * Counts one try under each key.
 *
 * @throws AppError `sign_in.too_many_tries` with the longest wait as `retryAfterSeconds`
 */
export async function countTries({ auth }: { auth: Kysely<DB> }, keys: CountedKey[]): Promise<void> {
  const waits = await Promise.all(keys.map(({ key, free }) => count(auth, hash(key), free)));
  const retryAfterSeconds = Math.ceil(Math.max(...waits));
  if (retryAfterSeconds <= 0) return;
  throw new AppError(
    'too_many_requests',
    'sign_in.too_many_tries',
    `Too many tries. Wait ${retryAfterSeconds < 90 ? `${retryAfterSeconds} seconds` : `${Math.ceil(retryAfterSeconds / 60)} minutes`} and try again.`,
    { retryAfterSeconds },
  );
}

/** After a success, with whatever nobody tried for a day. */
export async function forgetTries({ auth }: { auth: Kysely<DB> }, key: string): Promise<void> {
  await sql`delete from auth.sign_in_attempts where key = ${hash(key)} or last_at < now() - interval '1 day'`.execute(
    auth,
  );
}

/** Seconds to wait; 0 where the try may go ahead. A refused try is not counted, or waiting would never end. */
async function count(auth: Kysely<DB>, key: string, free: number): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    insert into auth.sign_in_attempts as a (key, failures) values (${key}, 1)
    on conflict (key) do update set
      failures = case
        when a.last_at < now() - make_interval(secs => ${maxWaitSeconds}) then 1
        when a.failures < ${free} and a.first_at < now() - make_interval(secs => ${windowSeconds}) then 1
        else a.failures + 1 end,
      first_at = case
        when a.last_at < now() - make_interval(secs => ${maxWaitSeconds}) then now()
        when a.failures < ${free} and a.first_at < now() - make_interval(secs => ${windowSeconds}) then now()
        else a.first_at end,
      last_at = now()
    where a.failures < ${free}
      or a.last_at + make_interval(secs => least(${maxWaitSeconds}, 15 * power(2, a.failures - ${free}))) <= now()
    returning 0 as wait`.execute(auth);
  if (rows.length > 0) return 0;
  const refused = await sql<{ wait: number }>`
    select extract(epoch from last_at + make_interval(secs => least(${maxWaitSeconds}, 15 * power(2, failures - ${free}))) - now())::float8 as wait
    from auth.sign_in_attempts where key = ${key}`.execute(auth);
  return Math.max(1, refused.rows[0]?.wait ?? 1);
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const accountKey = ({ email, ipAddress }: Attempt) => `account ${email.trim().toLowerCase()} ${ipAddress}`;
const addressKey = ({ ipAddress }: Attempt) => `address ${ipAddress}`;
