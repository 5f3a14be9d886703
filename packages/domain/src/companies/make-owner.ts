import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { notify } from '../notifications/notify.ts';
import { demandChange, demandThemself } from '../policy.ts';
import { demandConfirmation } from './company-name.ts';
import { findOwners, judge, lockSelfAnd } from './locked-members.ts';
import { readCompanyName } from './read-company.ts';

/**
 * Makes a member owner beside the present owners; `handOver`: in the place of who does it, who becomes admin. Only an
 * owner, who types the company's name.
 * @throws AppError `role.not_allowed`, `member.not_found`, `member.is_owner`, `company.not_confirmed`
 */
export async function makeOwner(
  { db }: { db: Kysely<DB> },
  {
    scope,
    userId,
    confirmation,
    handOver = false,
  }: { scope: Scope; userId: string; confirmation: string; handOver?: boolean },
): Promise<void> {
  demandChange(scope, 'owners.manage');
  demandThemself(scope);
  const { companyId, actor } = scope;
  await inScope(db, scope, async (trx) => {
    const { self, member } = await lockSelfAnd(trx, scope, userId);
    demandChange({ companyId, actor: { ...actor, role: self.role } }, 'owners.manage');
    demandConfirmation(confirmation, await readCompanyName(trx));
    if (member.role === 'owner') throw new AppError('member.is_owner', { name: member.name });
    await setRole(userId, 'owner');
    if (handOver) await setRole(self.userId, 'admin');
    await recordAuditEvent(trx, scope, {
      action: handOver ? 'company.handed_over' : 'member.made_owner',
      subjectType: 'member',
      subjectId: userId,
      detail: { name: member.name, email: member.email, from: member.role, to: 'owner' },
    });
    const detail = { actorName: actor.name, name: member.name };
    await notify(trx, {
      companyId,
      userIds: [userId],
      kind: 'role.changed',
      subjectType: 'member',
      subjectId: userId,
      detail: { ...detail, role: 'owner' },
    });
    await notify(trx, {
      companyId,
      userIds: (await findOwners(trx)).filter((id) => id !== userId),
      kind: 'owner.added',
      subjectType: 'member',
      subjectId: userId,
      detail,
    });

    async function setRole(who: string, role: 'owner' | 'admin') {
      const { rows } = await sql<{ outcome: string }>`
        select app.set_member_role(${who}::uuid, ${role}) as outcome`.execute(trx);
      judge(rows[0]?.outcome);
    }
  });
}
