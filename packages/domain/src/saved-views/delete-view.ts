import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inChange } from '../in-scope.ts';
import { demandChange, reachOf } from '../policy.ts';
import { isUuid } from '../uuid.ts';

/** One's own; reviewers and above also those shown to everyone. @throws AppError `view.not_found` */
export async function deleteView(
  { db }: { db: Kysely<DB> },
  { scope, viewId }: { scope: Scope; viewId: string },
): Promise<void> {
  demandChange(scope, 'views.own');
  const { companyId, actor } = scope;
  const notFound = () => new AppError('view.not_found');
  if (!isUuid(viewId)) throw notFound();
  return inChange(db, scope, async (trx) => {
    const { rows } = await sql`
      delete from app.saved_views
      where company_id = ${companyId}::uuid and id = ${viewId}::uuid
        and (created_by = ${actor.userId}::uuid ${reachOf(actor, 'views.company_wide') ? sql`or is_company_wide` : sql``})
      returning id`.execute(trx);
    if (rows.length === 0) throw notFound();
    await recordAuditEvent(trx, scope, {
      action: 'saved_view.deleted',
      subjectType: 'saved_view',
      subjectId: viewId,
    });
  });
}
