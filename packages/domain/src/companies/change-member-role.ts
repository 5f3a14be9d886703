import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { CompanyRole, Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { notify } from '../notifications/notify.ts';
import { companyRoles, demandChange, demandManaging, mayManage } from '../policy.ts';
import { freeAssignments, judge, lockSelfAnd, withdrawInvitations } from './locked-members.ts';

/**
 * Gives a member another role, at once: their next request is decided by it. Making somebody owner takes more (see
 * `makeOwner`).
 * @throws AppError `role.not_allowed`, `member.not_found`, `member.unknown_role`, `company.last_owner`
 */
export async function changeMemberRole(
  { db }: { db: Kysely<DB> },
  { scope, userId, role }: { scope: Scope; userId: string; role: Exclude<CompanyRole, 'owner'> },
): Promise<{ changed: boolean }> {
  demandChange(scope, 'members.manage');
  const { companyId, actor } = scope;
  if (!companyRoles.includes(role) || (role as CompanyRole) === 'owner')
    throw new AppError('member.unknown_role');
  return inScope(db, scope, async (trx) => {
    const { self, member } = await lockSelfAnd(trx, scope, userId);
    demandManaging(self, member.role);
    demandManaging(self, role);
    if (member.role === role) return { changed: false };
    const { rows } = await sql<{ outcome: string }>`
      select app.set_member_role(${userId}::uuid, ${role}) as outcome`.execute(trx);
    judge(rows[0]?.outcome);
    const withdrawn = await withdrawInvitations(
      trx,
      companyId,
      userId,
      companyRoles.filter((each) => !mayManage({ role }, each)),
    );
    const freed = role === 'operator' ? await freeAssignments(trx, companyId, userId) : 0;
    await recordAuditEvent(trx, scope, {
      action: 'member.role_changed',
      subjectType: 'member',
      subjectId: userId,
      detail: {
        name: member.name,
        email: member.email,
        from: member.role,
        to: role,
        ...(withdrawn > 0 ? { invitationsWithdrawn: withdrawn } : {}),
        ...(freed > 0 ? { assignmentsFreed: freed } : {}),
      },
    });
    await notify(trx, {
      companyId,
      userIds: [userId],
      kind: 'role.changed',
      subjectType: 'member',
      subjectId: userId,
      detail: { actorName: actor.name, role },
    });
    return { changed: true };
  });
}
