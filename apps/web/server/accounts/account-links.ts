import { AppError } from '@readout/domain/errors';
import { fieldText } from '@readout/domain/field-text';
import { queueMail } from '@readout/domain/mails/queue-mail';
import { demandUsablePassword } from '@readout/domain/users/check-password';
import { networkOf } from '@readout/domain/users/network-of';
import { forgetDevices, forgetTrustedBrowsers, proveAddress } from '@readout/domain/users/prove-address';
import { recordUserEvent } from '@readout/domain/users/record-user-event';
import {
  checkSentLink,
  claimSentLink,
  type LinkPurpose,
  withdrawLinks,
} from '@readout/domain/users/sent-links';
import {
  type Allowance,
  addressKey,
  countTries,
  forgetSignInAttempts,
} from '@readout/domain/users/sign-in-attempts';
import { z } from 'zod';
import type { Session } from '../request/session.ts';
import { securityMail } from './account-mails.ts';
import {
  type AccountRequest,
  asking,
  cookiesOf,
  deviceOf,
  finishSignIn,
  takingAtLeast,
} from './account-steps.ts';

/** Mails of one kind to one address; anyone who asks on a device the account knows is counted on their own. */
const mailsToAddress: Allowance = { free: 3, seconds: 60 };
/** Asked for from one network, to whomever. */
const mailsOfNetwork: Allowance = { free: 100, seconds: 600 };

const usableEmail = z.string().trim().toLowerCase().max(320).pipe(z.email());

