import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordSystemEvent } from '../audit/record-audit-event.ts';
import type { Trx } from '../in-scope.ts';
import type { ReadingQueue } from '../readings/reading-queue.ts';

/** What was found of the bytes of an original. */
export type OriginalState = 'whole' | 'altered' | 'missing';

/** Of a capture that was failed for its bytes alone. */
export const bytesCodes = ['capture.bytes_missing', 'capture.bytes_altered'];

/**
 * Keeps what was found when an original was looked at: every capture of these bytes in the company shows it, and says
 * so no more once they are whole again.
 * @returns how it stood before; undefined where the company has no such original (any more)
 */
export async function noteOriginal(
  { db, queue }: { db: Kysely<DB>; queue: ReadingQueue },
  { companyId, sha256, state }: { companyId: string; sha256: string; state: OriginalState },
): Promise<OriginalState | undefined> {
  return inCompany(db, { companyId, userId: null }, async (trx) => {
    const { rows } = await sql<{ state: OriginalState }>`
      select state from app.objects where company_id = ${companyId}::uuid and sha256 = ${sha256} for update`.execute(
      trx,
    );
    const before = rows[0]?.state;
    if (before === undefined) return undefined;
    await sql`
      update app.objects set state = ${state}, checked_at = now()
      where company_id = ${companyId}::uuid and sha256 = ${sha256}`.execute(trx);
    if (before !== state) {
      await recordChange(trx, { companyId, sha256, state });
      if (state === 'whole') await readAgain({ trx, queue }, { companyId, sha256 });
    }
    return before;
  });
}

/**
 * The same bytes are in the store again, in the transaction of who brought them.
 * @returns the state they were in
 */
export async function healOriginal(
  { trx, queue }: { trx: Trx; queue: ReadingQueue },
  { companyId, sha256 }: { companyId: string; sha256: string },
): Promise<Exclude<OriginalState, 'whole'> | undefined> {
  const { rows } = await sql<{ state: Exclude<OriginalState, 'whole'> }>`
    with damaged as (
      select company_id, sha256, state from app.objects
      where company_id = ${companyId}::uuid and sha256 = ${sha256} and state <> 'whole' for update
    )
    update app.objects o set state = 'whole', checked_at = now() from damaged d
    where o.company_id = d.company_id and o.sha256 = d.sha256 returning d.state`.execute(trx);
  const before = rows[0]?.state;
  // Also where nobody noted what was wrong: a reading may have failed for it.
  await readAgain({ trx, queue }, { companyId, sha256 });
  if (before) await recordChange(trx, { companyId, sha256, state: 'whole' });
  return before;
}

/** Pages that failed for want of these bytes wait to be read again. */
async function readAgain(
  { trx, queue }: { trx: Trx; queue: ReadingQueue },
  { companyId, sha256 }: { companyId: string; sha256: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update app.captures set state = 'received', failure_code = null, failure_detail = null, failed_at = null
    where company_id = ${companyId}::uuid and sha256 = ${sha256} and state = 'failed' and failure_code = any(${bytesCodes})
    returning id`.execute(trx);
  await queue.enqueue(
    trx,
    rows.map(({ id }) => ({ companyId, captureId: id })),
  );
}

/** In the company's list, of the first capture of these bytes. */
async function recordChange(
  trx: Trx,
  { companyId, sha256, state }: { companyId: string; sha256: string; state: OriginalState },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from app.captures where company_id = ${companyId}::uuid and sha256 = ${sha256}
    order by created_at, page_number limit 1`.execute(trx);
  if (!rows[0]) return;
  await recordSystemEvent(trx, companyId, {
    action: state === 'whole' ? 'capture.original_healed' : `capture.original_${state}`,
    subjectType: 'capture',
    subjectId: rows[0].id,
    detail: { sha256 },
  });
}
