import { type DB, inCompany } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { recordSystemEvent } from '../audit/record-audit-event.ts';
import { type Mailer, queueMail } from '../mails/queue-mail.ts';
import { networkOf } from './network-of.ts';
import { recordUserEvent } from './record-user-event.ts';

export interface FailedSignIn {
  /** The account that was tried: its id, or the address that was typed. */
  account: { userId: string } | { email: string };
  /** `second_factor`, `recovery_code`: the password was right. */
  method: 'password' | 'second_factor' | 'recovery_code';
  /** Failures of the account in a row, this one included. */
  failures: number;
  ipAddress: string;
  userAgent: string;
}

/** With so many failures its owner gets a mail, once a day at most. Past the password somebody knows it: sooner. */
const tellAfter = { password: 10, second_factor: 3, recovery_code: 3 };

/**
 * Writes a failed try into the account's list and, the first of a row and every fifth, into the audit lists of its
 * companies; its owner hears of many by mail. Who tried is nobody we know, so the network is all that is kept of them.
 * Nothing happens where there is no such account.
 *
 * `auth`: as readout_auth, `app`: as readout_app.
 */
export async function noteFailedSignIn(
  { auth, app, mailer }: { auth: Kysely<DB>; app: Kysely<DB>; mailer: Mailer },
  { account, method, failures, ipAddress, userAgent }: FailedSignIn,
): Promise<void> {
  const { rows } = await sql<{ id: string; name: string; email: string; companies: string[] }>`
    select u.id, u.name, u.email,
      coalesce((select json_agg(m.company_id) from auth.membership m where m.user_id = u.id), '[]') as companies
    from auth."user" u
    where u.deleted_at is null and ${
      'userId' in account
        ? sql`u.id = ${account.userId}::uuid`
        : sql`u.email = ${account.email.trim().toLowerCase().replaceAll('\0', '')}`
    }`.execute(auth);
  const user = rows[0];
  if (!user) return;
  const network = networkOf(ipAddress);
  await auth.transaction().execute(async (trx) => {
    await recordUserEvent(trx, {
      userId: user.id,
      action: 'sign_in.failed',
      detail: { method },
      ipAddress: network,
      userAgent,
    });
    if (failures !== tellAfter[method] || (await wasTold(trx, user.id))) return;
    await recordUserEvent(trx, { userId: user.id, action: 'sign_in.many_failed', detail: { method } });
    const known = method === 'password' ? undefined : 'password';
    await queueMail(trx, mailer, {
      kind: 'security',
      to: user.email,
      userId: user.id,
      content: (say) => ({
        subject: say('mail.failed_sign_ins.subject', { known }),
        paragraphs: [
          say('mail.any.hello', { name: user.name }),
          say('mail.failed_sign_ins.body', { known, failures, network }),
          say('mail.failed_sign_ins.was_it_you'),
        ],
        button: {
          label: say('mail.failed_sign_ins.button'),
          url: `${mailer.origin}/settings/security#events`,
        },
        footnote: say('mail.any.safety'),
      }),
    });
  });
  if (failures !== 1 && failures % 5 !== 0) return;
  for (const companyId of user.companies)
    await inCompany(app, { companyId, userId: null }, (trx) =>
      recordSystemEvent(trx, companyId, {
        action: 'member.sign_in_failed',
        subjectType: 'member',
        subjectId: user.id,
        detail: { method, failures },
      }),
    );
}

async function wasTold(trx: Kysely<DB>, userId: string): Promise<boolean> {
  const { rows } = await sql<{ told: boolean }>`
    select exists (select from auth.user_events where user_id = ${userId}::uuid and action = 'sign_in.many_failed'
      and created_at > now() - interval '1 day') as told`.execute(trx);
  return rows[0]?.told === true;
}
