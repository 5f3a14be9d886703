import type { DB } from '@readout/database';
import type { TextValues } from '@readout/texts';
import type { Kysely } from 'kysely';
import { type Mailer, queueMail } from '../mails/queue-mail.ts';
import type { AccountActor } from './own-account.ts';
import { recordUserEvent } from './record-user-event.ts';

/** Changes of how one gets into an account that its address is told of. */
export type SecurityChange = keyof TextValues extends infer Key
  ? Key extends `mail.changed.${infer Change}.subject`
    ? Change
    : never
  : never;

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
  await auth.transaction().execute(async (trx) => {
    await recordUserEvent(trx, { ...actor, action: change, detail });
    await queueMail(trx, mailer, {
      kind: 'security',
      to: email,
      userId: actor.userId,
      content: (say) => ({
        subject: say(`mail.changed.${change}.subject`),
        paragraphs: [say(`mail.changed.${change}.body`), say('mail.any.was_it_you')],
        button: { label: say('mail.any.look_at_account'), url: `${mailer.origin}/settings/security` },
        footnote: say('mail.changed.footnote'),
      }),
    });
  });
}
