import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordUserEvent } from '../users/record-user-event.ts';
import { pairingOver } from './claim-pairing.ts';
import { hashOf, newSecret } from './pairing-secrets.ts';
import { pairedSeconds } from './rules.ts';

/**
 * Signs the confirmed phone in, once. Its session is its person's, and shown in their list of sessions; what it may do
 * is an operator's in that one company, see the resolver of sessions. `auth`: as readout_auth.
 *
 * @throws AppError `pairing.over` unless it was confirmed and is not finished yet
 */
export async function finishPairing(
  { auth }: { auth: Kysely<DB> },
  { token, claim }: { token: string; claim: string },
): Promise<{ sessionToken: string; expiresAt: Date }> {
  const sessionToken = newSecret();
  return auth.transaction().execute(async (trx) => {
    const { rows: found } = await sql<{
      id: string;
      user_id: string;
      company_id: string;
      phone_name: string;
      phone_agent: string;
      phone_address: string;
    }>`
      update auth.pairings p set finished_at = now()
      where p.token_hash = ${hashOf(token)} and p.claim_hash = ${hashOf(claim)} and p.decision = 'confirmed'
        and p.finished_at is null and p.decide_until > now()
        and exists (select from auth.membership m where m.user_id = p.user_id and m.company_id = p.company_id)
      returning id, user_id, company_id, phone_name, phone_agent, phone_address`.execute(trx);
    const pairing = found[0];
    if (!pairing) throw pairingOver();
    const { rows: made } = await sql<{ id: string; expires_at: Date }>`
      insert into auth.session (user_id, token, expires_at, ip_address, user_agent, active_company_id, paired_company_id, paired_name)
      values (${pairing.user_id}::uuid, ${sessionToken}, now() + make_interval(secs => ${pairedSeconds}), ${pairing.phone_address},
        ${pairing.phone_agent}, ${pairing.company_id}::uuid, ${pairing.company_id}::uuid, ${pairing.phone_name})
      returning id, expires_at`.execute(trx);
    const session = made[0]!;
    await sql`update auth.pairings set session_id = ${session.id}::uuid where id = ${pairing.id}::uuid`.execute(
      trx,
    );
    await recordUserEvent(trx, {
      userId: pairing.user_id,
      action: 'phone.paired',
      detail: { name: pairing.phone_name },
      ipAddress: pairing.phone_address,
      userAgent: pairing.phone_agent,
    });
    return { sessionToken, expiresAt: session.expires_at };
  });
}
