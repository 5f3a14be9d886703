import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { type Mailer, queueMail } from '../mails/queue-mail.ts';
import { networkOf } from './network-of.ts';
import { recordSignInEvent } from './record-sign-in-event.ts';
import { recordUserEvent } from './record-user-event.ts';
import { deviceHashOf } from './sign-in-attempts.ts';

/** How somebody got in; `second_factor`: after one of the others, which alone was not enough. */
export type SignInMethod = 'password' | 'link' | 'passkey' | 'provider' | 'sign_up' | 'second_factor';

export interface SignIn {
  userId: string;
  /** The session that began. */
  sessionId: string;
  /** Token of the session this browser had before, if any. */
  formerToken: string | undefined;
  method: SignInMethod;
  /** Which other service, where one was used. */
  provider?: string | undefined;
  /** Whether a code of the second factor was given too, and of which kind. */
  secondFactor?: 'totp' | 'recovery_code' | undefined;
  /** The browser's long-lived random cookie. */
  deviceId: string;
  /** For instance "Firefox on Linux". */
  browser: string;
  ipAddress: string;
  userAgent: string;
  /** Of the texts, as the browser asked for them. */
  language: string;
}

/**
 * Writes a sign-in into the account's list and the installation's, binds its session to the device, where every former one ends, and tells the
 * account's address where it came from a browser the account was never used in before. The first browser of an account
 * is no news.
 */
export async function noteSignIn(
  { auth, mailer }: { auth: Kysely<DB>; mailer: Mailer },
  signIn: SignIn,
): Promise<void> {
  const { userId, sessionId, method, provider, secondFactor, ipAddress, userAgent } = signIn;
  const deviceHash = deviceHashOf(signIn.deviceId);
  await auth.transaction().execute(async (trx) => {
    const { rows } = await sql<{ is_new: boolean; has_others: boolean; name: string; email: string }>`
      with seen as (
        insert into auth.devices (user_id, device_hash, network) values (${userId}::uuid, ${deviceHash}, ${networkOf(ipAddress)})
        on conflict (user_id, device_hash) do update set last_seen_at = now(), network = excluded.network
        returning xmax = 0 as is_new
      )
      select seen.is_new, u.name, u.email,
        exists (select from auth.devices d where d.user_id = u.id and d.device_hash <> ${deviceHash}) as has_others
      from seen, auth."user" u where u.id = ${userId}::uuid`.execute(trx);
    const seen = rows[0];
    if (!seen) return;
    await sql`
      update auth."user" set seen_language = ${signIn.language}
      where id = ${userId}::uuid and seen_language is distinct from ${signIn.language}`.execute(trx);
    await sql`update auth.session set device_hash = ${deviceHash} where id = ${sessionId}::uuid`.execute(trx);
    await sql`
      delete from auth.session
      where id <> ${sessionId}::uuid and impersonated_by is null and paired_company_id is null
        and (device_hash = ${deviceHash} or token = ${signIn.formerToken ?? ''})`.execute(trx);
    const isNewDevice = seen.is_new && seen.has_others;
    await recordUserEvent(trx, {
      userId,
      action: 'signed_in',
      detail: {
        method,
        ...(provider ? { provider } : {}),
        ...(secondFactor ? { secondFactor } : {}),
        ...(isNewDevice ? { newDevice: true } : {}),
      },
      ipAddress,
      userAgent,
    });
    await recordSignInEvent(trx, {
      outcome: 'succeeded',
      userId,
      detail: { method, ...(provider ? { provider } : {}) },
      ipAddress,
    });
    if (!isNewDevice) return;
    await queueMail(trx, mailer, {
      kind: 'security',
      to: seen.email,
      userId,
      content: (say) => ({
        subject: say('mail.new_sign_in.subject'),
        paragraphs: [
          say('mail.any.hello', { name: seen.name }),
          say('mail.new_sign_in.body', { browser: signIn.browser, address: ipAddress }),
          say('mail.new_sign_in.was_it_you'),
        ],
        button: { label: say('mail.new_sign_in.button'), url: `${mailer.origin}/settings/security` },
        footnote: say('mail.any.safety'),
      }),
    });
  });
}
