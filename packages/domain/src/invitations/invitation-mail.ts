import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { CompanyRole } from '../actor.ts';
import { type Mailer, queueMail } from '../mails/queue-mail.ts';
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
    invitedByName: string;
    token: string;
    expiresAt: Date;
  },
): Promise<void> {
  const { companyName, email, role, invitedByName, expiresAt } = invitation;
  await queueMail(db, mailer, {
    kind: 'invitation',
    to: email,
    companyId: invitation.companyId,
    linksExpireAt: expiresAt,
    content: (say, locale) => ({
      subject: say('mail.invitation.subject', { inviter: invitedByName, companyName }),
      paragraphs: [
        say('mail.invitation.body', { role, inviter: invitedByName, companyName }),
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
