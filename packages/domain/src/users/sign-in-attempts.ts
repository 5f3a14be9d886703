import { createHash } from 'node:crypto';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { networkOf } from './network-of.ts';

/** Failures that are free, within so many seconds; then the wait grows, from 15 s to 15 min (auth.count_tries). */
export interface Allowance {
  free: number;
  seconds: number;
}

/** Of one account from one network, or from one device that the account knows. */
export const triesOfAccount: Allowance = { free: 10, seconds: 60 };
/** Of one account from anywhere. */
export const triesFromAnywhere: Allowance = { free: 25, seconds: 600 };
/** Accounts tried from one network, each counted once a minute: one password for many, or a list that leaked. */
export const accountsOfNetwork: Allowance = { free: 100, seconds: 600 };
/** The same over all networks. */
export const accountsOfAll: Allowance = { free: 2000, seconds: 600 };

/** Something that may be tried so often before it has to wait. */
export interface CountedKey extends Allowance {
  /** What is counted, for instance `mail ada@example.com`; stored as its SHA-256. */
  key: string;
  /** Refuses nothing by itself; how long it would have is said in {@link CountedTry.wait}. */
  isSoft?: boolean;
  /** Counted only where this other key of the same try had none yet. */
  once?: string;
}

/** A try that was counted as a failure before anything was looked at, so that tries sent at once are all counted. */
export interface CountedTry {
  /** Seconds a soft key would have made it wait; 0 where none. */
  wait: number;
  /** Failures under each key now, this one included, in the order of the keys. */
  failures: number[];
  /** It was no failure. Each key counts one less, those named in `over` begin again. */
  release(over?: string[]): Promise<void>;
}

interface Deps {
  /** As readout_auth. */
  auth: Kysely<DB>;
}

/**
 * Counts one try under all keys, or under none where one of them makes it wait.
 *
 * @throws AppError `sign_in.too_many_tries` with the longest wait as `retryAfterSeconds`
 */
export async function countTries({ auth }: Deps, keys: CountedKey[]): Promise<CountedTry> {
  const tries = keys.map(({ key, free, seconds, isSoft, once }) => ({
    key: hash(key),
    free,
    seconds,
    ...(isSoft ? { soft: true } : {}),
    ...(once === undefined ? {} : { once: hash(once) }),
  }));
  const { rows } = await sql<{
    answer: { wait: number; softWait: number; counted: string[]; failures: number[] };
  }>`select auth.count_tries(${JSON.stringify(tries)}::jsonb) as answer`.execute(auth);
  const answer = rows[0]?.answer ?? { wait: 900, softWait: 0, counted: [], failures: [] };
  if (answer.wait > 0) throw tooManyTries(answer.wait);
  return {
    wait: answer.softWait,
    failures: answer.failures,
    async release(over = []) {
      await sql`select auth.release_tries(${answer.counted}::text[], ${over.map(hash)}::text[])`.execute(
        auth,
      );
      await sql`delete from auth.sign_in_attempts where last_at < now() - interval '1 day'`.execute(auth);
    },
  };
}

export function tooManyTries(seconds: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds));
  return new AppError('sign_in.too_many_tries', {
    minutes: retryAfterSeconds < 90 ? 0 : Math.ceil(retryAfterSeconds / 60),
    retryAfterSeconds,
  });
}

export interface Attempt {
  /** As typed. */
  email: string;
  ipAddress: string;
  /** Of the browser's signed cookie; undefined where it has none. */
  deviceId: string | undefined;
}

export interface SignInAttempt {
  /** It was right, or nothing that a guesser would learn from. */
  release(): Promise<void>;
  /** Failures of the account, this one included. */
  failures: number;
  /** What to answer instead of "wrong", so that nobody learns which account a network or a device is known to. */
  refusal: AppError | undefined;
}

