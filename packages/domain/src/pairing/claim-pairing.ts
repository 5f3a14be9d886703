import { randomInt } from 'node:crypto';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { hashOf, newSecret } from './pairing-secrets.ts';
import { decideSeconds } from './rules.ts';

const maxNameLength = 80;
const maxAgentLength = 500;

/** A phone's name as it is shown to the person who confirms: one line, nothing that hides or turns around what follows. */
export function cleanPhoneName(name: string): string {
  const text = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return [...text].slice(0, maxNameLength).join('').trim() || 'Phone';
}

/**
 * The phone's side: uses the QR code up. Anyone who comes second, or too late, gets nothing. `auth`: as readout_auth.
 *
 * @returns what the phone has to hold to go on, and the number both screens show
 * @throws AppError `pairing.over`
 */
export async function claimPairing(
  { auth }: { auth: Kysely<DB> },
  {
    token,
    phoneName,
    userAgent,
    ipAddress,
  }: { token: string; phoneName: string; userAgent: string; ipAddress: string },
): Promise<{ claim: string; number: number }> {
  const claim = newSecret();
  const number = randomInt(1000);
  const { numAffectedRows } = await sql`
    update auth.pairings set claimed_at = now(), claim_hash = ${hashOf(claim)}, number = ${number},
      decide_until = now() + make_interval(secs => ${decideSeconds}), phone_name = ${cleanPhoneName(phoneName)},
      phone_agent = ${userAgent.slice(0, maxAgentLength)}, phone_address = ${ipAddress}
    where token_hash = ${hashOf(token)} and claimed_at is null and expires_at > now()`.execute(auth);
  if (Number(numAffectedRows) !== 1) throw pairingOver();
  return { claim, number };
}

export const pairingOver = (): AppError => new AppError('pairing.over');
