import { randomBytes } from 'node:crypto';
import type { DB } from '@readout/database';
import { databaseNow } from '@readout/domain/database-clock';
import { type Mailer, type MailKind, type OutgoingMail, queueMail } from '@readout/domain/mails/queue-mail';
import { type LinkPurpose, recordSentLink, withdrawLinks } from '@readout/domain/users/sent-links';
import type { Kysely } from 'kysely';
import { currentLocale } from '../request/locale.ts';
import {
  changeEmailMail,
  linkLifeMinutes,
  resetPasswordMail,
  securityMail,
  signInLinkMail,
  verifyEmailMail,
} from './account-mails.ts';

/** Whom a mail about an account goes to. */
export interface Recipient {
  id: string;
  name: string;
  email: string;
}

export interface AccountMailer {
  /** For a new account's address, or for the one it is to be changed to: the token says which. */
  sendVerification(user: Recipient, token: string): Promise<void>;
  sendResetPassword(user: Recipient, token: string): Promise<void>;
  /** Sends nothing where no account has the address. */
  sendSignInLink(email: string, token: string, metadata?: Record<string, unknown>): Promise<void>;
}

/** Mails with a link that better-auth made the token of. The link leads to a page of ours, never straight to a change. */
export function createAccountMailer({ auth, mailer }: { auth: Kysely<DB>; mailer: Mailer }): AccountMailer {
  async function sendLink(
    user: Recipient,
    link: {
      kind: MailKind;
      purpose: LinkPurpose;
      token: string;
      lifeMinutes: number;
      content: OutgoingMail['content'];
    },
  ): Promise<void> {
    await auth.transaction().execute(async (trx) => {
      const expiresAt = new Date((await databaseNow(trx)).getTime() + link.lifeMinutes * 60_000);
      // Only the newest link works, so that none lies about in a mailbox.
      await withdrawLinks({ auth: trx }, { userId: user.id, purpose: link.purpose });
      await recordSentLink(
        { auth: trx },
        {
          token: link.token,
          purpose: link.purpose,
          userId: user.id,
          withoutSmtp: !mailer.isConfigured,
          expiresAt,
        },
      );
      await queueMail(trx, mailer, {
        kind: link.kind,
        to: user.email,
        userId: user.id,
        content: link.content,
        linksExpireAt: expiresAt,
        otherwiseIn: currentLocale(),
      });
    });
  }
  const address = (path: string, query: Record<string, string>) =>
    `${mailer.origin}${path}?${new URLSearchParams(query)}`;

  return {
    async sendVerification(user, jwt) {
      const claims = claimsOf(jwt);
      // Two of one second are the same; only the newest may work.
      const token = `${jwt}.${randomBytes(12).toString('base64url')}`;
      const url = address('/auth/verify', { token });
      const lifeMinutes = linkLifeMinutes.verifyEmail;
      const newEmail = claims.updateTo;
      if (newEmail) {
        // Sent to the new address; the present one hears of it too.
        await queueMail(auth, mailer, {
          kind: 'security',
          to: claims.email,
          userId: user.id,
          content: securityMail(
            user.name,
            (say) => ({
              subject: say('mail.account.email_to_change.subject'),
              body: say('mail.account.email_to_change.body', { newEmail }),
            }),
            mailer.origin,
          ),
        });
        await sendLink(user, {
          kind: 'change_email',
          purpose: 'change_email',
          token,
          lifeMinutes,
          content: changeEmailMail(user.name, newEmail, url),
        });
        return;
      }
      // Where no mail is sent, confirming is not demanded and would prove nothing.
      if (!mailer.isConfigured) return;
      await sendLink(user, {
        kind: 'verify_email',
        purpose: 'verify_email',
        token,
        lifeMinutes,
        content: verifyEmailMail(user.name, url),
      });
    },

    async sendResetPassword(user, token) {
      await sendLink(user, {
        kind: 'reset_password',
        purpose: 'reset_password',
        token,
        lifeMinutes: linkLifeMinutes.resetPassword,
        content: resetPasswordMail(user.name, address('/auth/reset-password', { token })),
      });
    },

    async sendSignInLink(email, token, metadata) {
      const user = await auth
        .selectFrom('auth.user')
        .select(['id', 'name', 'email'])
        .where('email', '=', email.toLowerCase())
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (!user) return;
      const to = typeof metadata?.to === 'string' ? { to: metadata.to } : {};
      await sendLink(user, {
        kind: 'sign_in_link',
        purpose: 'sign_in',
        token,
        lifeMinutes: linkLifeMinutes.signIn,
        content: signInLinkMail(user.name, address('/auth/sign-in-link', { token, ...to })),
      });
    },
  };
}

/** What a verification token says: better-auth's, made a moment ago, so its signature needs no look. */
function claimsOf(token: string): { email: string; updateTo?: string } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}
