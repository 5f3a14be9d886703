import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inScope } from '../in-scope.ts';
import { notify } from '../notifications/notify.ts';
import { companyRoles, demandChange, demandThemself } from '../policy.ts';
import { findOwners, freeAssignments, judge, lockSelf, withdrawInvitations } from './locked-members.ts';

/** Ends one's own membership. The last owner has to make another or close the company. @throws AppError `company.last_owner` */
export async function leaveCompany({ db }: { db: Kysely<DB> }, { scope }: { scope: Scope }): Promise<void> {
  demandChange(scope, 'company.leave');
  demandThemself(scope);
  const { companyId, actor } = scope;
  await inScope(db, scope, async (trx) => {
    const self = await lockSelf(trx, scope);
    await freeAssignments(trx, companyId, actor.userId);
    await withdrawInvitations(trx, companyId, actor.userId, companyRoles);
    const { rows } = await sql<{ outcome: string }>`
      select app.remove_member(${actor.userId}::uuid) as outcome`.execute(trx);
    judge(rows[0]?.outcome);
    await recordAuditEvent(trx, scope, {
      action: 'member.left',
      subjectType: 'member',
      subjectId: actor.userId,
      detail: { name: self.name, email: self.email, role: self.role },
    });
    await notify(trx, {
      companyId,
      userIds: await findOwners(trx),
      kind: 'member.left',
      subjectType: 'member',
      subjectId: actor.userId,
      detail: { name: self.name },
    });
  });
}