/** Links by mail: asking for one, and what following it does. Asking answers the same whether there is an account or not. */
export function accountLinks(request: AccountRequest) {
  const { auth, db, mailer, client, userAgent, answerMs } = request;
  const from = { ipAddress: client.address, userAgent };
  const deps = { auth: db.auth };

  /** @throws AppError `sign_in.email_unusable`, `sign_in.too_many_tries` */
  async function countMail(kind: string, given: string): Promise<string> {
    const parsed = usableEmail.safeParse(given);
    if (!parsed.success)
      throw new AppError('sign_in.email_unusable', {
        fields: { email: fieldText('email') },
      });
    const deviceId = (await deviceOf(request))?.id;
    const key = await addressKey(deps, { what: `${kind} mail`, email: parsed.data, deviceId });
    await countTries(deps, [
      { key, ...mailsToAddress },
      { key: `mails from ${networkOf(client.address)}`, ...mailsOfNetwork },
    ]);
    return parsed.data;
  }

  /** A link of one account, followed while signed in to another, is more likely a mix-up than a wish. */
  function demandOwner(userId: string, session: Session | null): void {
    if (!session || session.user.id === userId) return;
    throw new AppError('link.foreign');
  }

  return {
    async requestPasswordReset({ email }: { email: string }): Promise<void> {
      await takingAtLeast(answerMs, async () => {
        const usable = await countMail('reset', email);
        await asking(auth.api.requestPasswordReset({ body: { email: usable }, headers: request.headers() }));
      });
    },

    async requestSignInLink({ email, to }: { email: string; to?: string }): Promise<void> {
      if (!mailer.isConfigured) throw new AppError('sign_in.no_mail');
      await takingAtLeast(answerMs, async () => {
        const usable = await countMail('sign-in', email);
        await asking(
          auth.api.signInMagicLink({
            body: { email: usable, metadata: to ? { to } : {} },
            headers: request.headers(),
          }),
        );
      });
    },

    /** Sends the mail for a new account's address again. */
    async requestVerification({ email }: { email: string }): Promise<void> {
      await takingAtLeast(answerMs, async () => {
        const usable = await countMail('verify', email);
        // Without the session: anyone who is signed in may ask for another account's mail, too.
        await asking(auth.api.sendVerificationEmail({ body: { email: usable } }));
      });
    },

    /** For the page a link leads to; uses nothing up. @throws AppError `link.invalid`, `link.used`, `link.expired`, `link.foreign` */
    async checkLink(
      input: { token: string; purposes: readonly LinkPurpose[] },
      session: Session | null,
    ): Promise<{ purpose: LinkPurpose }> {
      const { purpose, userId } = await checkSentLink(deps, input);
      demandOwner(userId, session);
      return { purpose };
    },

    /** @throws AppError `link.…`, `password.unusable` */
    async resetPassword({ token, password }: { token: string; password: string }): Promise<void> {
      const purposes = ['reset_password'] as const;
      const { userId } = await checkSentLink(deps, { token, purposes });
      const owner = await db.auth
        .selectFrom('auth.user')
        .select(['name', 'email'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      // Before the link is used up.
      demandUsablePassword(password, owner, 'password');
      const link = await claimSentLink(deps, { token, purposes });
      await asking(auth.api.resetPassword({ body: { newPassword: password, token } }));
      await db.auth.transaction().execute(async (trx) => {
        const user = await trx
          .selectFrom('auth.user')
          .select(['name', 'email'])
          .where('id', '=', link.userId)
          .executeTakeFirstOrThrow();
        await withdrawLinks({ auth: trx }, { userId: link.userId });
        await forgetTrustedBrowsers(trx, link.userId);
        await forgetDevices(trx, link.userId);
        // A link that administrators could open proves nothing about the mailbox.
        if (!link.withoutSmtp) await proveAddress(trx, { userId: link.userId, keepPassword: true, ...from });
        await recordUserEvent(trx, { userId: link.userId, action: 'password.reset', ...from });
        await queueMail(trx, mailer, {
          kind: 'security',
          to: user.email,
          userId: link.userId,
          content: securityMail(
            user.name,
            (say) => ({
              subject: say('mail.account.password_reset.subject'),
              body: say('mail.account.password_reset.body'),
            }),
            mailer.origin,
          ),
        });
        await forgetSignInAttempts({ auth: trx }, { email: user.email });
      });
    },

    /** @throws AppError `link.…`, `sign_in.suspended` */
    async signInByLink({ token }: { token: string }, session: Session | null): Promise<Headers> {
      const purposes = ['sign_in'] as const;
      demandOwner((await checkSentLink(deps, { token, purposes })).userId, session);
      const { userId } = await claimSentLink(deps, { token, purposes });
      await db.auth.transaction().execute(async (trx) => {
        const user = await trx
          .selectFrom('auth.user')
          .select(['name', 'email'])
          .where('id', '=', userId)
          .executeTakeFirstOrThrow();
        if (!(await proveAddress(trx, { userId, keepPassword: false, ...from }))) return;
        await queueMail(trx, mailer, {
          kind: 'security',
          to: user.email,
          userId,
          content: securityMail(
            user.name,
            (say) => ({
              subject: say('mail.account.email_confirmed.subject'),
              body: say('mail.account.email_confirmed.body'),
            }),
            mailer.origin,
          ),
        });
      });
      const { headers } = await asking(
        auth.api.magicLinkVerify({ query: { token }, headers: request.headers(), returnHeaders: true }),
      );
      return finishSignIn(request, headers, { method: 'link' });
    },

    /**
     * Confirms a new account's address, or moves an account to the address the link was sent to.
     *
     * @throws AppError `link.…`, `sign_in.needed` (an address is changed only while signed in), `account.email_taken`
     */
    async verifyEmail(
      { token }: { token: string },
      session: Session | null,
    ): Promise<{ headers: Headers; purpose: LinkPurpose }> {
      const purposes = ['verify_email', 'change_email'] as const;
      const found = await checkSentLink(deps, { token, purposes });
      demandOwner(found.userId, session);
      if (found.purpose === 'change_email') {
        if (!session) throw new AppError('sign_in.needed');
        if (session.impersonatedBy) throw new AppError('support.read_only', { reason: 'person' });
      }
      const link = await claimSentLink(deps, { token, purposes });
      const headers = await changing(
        asking(
          auth.api.verifyEmail({
            query: { token: withoutSuffix(token) },
            headers: request.headers(),
            returnHeaders: true,
          }),
        ),
      );
      await db.auth.transaction().execute(async (trx) => {
        await withdrawLinks({ auth: trx }, { userId: link.userId });
        if (link.withoutSmtp)
          await trx
            .updateTable('auth.user')
            .set({ email_verified: false })
            .where('id', '=', link.userId)
            .execute();
        await recordUserEvent(trx, {
          userId: link.userId,
          action: link.purpose === 'change_email' ? 'email.changed' : 'email.verified',
          ...from,
        });
      });
      return { headers, purpose: link.purpose };
    },
  };
}

/** better-auth's part of a verification link; see account-mailer.ts. */
const withoutSuffix = (token: string) => token.split('.').slice(0, 3).join('.');

const uniqueViolation = '23505';

async function changing(call: Promise<{ headers: Headers }>): Promise<Headers> {
  try {
    return cookiesOf((await call).headers ?? new Headers());
  } catch (cause) {
    const error = cause as { code?: string; cause?: { code?: string } };
    if (error.code !== uniqueViolation && error.cause?.code !== uniqueViolation) throw cause;
    throw new AppError('account.email_taken', {}, { cause });
  }
}
