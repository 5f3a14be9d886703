import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { hashOf } from './pairing-secrets.ts';

/** `open`: nobody scanned it; `claimed`: a phone waits for the computer; `over`: too late. */
export type PairingState = 'open' | 'claimed' | 'confirmed' | 'refused' | 'over';

export interface ComputersView {
  state: PairingState;
  /** Of the phone that scanned it. */
  phone: { name: string; userAgent: string; ipAddress: string; number: number } | null;
}

export interface PhonesView {
  state: PairingState;
  number: number | null;
  /** Where the phone is about to be signed in; null until it holds the claim. */
  companyName: string | null;
  userName: string | null;
}

const state = sql<PairingState>`case
  when p.decision = 'refused' then 'refused'
  when p.decision = 'confirmed' then case when p.finished_at is not null or p.decide_until > now() then 'confirmed' else 'over' end
  when p.claimed_at is not null then case when p.decide_until > now() then 'claimed' else 'over' end
  when p.expires_at > now() then 'open' else 'over' end`;

/**
 * What became of a pairing, for the computer that began it. `auth`: as readout_auth.
 * @throws AppError `pairing.not_found`
 */
export async function getPairing(
  { auth }: { auth: Kysely<DB> },
  { sessionId, pairingId }: { sessionId: string; pairingId: string },
): Promise<ComputersView> {
  const { rows } = await sql<ComputersView>`
    select ${state} as state, case when phone_name is not null then jsonb_build_object('name', phone_name,
      'userAgent', coalesce(phone_agent, ''), 'ipAddress', coalesce(phone_address, ''), 'number', coalesce(number, 0)) end as phone
    from auth.pairings p where p.id::text = ${pairingId} and p.made_in = ${sessionId}::uuid`.execute(auth);
  if (!rows[0]) throw pairingNotFound();
  return rows[0];
}

/**
 * What the phone may know: with the code of the screen alone whether it still works, with its claim the rest.
 * `auth`: as readout_auth.
 */
export async function findPairing(
  { auth }: { auth: Kysely<DB> },
  { token, claim }: { token: string; claim: string | undefined },
): Promise<PhonesView> {
  const { rows } = await sql<PhonesView & { isOurs: boolean }>`
    select ${state} as state, coalesce(p.claim_hash = ${claim === undefined ? null : hashOf(claim)}, false) as "isOurs", p.number,
      c.name as "companyName", u.name as "userName"
    from auth.pairings p join auth.company c on c.id = p.company_id join auth."user" u on u.id = p.user_id
    where p.token_hash = ${hashOf(token)}`.execute(auth);
  const [row] = rows;
  if (row?.isOurs) {
    const { isOurs: _, ...seen } = row;
    return seen;
  }
  // Another phone was faster: for this one it is over.
  return {
    state: row?.state === 'open' ? 'open' : 'over',
    number: null,
    companyName: null,
    userName: null,
  };
}

export const pairingNotFound = (): AppError => new AppError('pairing.not_found');
