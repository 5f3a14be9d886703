import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { inScope, type Trx } from '../in-scope.ts';
import { type Mailer, queueMail } from '../mails/queue-mail.ts';
import { notify } from '../notifications/notify.ts';
import { demandChange, demandThemself } from '../policy.ts';
import { demandConfirmation } from './company-name.ts';
import { lockSettings } from './company-settings.ts';
import { lockSelf } from './locked-members.ts';
import { readCompanyName } from './read-company.ts';

/** How long a closing company can be reopened; everything of it is deleted then (`platform.erase_company`). */
export const closingDays = 30;

export const goneAt = (closingAt: Date): Date =>
  new Date(closingAt.getTime() + closingDays * 24 * 60 * 60 * 1000);

/**
 * Begins to close the company: nothing new is taken in, everybody can still read and export, and after 30 days all of
 * it is deleted. Every member is told. Once more is no change.
 * @throws AppError `role.not_allowed`, `company.not_confirmed`
 */
export async function closeCompany(
  { db, mailer }: { db: Kysely<DB>; mailer: Mailer },
  { scope, confirmation }: { scope: Scope; confirmation: string },
): Promise<{ goneAt: Date }> {
  demandChange(scope, 'company.close');
  demandThemself(scope);
  const { companyId, actor } = scope;
  return inScope(db, scope, async (trx) => {
    const self = await lockSelf(trx, scope);
    demandChange({ companyId, actor: { ...actor, role: self.role } }, 'company.close');
    const companyName = await readCompanyName(trx);
    demandConfirmation(confirmation, companyName);
    const locked = await lockSettings(trx, companyId);
    if (locked.status === 'closing' && locked.closingAt) return { goneAt: goneAt(locked.closingAt) };
    const { rows } = await sql<{ closing_at: Date }>`
      update app.company_settings
      set status = 'closing', status_before_closing = status, closing_at = now(), revision = revision + 1
      where company_id = ${companyId}::uuid returning closing_at`.execute(trx);
    const end = goneAt(rows[0]!.closing_at);
    await sql`
      update app.invitations set revoked_at = now()
      where company_id = ${companyId}::uuid and accepted_at is null and revoked_at is null`.execute(trx);
    await recordAuditEvent(trx, scope, {
      action: 'company.closing',
      subjectType: 'company',
      subjectId: companyId,
      detail: { goneAt: end.toISOString() },
    });
    await tellEveryone(trx, { mailer, companyId, companyName, actorName: actor.name, end });
    return { goneAt: end };
  });
}

async function tellEveryone(
  trx: Trx,
  {
    mailer,
    companyId,
    companyName,
    actorName,
    end,
  }: { mailer: Mailer; companyId: string; companyName: string; actorName: string; end: Date },
): Promise<void> {
  const { rows: members } = await sql<{ user_id: string; email: string; role: string }>`
    select user_id, email, role from app.members`.execute(trx);
  await notify(trx, {
    companyId,
    userIds: members.map((member) => member.user_id),
    kind: 'company.closing',
    subjectType: 'company',
    subjectId: companyId,
    detail: { actorName },
  });
  // The mail below says it already, and nobody can have switched it off.
  await sql`
    update app.notifications set mailed_at = now()
    where company_id = ${companyId}::uuid and kind = 'company.closing' and mailed_at is null`.execute(trx);
  for (const member of members) {
    await queueMail(trx, mailer, {
      kind: 'company_closing',
      to: member.email,
      userId: member.user_id,
      companyId,
      content: (say, locale) => ({
        subject: say('mail.closing.subject', { companyName }),
        paragraphs: [
          say('mail.closing.body', {
            by: actorName,
            companyName,
            day: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(end),
          }),
          say('mail.closing.until_then'),
          say('mail.closing.stop', { role: member.role === 'owner' ? 'owner' : undefined }),
        ],
        button: { label: say('mail.closing.button'), url: `${mailer.origin}/settings/company` },
        footnote: say('mail.closing.footnote', { companyName }),
      }),
    });
  }
}
