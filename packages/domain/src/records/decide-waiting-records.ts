import { sql } from 'kysely';
import type { Scope } from '../actor.ts';
import type { ChangedItem } from '../captures/changed-item.ts';
import type { Trx } from '../in-scope.ts';

/** Confirms or rejects the waiting records of documents that are locked already. */
export async function decideWaitingRecords(
  trx: Trx,
  { companyId, actor }: Scope,
  documentIds: readonly string[],
  action: 'confirm' | 'reject',
  reason: string | null,
): Promise<ChangedItem[]> {
  const assignment =
    action === 'confirm'
      ? sql`state = 'confirmed', confirmed_by = ${actor.userId}::uuid, confirmed_at = now()`
      : sql`state = 'rejected', rejected_reason = ${reason}`;
  const { rows } = await sql<{ id: string; revision: number }>`
    update app.records r set ${assignment}, revision = r.revision + 1, updated_at = now()
    from app.captures p
    where r.company_id = ${companyId}::uuid and p.company_id = r.company_id and p.id = r.capture_id
      and p.document_id = any(${documentIds}::uuid[]) and r.state = 'needs_review'
    returning r.id, r.revision`.execute(trx);
  return rows.map(({ id, revision }) => ({
    kind: 'record',
    id,
    revision,
    before: { state: 'needs_review' },
  }));
}
