import { sql } from 'kysely';
import { z } from 'zod';
import type { CompanyRole, Scope } from '../actor.ts';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import type { Trx } from '../in-scope.ts';
import { companyRoles } from '../policy.ts';
import { defaultDays, maxDays, minDays } from './rules.ts';

/** Invitations one company makes in a day, sent again or not: nobody's address book is mailed through from here. */
export const maxInvitationsADay = 200;
/** How long a mailed invitation is not mailed again. */
export const resendAfterSeconds = 60;

export const invitationNotFound = () => new AppError('invitation.not_found');

/** What an invitation is made of, as entered. */
export interface InvitationInput {
  /** For one address … */
  email?: string;
  /** … or for anyone who has an address of this domain (not of its subdomains). */
  domain?: string;
  role: CompanyRole;
  /** How long its link works, 1 to 30. */
  days?: number;
}

const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(320, fieldText('too_long', { max: 320 }))
  .pipe(z.email(fieldText('email')));
const domainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .transform((domain) => domain.replace(/^@/, ''))
  .pipe(
    z
      .string()
      .max(253, fieldText('too_long', { max: 253 }))
      .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/, fieldText('domain')),
  );
const restSchema = z.object({
  role: z.enum(companyRoles as [CompanyRole, ...CompanyRole[]], fieldText('role')),
  days: z
    .int(fieldText('days', { min: minDays, max: maxDays }))
    .min(minDays, fieldText('days', { min: minDays, max: maxDays }))
    .max(maxDays, fieldText('days', { min: minDays, max: maxDays }))
    .default(defaultDays),
});

/** @throws AppError `invitation.bad_input` with detail `{fields: {email?, domain?, role?, days?}}`, sentences */
export function parseInvitation(input: InvitationInput): {
  email: string | null;
  domain: string | null;
  role: CompanyRole;
  days: number;
} {
  const fields: Record<string, string> = {};
  const email = input.email === undefined ? undefined : emailSchema.safeParse(input.email);
  const domain = input.domain === undefined ? undefined : domainSchema.safeParse(input.domain);
  const rest = restSchema.safeParse(input);
  if ((email === undefined) === (domain === undefined)) fields.email = fieldText('email_or_domain');
  if (email?.error) fields.email = email.error.issues[0]?.message ?? '';
  if (domain?.error) fields.domain = domain.error.issues[0]?.message ?? '';
  for (const issue of rest.error?.issues.toReversed() ?? []) fields[String(issue.path[0])] = issue.message;
  if (Object.keys(fields).length > 0 || !rest.data) throw new AppError('invitation.bad_input', { fields });
  return { email: email?.data ?? null, domain: domain?.data ?? null, ...rest.data };
}

/**
 * Whether one more person fits in: open invitations count, so that nobody is invited to a closed door. The settings
 * have to be locked.
 * @throws AppError `company.members_used_up` with `{max, members, invitations}`, `invitation.too_many`
 */
export async function demandRoomForOne(trx: Trx, { companyId }: Scope): Promise<void> {
  const { rows } = await sql<{ max: number; members: number; invitations: number; today: number }>`
    select s.max_members as max,
      (select count(*)::int from app.members) as members,
      (select count(*)::int from app.invitations where company_id = s.company_id
        and accepted_at is null and revoked_at is null and expires_at > now()) as invitations,
      (select count(*)::int from app.invitations where company_id = s.company_id
        and created_at > now() - interval '1 day') as today
    from app.company_settings s where s.company_id = ${companyId}::uuid`.execute(trx);
  const { max, members, invitations, today } = rows[0] ?? { max: 0, members: 0, invitations: 0, today: 0 };
  if (members + invitations >= max)
    throw new AppError('company.members_used_up', { max, members, invitations });
  if (today >= maxInvitationsADay) throw new AppError('invitation.too_many', { max: maxInvitationsADay });
}

const _count = (number: number, what: string) =>
  `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
