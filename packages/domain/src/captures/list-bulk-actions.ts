import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { demand, reachOf } from '../policy.ts';
import { findNames } from '../users/find-names.ts';
import type { BulkAction, UndoableBulkAction } from './rules.ts';

const maxListed = 20;

/** Bulk actions of the last 30 days that can still be undone, newest first: one's own, for admins everybody's. */
export async function listBulkActions(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<UndoableBulkAction[]> {
  demand(scope, 'bulk.run');
  const { companyId, actor } = scope;
  return inScope(db, scope, async (trx) => {
    const rows = await isoRows(trx)<{
      id: string;
      action: BulkAction;
      count: number;
      createdBy: string;
      createdAt: string;
    }>`
      select id, action, jsonb_array_length(items) as count, created_by as "createdBy", created_at as "createdAt"
      from app.bulk_actions
      where company_id = ${companyId}::uuid and undone_at is null and created_at > now() - interval '30 days'
        ${reachOf(actor, 'audit.see') ? sql`` : sql`and created_by = ${actor.userId}::uuid`}
      order by created_at desc, id limit ${maxListed}`;
    const nameOf = await findNames(
      trx,
      rows.map((row) => row.createdBy),
    );
    return rows.map((row) => ({ ...row, createdBy: { id: row.createdBy, name: nameOf(row.createdBy) } }));
  });
}
