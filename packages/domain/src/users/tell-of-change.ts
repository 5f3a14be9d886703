import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import { type Mailer, queueMail } from '../mails/queue-mail.ts';
import type { AccountActor } from './own-account.ts';
import { recordUserEvent } from './record-user-event.ts';

const sentences = {
  'password.changed': ['Your password was changed', 'The password of your account was changed.'],
  'password.set': ['A password was set', 'Your account can now be signed in to with a password.'],
  'passkey.added': [
    'A passkey was added',
    'A passkey was added to your account: whoever holds it can sign in.',
  ],
  'passkey.removed': ['A passkey was removed', 'A passkey was removed from your account.'],
  'two_factor.enabled': ['Second factor switched on', 'Signing in to your account now also takes a code.'],
  'two_factor.disabled': ['Second factor switched off', 'Signing in to your account no longer takes a code.'],
  'recovery_codes.renewed': [
    'New recovery codes',
    'New recovery codes were made for your account; the old ones no longer work.',
  ],
  'provider.unlinked': [
    'A sign-in service was removed',
    'One of the services that sign in to your account was removed.',
  ],
} as const;

export type SecurityChange = keyof typeof sentences;

/** Writes a change of how one gets into an account into its list and tells its address. `auth`: as readout_auth. */
export async function tellOfChange(
  { auth, mailer }: { auth: Kysely<DB>; mailer: Mailer },
  {
    actor,
    change,
    email,
    detail = {},
  }: { actor: AccountActor; change: SecurityChange; email: string; detail?: Record<string, unknown> },
): Promise<void> {
  const [subject, sentence] = sentences[change];
  await auth.transaction().execute(async (trx) => {
    await recordUserEvent(trx, { ...actor, action: change, detail });
    await queueMail(trx, mailer, {
      kind: 'security',
      to: email,
      userId: actor.userId,
      content: {
        subject,
        paragraphs: [
          sentence,
          'If this was you, nothing is to be done. If it was not, change your password and sign out everywhere else.',
        ],
        button: { label: 'Look at the account', url: `${mailer.origin}/settings/security` },
        footnote: 'You get this because it changes who can sign in as you. It cannot be switched off.',
      },
    });
  });
}
