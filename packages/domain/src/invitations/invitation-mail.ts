import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { CompanyRole } from '../actor.ts';
import { type Mailer, queueMail, writtenLanguage } from '../mails/queue-mail.ts';
import { invitationLink } from './invitation-token.ts';

/** Sends the link of an invitation to the address it is for. `db`: any of the server's roles. */
export async function mailInvitation(
  db: Kysely<DB>,
  mailer: Mailer,
  invitation: {
    companyId: string;
    companyName: string;
    email: string;
    role: CompanyRole;
    invitedBy: { id: string; name: string };
    token: string;
    expiresAt: Date;
  },
): Promise<void> {
  const { companyName, email, role, invitedBy, expiresAt } = invitation;
  await queueMail(db, mailer, {
    kind: 'invitation',
    to: email,
    companyId: invitation.companyId,
    linksExpireAt: expiresAt,
    // Who has no account yet is written to as those who invite them speak.
    otherwiseIn: await writtenLanguage(db, { userId: invitedBy.id }),
    content: (say, locale) => ({
      subject: say('mail.invitation.subject', { inviter: invitedBy.name, companyName }),
      paragraphs: [
        say('mail.invitation.body', { role, inviter: invitedBy.name, companyName }),
        say('mail.invitation.readout'),
      ],
      button: { label: say('mail.invitation.button'), url: invitationLink(mailer.origin, invitation.token) },
      footnote: say('mail.invitation.footnote', {
        email,
        day: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt),
      }),
    }),
  });
}
