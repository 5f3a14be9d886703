import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { demandChange } from '../policy.ts';
import { hashOf, newSecret } from './pairing-secrets.ts';
import { scanSeconds } from './rules.ts';

/**
 * Begins to pair a phone: what the QR code holds works once, within {@link scanSeconds}. One that this session began
 * before and nobody scanned is worth nothing any more. `auth`: as readout_auth.
 *
 * @param sessionId of the computer; it alone can confirm
 * @throws AppError `pairing.from_phone`, and what `demandChange` refuses
 */
export async function startPairing(
  { auth }: { auth: Kysely<DB> },
  { scope, sessionId }: { scope: Scope; sessionId: string },
): Promise<{ pairingId: string; token: string; expiresAt: string }> {
  demandChange(scope, 'captures.add');
  const token = newSecret();
  return auth.transaction().execute(async (trx) => {
    await sql`delete from auth.pairings where created_at < now() - interval '1 day'
      or (made_in = ${sessionId}::uuid and claimed_at is null)`.execute(trx);
    const { rows } = await sql<{ id: string; expires_at: Date }>`
      insert into auth.pairings (token_hash, user_id, company_id, made_in, expires_at)
      select ${hashOf(token)}, s.user_id, ${scope.companyId}::uuid, s.id, now() + make_interval(secs => ${scanSeconds})
      from auth.session s
      where s.id = ${sessionId}::uuid and s.user_id = ${scope.actor.userId}::uuid
        and s.paired_company_id is null and s.impersonated_by is null
      returning id, expires_at`.execute(trx);
    const made = rows[0];
    if (!made) throw new AppError('pairing.from_phone');
    return { pairingId: made.id, token, expiresAt: made.expires_at.toISOString() };
  });
}
