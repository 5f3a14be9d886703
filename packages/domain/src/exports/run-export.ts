import type { DB } from '@readout/database';
import { inCompany } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole } from '../actor.ts';
import { settle } from '../ledger/settle.ts';
import type { ExportInput } from './export-records.ts';
import { sealMarks } from './exported-records.ts';
import { type Export, exportDays } from './rules.ts';

/** How long a run is believed to be alive after it was heard of. */
const leaseSeconds = 60;
const againAfterSeconds = 10;
const maxTries = 3;

/** An export this process writes. */
export interface TakenExport extends ExportInput {
  id: string;
  lease: string;
}

interface TakenRow extends Omit<TakenExport, 'scope'> {
  company_id: string;
  requested_by: string;
  role: CompanyRole;
}

/**
 * Takes the export that waits the longest, of the companies that have fewest running; one whose process is not heard of
 * any more waits, too. What was broken off three times has failed.
 */
export async function takeExport({ platform }: { platform: Kysely<DB> }): Promise<TakenExport | undefined> {
  await sql`
    update app.exports set state = 'failed', failure_code = 'export.broken_off', lease = null, finished_at = now(),
      expires_at = now() + make_interval(days => ${exportDays})
    where state in ('queued', 'running') and leased_until < now() and tries >= ${maxTries}`.execute(platform);
  const { rows } = await sql<TakenRow>`
    update app.exports e set state = 'running', lease = gen_random_uuid(), tries = e.tries + 1,
      leased_until = now() + make_interval(secs => ${leaseSeconds})
    from (
      select w.company_id, w.id from app.exports w
      where w.state in ('queued', 'running') and (w.leased_until is null or w.leased_until < now())
      order by (
        select count(*) from app.exports r
        where r.company_id = w.company_id and r.state = 'running' and r.leased_until >= now()
      ), w.created_at
      limit 1 for update of w skip locked
    ) waiting
    where e.company_id = waiting.company_id and e.id = waiting.id
    returning e.company_id, e.id, e.lease, e.requested_by, e.role, e.filter, e.format, e.shape, e.profile`.execute(
    platform,
  );
  const [row] = rows;
  if (!row) return undefined;
  const { id, lease, filter, format, shape, profile, role } = row;
  // Who asked is in the company's list already: the run itself writes down nothing.
  const scope = { companyId: row.company_id, actor: { userId: row.requested_by, name: '', role } };
  return { id, lease, filter, format, shape, profile: profile ?? null, scope };
}

/** Says that the run is alive. @returns whether it still is this run's */
export async function keepExport(
  { platform }: { platform: Kysely<DB> },
  { id, lease, scope }: TakenExport,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update app.exports set leased_until = now() + make_interval(secs => ${leaseSeconds})
    where company_id = ${scope.companyId}::uuid and id = ${id}::uuid and lease = ${lease}::uuid`.execute(
    platform,
  );
  return numAffectedRows === 1n;
}

/**
 * Its file is in the store: counted from here on.
 * @returns false where the export is gone or another run's
 * @throws AppError `company.storage_full`, `installation.storage_full`, `company.suspended`, `company.closing`
 */
export async function finishExport(
  { db }: { db: Kysely<DB> },
  { id, lease, scope: { companyId } }: TakenExport,
  {
    rowCount,
    byteSize,
    sha256,
    heldBack = null,
  }: { rowCount: number; byteSize: number; sha256: string; heldBack?: Export['heldBack'] },
): Promise<boolean> {
  return inCompany(db, { companyId, userId: null }, async (trx) => {
    const { numAffectedRows } = await sql`
      update app.exports set state = 'done', row_count = ${rowCount}, held_back = ${heldBack && JSON.stringify(heldBack)}::jsonb, byte_size = ${byteSize}, sha256 = ${sha256},
        lease = null, finished_at = now(), expires_at = now() + make_interval(days => ${exportDays})
      where company_id = ${companyId}::uuid and id = ${id}::uuid and lease = ${lease}::uuid`.execute(trx);
    if (numAffectedRows !== 1n) return false;
    await sealMarks(trx, { companyId, exportId: id });
    await settle(trx, { companyId, reservation: undefined, bytes: byteSize, captures: 0 });
    return true;
  });
}

/** What will not be otherwise another time. */
export async function failExport(
  { platform }: { platform: Kysely<DB> },
  { id, lease, scope }: TakenExport,
  code: string,
): Promise<void> {
  await sql`
    update app.exports set state = 'failed', failure_code = ${code}, lease = null, finished_at = now(),
      expires_at = now() + make_interval(days => ${exportDays})
    where company_id = ${scope.companyId}::uuid and id = ${id}::uuid and lease = ${lease}::uuid`.execute(
    platform,
  );
}

/** Another run begins again. `isStopped`: this process ends, which is no fault of the export. */
export async function giveBackExport(
  { platform }: { platform: Kysely<DB> },
  { id, lease, scope }: TakenExport,
  { isStopped }: { isStopped: boolean },
): Promise<void> {
  await sql`
    update app.exports set state = 'queued', lease = null, tries = tries - ${isStopped ? 1 : 0}::int,
      leased_until = now() + make_interval(secs => ${isStopped ? 0 : againAfterSeconds}::int)
    where company_id = ${scope.companyId}::uuid and id = ${id}::uuid and lease = ${lease}::uuid`.execute(
    platform,
  );
}
