import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';

/** How long an answer is kept. */
export const idempotencyHours = 24;

/** How long a request is believed to run after it was heard of. */
const leaseSeconds = 60;

/** Whose key it is: keys of others are other keys. */
export interface IdempotencyKey {
  companyId: string;
  /** Id of the API key a program sends, or of the person. */
  holder: string;
  key: string;
}

export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

interface Row {
  fingerprint: string;
  lease: string | null;
  status: number | null;
  headers: Record<string, string> | null;
  body: Buffer | null;
}

/**
 * Begins the request, or gives the answer of the same one before. One whose process was not heard of for a minute is
 * begun again.
 * @returns the lease to be given back, or the answer
 * @throws AppError `idempotency.key_reused`, `idempotency.still_running`
 */
export async function beginIdempotent(
  { db }: { db: Kysely<DB> },
  { companyId, holder, key, fingerprint }: IdempotencyKey & { fingerprint: string },
): Promise<{ lease: string } | { answer: KeptAnswer }> {
  return inCompany(db, { companyId, userId: null }, async (trx) => {
    const { rows: begun } = await sql<{ lease: string }>`
      insert into app.idempotency_keys as k (company_id, holder, key, fingerprint, lease, leased_until)
      values (${companyId}::uuid, ${holder}::uuid, ${key}, ${fingerprint}, gen_random_uuid(),
        now() + make_interval(secs => ${leaseSeconds}))
      on conflict (company_id, holder, key) do update set fingerprint = excluded.fingerprint, lease = excluded.lease,
        leased_until = excluded.leased_until, status = null, headers = null, body = null, created_at = now()
      where (k.lease is null and k.created_at < now() - make_interval(hours => ${idempotencyHours}))
        or (k.leased_until < now() and k.fingerprint = excluded.fingerprint)
      returning lease`.execute(trx);
    if (begun[0]) return { lease: begun[0].lease };
    const { rows } = await sql<Row>`
      select fingerprint, lease, status, headers, body from app.idempotency_keys
      where company_id = ${companyId}::uuid and holder = ${holder}::uuid and key = ${key}`.execute(trx);
    const [row] = rows;
    if (row && row.fingerprint !== fingerprint) throw new AppError('idempotency.key_reused');
    // None any more: it was refused between the two statements.
    if (!row || row.lease !== null || row.status === null)
      throw new AppError('idempotency.still_running', { retryAfterSeconds: 1 });
    return { answer: { status: row.status, headers: row.headers ?? {}, body: row.body ?? new Uint8Array() } };
  });
}

/** Says that the request still runs. */
export async function keepIdempotent(
  { db }: { db: Kysely<DB> },
  { companyId, holder, key }: IdempotencyKey,
  lease: string,
): Promise<void> {
  await inCompany(db, { companyId, userId: null }, (trx) =>
    sql`
      update app.idempotency_keys set leased_until = now() + make_interval(secs => ${leaseSeconds})
      where company_id = ${companyId}::uuid and holder = ${holder}::uuid and key = ${key} and lease = ${lease}::uuid`.execute(
      trx,
    ),
  );
}

/** Keeps the answer; without one the key is as if it had never been sent. */
export async function endIdempotent(
  { db }: { db: Kysely<DB> },
  { companyId, holder, key }: IdempotencyKey,
  { lease, answer }: { lease: string; answer: KeptAnswer | undefined },
): Promise<void> {
  await inCompany(db, { companyId, userId: null }, async (trx) => {
    const mine = sql`company_id = ${companyId}::uuid and holder = ${holder}::uuid and key = ${key} and lease = ${lease}::uuid`;
    if (!answer) await sql`delete from app.idempotency_keys where ${mine}`.execute(trx);
    else
      await sql`
        update app.idempotency_keys set lease = null, leased_until = null, status = ${answer.status},
          headers = ${JSON.stringify(answer.headers)}::jsonb, body = ${Buffer.from(answer.body)}
        where ${mine}`.execute(trx);
  });
}

/** Forgets what was answered a day ago. As readout_platform. */
export async function purgeIdempotencyKeys(
  { platform }: { platform: Kysely<DB> },
  { now }: { now: Date },
): Promise<void> {
  await sql`
    delete from app.idempotency_keys
    where created_at < ${now}::timestamptz - make_interval(hours => ${idempotencyHours})
      and (leased_until is null or leased_until < ${now}::timestamptz)`.execute(platform);
}
