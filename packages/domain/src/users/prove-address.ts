import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordUserEvent } from './record-user-event.ts';

/**
 * Anyone who reads an address's mail has shown that it is theirs. If nobody had before, everything else that lets someone
 * into the account may belong to a stranger who signed up with the address first: passkeys, other services, the second
 * factor and every session go.
 *
 * @param keepPassword - it was set through the same mail.
 * @returns whether that was news: the address was not proven before.
 */
export async function proveAddress(
  trx: Kysely<DB>,
  {
    userId,
    keepPassword,
    ipAddress,
    userAgent,
  }: { userId: string; keepPassword: boolean; ipAddress: string; userAgent: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update auth."user" set email_verified = true, two_factor_enabled = false, updated_at = now()
    where id = ${userId}::uuid and not email_verified`.execute(trx);
  if (numAffectedRows !== 1n) return false;
  await sql`delete from auth.passkey where user_id = ${userId}::uuid`.execute(trx);
  await sql`delete from auth.two_factor where user_id = ${userId}::uuid`.execute(trx);
  await sql`delete from auth.account where user_id = ${userId}::uuid and (provider_id <> 'credential' or not ${keepPassword})`.execute(
    trx,
  );
  await sql`delete from auth.session where user_id = ${userId}::uuid`.execute(trx);
  await forgetDevices(trx, userId);
  await recordUserEvent(trx, { userId, action: 'email.verified', ipAddress, userAgent });
  return true;
}

/** Every browser is new to the account again. `trx`: as readout_auth. */
export async function forgetDevices(trx: Kysely<DB>, userId: string): Promise<void> {
  await sql`delete from auth.devices where user_id = ${userId}::uuid`.execute(trx);
}

/** Browsers that were trusted, and steps of signing in that were begun: all end. `trx`: as readout_auth. */
export async function forgetTrustedBrowsers(trx: Kysely<DB>, userId: string): Promise<void> {
  await sql`delete from auth.verification where value = ${userId}`.execute(trx);
}
