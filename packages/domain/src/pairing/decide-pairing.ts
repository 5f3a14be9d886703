import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { demandChange } from '../policy.ts';
import { getPairing } from './look-at-pairing.ts';

/**
 * The computer's answer: this is my phone, or it is not. `auth`: as readout_auth.
 *
 * @param number the one the person saw; a phone that claimed meanwhile has another
 * @throws AppError `pairing.not_found`, `pairing.not_waiting`, and what `demandChange` refuses
 */
export async function decidePairing(
  { auth }: { auth: Kysely<DB> },
  {
    scope,
    sessionId,
    pairingId,
    number,
    isConfirmed,
  }: { scope: Scope; sessionId: string; pairingId: string; number: number; isConfirmed: boolean },
): Promise<void> {
  demandChange(scope, 'captures.add');
  const { numAffectedRows } = await sql`
    update auth.pairings set decision = ${isConfirmed ? 'confirmed' : 'refused'}
    where id::text = ${pairingId} and made_in = ${sessionId}::uuid and user_id = ${scope.actor.userId}::uuid
      and company_id = ${scope.companyId}::uuid and number = ${number} and decision is null and decide_until > now()`.execute(
    auth,
  );
  if (Number(numAffectedRows) === 1) return;
  await getPairing({ auth }, { sessionId, pairingId });
  throw new AppError('pairing.not_waiting');
}
