import { randomUUID } from 'node:crypto';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { recordPlatformEvent } from '../audit/record-platform-event.ts';
import { companyNameSchema, slugOf } from '../companies/company-name.ts';
import { type FirstPlugin, firstInstallations } from '../companies/first-installations.ts';
import { databaseNow } from '../database-clock.ts';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { invitationLink, newInvitationToken } from '../invitations/invitation-token.ts';
import { type Mailer, queueMail } from '../mails/queue-mail.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { refusing } from './platform-refusals.ts';

const invitationDays = 7;

const schema = z.object({
  name: companyNameSchema,
  ownerEmail: z
    .string()
    .trim()
    .toLowerCase()
    .max(320, fieldText('too_long', { max: 320 }))
    .pipe(z.email(fieldText('email'))),
});

/**
 * Makes a company with its settings and plugins and invites its owner, who becomes a member by accepting.
 *
 * @returns `inviteUrl` only where mails are not sent: then the person who made the company passes it on
 * @throws AppError `platform.bad_input` with detail `{fields: {name?, ownerEmail?}}`, sentences
 */
export async function createCompany(
  {
    platform,
    mailer,
    firstPlugins,
  }: {
    platform: Kysely<DB>;
    mailer: Mailer;
    /** Installed in this order. */
    firstPlugins: readonly FirstPlugin[];
  },
  {
    actor,
    ...input
  }: { actor: PlatformActor; name: string; ownerEmail: string; languages?: string[]; locale?: string },
): Promise<{ companyId: string; inviteUrl: string | null }> {
  demandOnPlatform(actor, 'companies.change');
  const parsed = schema.safeParse(input);
  if (!parsed.success)
    throw new AppError('platform.bad_input', {
      fields: Object.fromEntries(
        parsed.error.issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]),
      ),
    });
  const { name, ownerEmail } = parsed.data;
  const { languages = ['en'], locale = 'en' } = input;
  const companyId = randomUUID();
  const { token, hash } = newInvitationToken();
  const inviteUrl = invitationLink(mailer.origin, token);
  await platform.transaction().execute(async (trx) => {
    const expiresAt = new Date((await databaseNow(trx)).getTime() + invitationDays * 86_400_000);
    await refusing(
      sql`
        select platform.create_company(${actor.userId}::uuid, ${actor.name}, ${actor.ipAddress ?? null}, ${companyId}::uuid,
          ${name}, ${slugOf(name, companyId)}, ${languages}::text[], ${locale}, ${firstInstallations(firstPlugins)}::jsonb)`.execute(
        trx,
      ),
    );
    await sql`
      insert into app.invitations (company_id, email, role, token_hash, invited_by, invited_by_name, expires_at, proves_address)
      values (${companyId}::uuid, ${ownerEmail}, 'owner', ${hash},
        ${actor.userId}::uuid, ${actor.name}, ${expiresAt}, ${mailer.isConfigured})`.execute(trx);
    await sql`
      insert into app.audit_events (company_id, actor_id, actor_name, ip_address, action, subject_type, subject_id, detail)
      values (${companyId}::uuid, ${actor.userId}::uuid, ${actor.name}, ${actor.ipAddress ?? null}, 'company.created', 'company',
        ${companyId}, ${JSON.stringify({ byPlatform: true, ownerEmail })}::jsonb)`.execute(trx);
    await recordPlatformEvent(trx, actor, {
      action: 'company.owner_invited',
      subjectType: 'company',
      subjectId: companyId,
      subjectName: name,
      detail: { email: ownerEmail },
    });
    await queueMail(trx, mailer, {
      kind: 'invitation',
      to: ownerEmail,
      companyId,
      linksExpireAt: expiresAt,
      content: (say) => ({
        subject: say('mail.owner_invitation.subject', { inviter: actor.name, companyName: name }),
        paragraphs: [
          say('mail.owner_invitation.body', { inviter: actor.name, companyName: name }),
          say('mail.owner_invitation.owners'),
        ],
        button: { label: say('mail.owner_invitation.button'), url: inviteUrl },
        footnote: say('mail.owner_invitation.footnote', { email: ownerEmail, days: invitationDays }),
      }),
    });
  });
  return { companyId, inviteUrl: mailer.isConfigured ? null : inviteUrl };
}