/**
 * Counts a try to sign in with a password. From a device the account knows, only its own tries count: nobody else's
 * keep its owner out. From a network somebody was signed in from before, what others do there does not.
 *
 * @throws AppError `sign_in.too_many_tries`
 */
export async function countSignInAttempt(deps: Deps, attempt: Attempt): Promise<SignInAttempt> {
  const email = attempt.email.trim().toLowerCase();
  const network = networkOf(attempt.ipAddress);
  const device = attempt.deviceId === undefined ? undefined : deviceHashOf(attempt.deviceId);
  const { isKnownDevice, isKnownNetwork } = await findDevice(deps, { email, device, network });
  if (isKnownDevice) {
    const key = `account ${email} on device ${device}`;
    const counted = await countTries(deps, [{ key, ...triesOfAccount }]);
    return {
      release: () => counted.release([key]),
      failures: counted.failures[0] ?? 0,
      refusal: undefined,
    };
  }
  const own = `account ${email} from ${network}`;
  const counted = await countTries(deps, [
    { key: own, ...triesOfAccount },
    { key: `account ${email}`, ...triesFromAnywhere },
    { key: `network ${network}`, ...accountsOfNetwork, once: own, isSoft: isKnownNetwork },
    { key: 'everybody', ...accountsOfAll, once: own, isSoft: isKnownNetwork },
  ]);
  return {
    release: () => counted.release([own]),
    failures: counted.failures[1] ?? 0,
    refusal: counted.wait > 0 ? tooManyTries(counted.wait) : undefined,
  };
}

/** Whether somebody got into the account on this device before. */
export async function accountKnowsDevice({ auth }: Deps, userId: string, deviceId: string): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    select exists (select from auth.devices where user_id = ${userId}::uuid and device_hash = ${deviceHashOf(deviceId)}) as is_known`.execute(
    auth,
  );
  return rows[0]?.is_known === true;
}

/** Tries of one account at what comes after the password; those from a device it knows are counted on their own. */
export async function accountKey(
  deps: Deps,
  { what, userId, deviceId }: { what: string; userId: string; deviceId: string | undefined },
): Promise<string> {
  const isKnown = deviceId !== undefined && (await accountKnowsDevice(deps, userId, deviceId));
  return isKnown ? `${what} ${userId} on device ${deviceHashOf(deviceId)}` : `${what} ${userId}`;
}

/** The same where there may be no account with the address. */
export async function addressKey(
  deps: Deps,
  { what, email, deviceId }: { what: string; email: string; deviceId: string | undefined },
): Promise<string> {
  const device = deviceId === undefined ? undefined : deviceHashOf(deviceId);
  const { isKnownDevice } = await findDevice(deps, { email, device, network: '' });
  return isKnownDevice ? `${what} ${email} on device ${device}` : `${what} ${email}`;
}

/** After the password was set again by its owner: earlier failures of others count no longer. */
export async function forgetSignInAttempts({ auth }: Deps, { email }: { email: string }): Promise<void> {
  await sql`select auth.release_tries('{}', ${[hash(`account ${email}`)]}::text[])`.execute(auth);
}

async function findDevice(
  { auth }: Deps,
  { email, device, network }: { email: string; device: string | undefined; network: string },
): Promise<{ isKnownDevice: boolean; isKnownNetwork: boolean }> {
  const { rows } = await sql<{ isKnownDevice: boolean; isKnownNetwork: boolean }>`
    select coalesce(bool_or(d.device_hash = ${device ?? ''}), false) as "isKnownDevice",
      coalesce(bool_or(d.network = ${network.replaceAll('\0', '')} and d.last_seen_at > now() - interval '90 days'), false) as "isKnownNetwork"
    from auth.devices d join auth."user" u on u.id = d.user_id where u.email = ${email.replaceAll('\0', '')}`.execute(
    auth,
  );
  return rows[0] ?? { isKnownDevice: false, isKnownNetwork: false };
}

export const deviceHashOf = (deviceId: string) => hash(deviceId);

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
