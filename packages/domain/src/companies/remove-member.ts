import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { type Mailer, queueMail } from '../mails/queue-mail.ts';
import { notify } from '../notifications/notify.ts';
import { companyRoles, demandChange, demandManaging } from '../policy.ts';
import { findOwners, freeAssignments, judge, lockSelfAnd, withdrawInvitations } from './locked-members.ts';
import { readCompanyName } from './read-company.ts';

/**
 * Takes a member out of the company, at once. What they captured and decided stays with it; what they had to review
 * is anyone's again, their open invitations are withdrawn.
 * @throws AppError `role.not_allowed`, `member.not_found`, `member.is_yourself`, `company.last_owner`
 */
export async function removeMember(
  { db, mailer }: { db: Kysely<DB>; mailer: Mailer },
  { scope, userId }: { scope: Scope; userId: string },
): Promise<{ name: string }> {
  demandChange(scope, 'members.manage');
  const { companyId, actor } = scope;
  if (userId === actor.userId) throw new AppError('member.is_yourself');
  return inScope(db, scope, async (trx) => {
    const { self, member } = await lockSelfAnd(trx, scope, userId);
    demandManaging(self, member.role);
    const freed = await freeAssignments(trx, companyId, userId);
    const withdrawn = await withdrawInvitations(trx, companyId, userId, companyRoles);
    const { rows } = await sql<{ outcome: string }>`
      select app.remove_member(${userId}::uuid) as outcome`.execute(trx);
    judge(rows[0]?.outcome);
    await recordAuditEvent(trx, scope, {
      action: 'member.removed',
      subjectType: 'member',
      subjectId: userId,
      detail: {
        name: member.name,
        email: member.email,
        role: member.role,
        ...(withdrawn > 0 ? { invitationsWithdrawn: withdrawn } : {}),
        ...(freed > 0 ? { assignmentsFreed: freed } : {}),
      },
    });
    await notify(trx, {
      companyId,
      userIds: await findOwners(trx),
      kind: 'member.removed',
      subjectType: 'member',
      subjectId: userId,
      detail: { actorName: actor.name, name: member.name },
    });
    // Notifications end with the membership.
    const companyName = await readCompanyName(trx);
    await queueMail(trx, mailer, {
      kind: 'notification',
      to: member.email,
      userId,
      content: (say) => ({
        subject: say('mail.removed.subject', { companyName }),
        paragraphs: [say('mail.removed.body', { by: actor.name, companyName }), say('mail.removed.others')],
        footnote: say('mail.removed.footnote'),
      }),
    });
    return { name: member.name };
  });
}
