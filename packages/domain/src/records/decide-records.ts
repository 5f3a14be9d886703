import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import type { Trx } from '../in-scope.ts';
import type { ChangedItem } from './changed-item.ts';
import { checkRecords, checkWaiting, confirmInTurn } from './check-records.ts';
import { failures, hasDoubt } from './record-doubt.ts';
import { needsSecondPerson, unconfirmed } from './record-rows.ts';
import type { RecordState } from './rules.ts';
import { wasExported } from './was-exported.ts';

export interface DecidedRecord extends ChangedItem {
  documentId: string;
  /** Confirmed by the first of two people. */
  isFirst: boolean;
  /** As the audit list says them: `total: sum`. */
  failedChecks: string[];
}

/** Which records of documents that are given, and what goes with it. */
export interface ManyDecided {
  reason?: string;
  includeDoubtful?: boolean;
  /** ISO 8601: leaves out what came or changed since. */
  asOf?: string;
}

type Decision = 'confirm' | 'reject' | 'reopen';

/**
 * The records `r` of a document `c` that a decision for many is about. Nothing that one should look at first is
 * confirmed unless somebody says so: a doubtful field, a failed check, a capture with the bytes of an earlier one.
 */
export function recordsToDecide(
  action: Decision,
  userId: string,
  { includeDoubtful = false, asOf }: ManyDecided,
): RawBuilder<unknown> {
  // What was exported is reopened one by one, each with its reason.
  const state =
    action === 'reopen'
      ? sql`r.state <> 'needs_review' and not (r.state = 'confirmed' and ${wasExported})`
      : sql`r.state = 'needs_review'`;
  const sure =
    action === 'confirm' && !includeDoubtful ? sql`and c.duplicate_of is null and not ${hasDoubt}` : sql``;
  const mine = action === 'confirm' ? sql`and not ${waitsForAnother(userId)}` : sql``;
  const known = asOf === undefined ? sql`` : sql`and r.updated_at <= ${asOf}::timestamptz`;
  return sql`(${state} ${sure} ${mine} ${known})`;
}

/** Whether this person has confirmed a record `r` that somebody else has to confirm, too. */
const waitsForAnother = (userId: string): RawBuilder<unknown> =>
  sql`(r.first_confirmed_by is not distinct from ${userId}::uuid and ${needsSecondPerson})`;

/** Whether records of two documents in one selection name the same number, amount of a day, or other accounts of one supplier. */
const cameTwice = sql`coalesce(meant.document_number is not null
    and dense_rank() over (partition by meant.party, meant.document_number order by meant.document_id) > 1
  or meant.document_date is not null and meant.total is not null
    and dense_rank() over (partition by meant.party, meant.document_date, meant.total order by meant.document_id) > 1
  or meant.iban <> first_value(meant.iban) over (partition by meant.party order by meant.iban is null, meant.id), false)`;

/**
 * Decides these records of documents that are locked already. Of records that came twice the first is confirmed: the others
 * wait with a check that says so, unless the doubtful ones are wanted, too.
 */
export async function decideRecords(
  trx: Trx,
  { companyId, actor }: Scope,
  documentIds: readonly string[],
  action: Decision,
  decided: ManyDecided,
): Promise<DecidedRecord[]> {
  const { userId } = actor;
  if (action === 'confirm') {
    await confirmInTurn(trx, companyId);
    await checkRecords(trx, companyId, await waitingOf(trx, companyId, documentIds));
  }
  const isFirst = sql`(meant.needs_second_person and meant.first_confirmed_by is null)`;
  const assignment = {
    confirm: sql`state = case when ${isFirst} then 'needs_review' else 'confirmed' end,
      confirmed_by = case when not ${isFirst} then ${userId}::uuid end,
      confirmed_at = case when not ${isFirst} then now() end,
      first_confirmed_by = case when ${isFirst} then ${userId}::uuid else r.first_confirmed_by end,
      first_confirmed_at = case when ${isFirst} then now() else r.first_confirmed_at end`,
    reject: sql`state = 'rejected', rejected_reason = ${decided.reason ?? null}, ${unconfirmed}`,
    reopen: sql`state = 'needs_review', rejected_reason = null, ${unconfirmed}`,
  }[action];
  const once =
    action === 'confirm' && !decided.includeDoubtful
      ? sql`(meant.party is null or not ${cameTwice})`
      : sql`true`;
  const { rows } = await sql<{
    id: string;
    revision: number;
    document_id: string;
    state: RecordState;
    failed_checks: string[];
    before: ChangedItem['before'];
  }>`
    with meant as (
      select r.id, p.document_id, r.party, r.document_number, r.document_date, r.total, r.iban, r.first_confirmed_by,
        ${needsSecondPerson} as needs_second_person, ${failures} as failed_checks,
        jsonb_build_object('state', r.state, 'rejected_reason', r.rejected_reason, 'confirmed_by', r.confirmed_by,
          'confirmed_at', r.confirmed_at, 'first_confirmed_by', r.first_confirmed_by,
          'first_confirmed_at', r.first_confirmed_at) as before
      from app.captures c
      join app.captures p on p.company_id = c.company_id and p.document_id = c.id
      join app.records r on r.company_id = p.company_id and r.capture_id = p.id
      where c.company_id = ${companyId}::uuid and c.id = any(${documentIds}::uuid[]) and ${recordsToDecide(action, userId, decided)}
      order by r.id
      for no key update of r
    ), judged as (select meant.*, ${once} as is_decided from meant)
    update app.records r set ${assignment}, revision = r.revision + 1, updated_at = now()
    from judged as meant where r.company_id = ${companyId}::uuid and r.id = meant.id and meant.is_decided
    returning r.id, r.revision, r.state, meant.document_id, meant.failed_checks, meant.before`.execute(trx);
  if (action === 'reopen')
    await checkRecords(
      trx,
      companyId,
      rows.map(({ id }) => id),
    );
  if (action !== 'reject')
    await checkWaiting(
      trx,
      companyId,
      rows.map(({ id }) => id),
    );
  return rows.map(({ id, revision, before, ...row }) => ({
    kind: 'record',
    id,
    revision,
    before,
    documentId: row.document_id,
    isFirst: action === 'confirm' && row.state === 'needs_review',
    failedChecks: row.failed_checks,
  }));
}

async function waitingOf(trx: Trx, companyId: string, documentIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from app.captures p join app.records r on r.company_id = p.company_id and r.capture_id = p.id
    where p.company_id = ${companyId}::uuid and p.document_id = any (${documentIds}::uuid[]) and r.state = 'needs_review'`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}
