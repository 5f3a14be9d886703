import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import type { CompanyRole } from '../actor.ts';
import { type Mailer, queueMail } from '../mails/queue-mail.ts';
import { invitationLink } from './invitation-token.ts';

/** What each role does, for somebody who has not seen the product. */
const whatRolesDo: Record<CompanyRole, string> = {
  operator: 'You can capture and correct what you captured.',
  reviewer: 'You can capture, review everything the company captures, and export it.',
  admin: 'You can capture, review, and look after members, plugins and settings.',
  owner: 'You can do everything, including closing the company.',
};

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
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt);
  await queueMail(db, mailer, {
    kind: 'invitation',
    to: email,
    companyId: invitation.companyId,
    linksExpireAt: expiresAt,
    content: {
      subject: `${invitedByName} invites you to ${companyName}`,
      paragraphs: [
        `${invitedByName} invites you to join ${companyName} on Readout as ${role}. ${whatRolesDo[role]}`,
        'Readout reads photos, screens and files and turns them into checked records.',
      ],
      button: { label: 'Look at the invitation', url: invitationLink(mailer.origin, invitation.token) },
      footnote: `The link works once, for ${email}, until ${day}. If you do not know the sender, ignore this mail: nothing happens without you.`,
    },
  });
}
