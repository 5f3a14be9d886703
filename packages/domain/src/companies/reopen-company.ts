import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { notify } from '../notifications/notify.ts';
import { demandChange, demandThemself } from '../policy.ts';
import { lockSettings } from './company-settings.ts';
import { lockSelf } from './locked-members.ts';

/**
 * Stops closing: the company is again what it was before, active or suspended. Not where those who run the installation
 * closes it.
 * @throws AppError `role.not_allowed`, `company.closed_by_platform`
 */
export async function reopenCompany(
  { db }: { db: Kysely<DB> },
  { scope }: { scope: Scope },
): Promise<{ status: 'active' | 'suspended' | 'closing' }> {
  demandChange(scope, 'company.close');
  demandThemself(scope);
  const { companyId, actor } = scope;
  return inScope(db, scope, async (trx) => {
    const self = await lockSelf(trx, scope);
    demandChange({ companyId, actor: { ...actor, role: self.role } }, 'company.close');
    const locked = await lockSettings(trx, companyId);
    if (locked.status !== 'closing') return { status: locked.status };
    if (locked.closedByPlatform) throw new AppError('company.closed_by_platform');
    const status = locked.statusBeforeClosing ?? 'active';
    await sql`
      update app.company_settings
      set status = ${status}, status_before_closing = null, closing_at = null, revision = revision + 1
      where company_id = ${companyId}::uuid`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'company.reopened',
      subjectType: 'company',
      subjectId: companyId,
    });
    const { rows } = await sql<{ user_id: string }>`select user_id from app.members`.execute(trx);
    await notify(trx, {
      companyId,
      userIds: rows.map((row) => row.user_id),
      kind: 'company.reopened',
      subjectType: 'company',
      subjectId: companyId,
      detail: { actorName: actor.name },
    });
    return { status };
  });
}
