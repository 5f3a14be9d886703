import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import type { ChangedItem } from '../captures/changed-item.ts';
import { wasExported } from '../exports/was-exported.ts';
import type { Trx } from '../in-scope.ts';
import { failures, hasDoubt } from './record-doubt.ts';

export interface DecidedRecord extends ChangedItem {
  documentId: string;
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
  { includeDoubtful = false, asOf }: ManyDecided,
): RawBuilder<unknown> {
  // What was exported is reopened one by one, each with its reason.
  const state =
    action === 'reopen'
      ? sql`r.state <> 'needs_review' and not (r.state = 'confirmed' and ${wasExported})`
      : sql`r.state = 'needs_review'`;
  const sure =
    action === 'confirm' && !includeDoubtful ? sql`and c.duplicate_of is null and not ${hasDoubt}` : sql``;
  const known = asOf === undefined ? sql`` : sql`and r.updated_at <= ${asOf}::timestamptz`;
  return sql`(${state} ${sure} ${known})`;
}

/** Decides these records of documents that are locked already. */
export async function decideRecords(
  trx: Trx,
  { companyId, actor }: Scope,
  documentIds: readonly string[],
  action: Decision,
  decided: ManyDecided,
): Promise<DecidedRecord[]> {
  const assignment = {
    confirm: sql`state = 'confirmed', confirmed_by = ${actor.userId}::uuid, confirmed_at = now()`,
    reject: sql`state = 'rejected', rejected_reason = ${decided.reason ?? null}`,
    reopen: sql`state = 'needs_review', rejected_reason = null, confirmed_by = null, confirmed_at = null`,
  }[action];
  const { rows } = await sql<{
    id: string;
    revision: number;
    document_id: string;
    failed_checks: string[];
    before: ChangedItem['before'];
  }>`
    with meant as (
      select r.id, p.document_id, ${failures} as failed_checks,
        jsonb_build_object('state', r.state, 'rejected_reason', r.rejected_reason, 'confirmed_by', r.confirmed_by,
          'confirmed_at', r.confirmed_at) as before
      from app.captures c
      join app.captures p on p.company_id = c.company_id and p.document_id = c.id
      join app.records r on r.company_id = p.company_id and r.capture_id = p.id
      where c.company_id = ${companyId}::uuid and c.id = any(${documentIds}::uuid[]) and ${recordsToDecide(action, decided)}
      order by r.id
      for no key update of r
    )
    update app.records r set ${assignment}, revision = r.revision + 1, updated_at = now()
    from meant where r.company_id = ${companyId}::uuid and r.id = meant.id
    returning r.id, r.revision, meant.document_id, meant.failed_checks, meant.before`.execute(trx);
  return rows.map(({ id, revision, before, ...row }) => ({
    kind: 'record',
    id,
    revision,
    before,
    documentId: row.document_id,
    failedChecks: row.failed_checks,
  }));
}
