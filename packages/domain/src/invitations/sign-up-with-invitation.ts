import { randomUUID } from 'node:crypto';
import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import type { Mailer } from '../mails/queue-mail.ts';
import { passwordProblem } from '../users/check-password.ts';
import { makeAccount, newAccountSchema, wrongFields } from '../users/new-account.ts';
import { tellInviter } from './accept-invitation.ts';
import { findInvitation, refusalOf } from './find-invitation.ts';
import { hashInvitationToken } from './invitation-token.ts';

export interface InvitedSignUp {
  token: string;
  name: string;
  /** Ignored where the invitation is for one address: that one it is. */
  email: string;
  password: string;
  termsVersion: string;
  privacyVersion: string;
  ipAddress: string | null;
}

/**
 * Makes an account for the bearer of a link and a member of it, all or nothing, also where signing up otherwise is
 * closed. The address counts as proven where the link went by mail to exactly it. With a domain's link, while mails
 * are sent here, the account is made and joins once its address is proven (`joined: false`).
 * @throws AppError `sign_up.invalid` with `{fields}`, `sign_up.not_possible`, `installation.users_used_up`, and what
 *   `acceptInvitation` refuses
 */
export async function signUpWithInvitation(
  {
    auth,
    mailer,
    hashPassword,
  }: {
    /** As readout_auth. */
    auth: Kysely<DB>;
    mailer: Mailer;
    hashPassword: (password: string) => Promise<string>;
  },
  { token, ipAddress, ...input }: InvitedSignUp,
): Promise<{ userId: string; email: string; joined: boolean }> {
  const invitation = await findInvitation({ auth }, { token });
  if (invitation.refusal) throw invitation.refusal;
  const parsed = newAccountSchema.safeParse({ ...input, email: invitation.email ?? input.email });
  const fields = wrongFields(parsed.error);
  if (invitation.domain && !fields.email && parsed.data?.email.split('@').at(-1) !== invitation.domain)
    fields.email = fieldText('address_of_domain', { domain: invitation.domain });
  const problem = passwordProblem(input.password, {
    name: input.name,
    email: invitation.email ?? input.email,
    companyName: invitation.companyName,
  });
  if (problem) fields.password = problem;
  if (!parsed.success || Object.keys(fields).length > 0) throw new AppError('sign_up.invalid', { fields });

  const { name, email, password, termsVersion, privacyVersion } = parsed.data;
  const passwordHash = await hashPassword(password);
  const userId = randomUUID();
  return makeAccount(auth, email, () =>
    auth.transaction().execute(async (trx) => {
      const { rows } = await sql<{ refusal: string | null }>`
        select auth.register_invited(${userId}::uuid, ${name}, ${email}, ${passwordHash}, ${termsVersion}, ${privacyVersion},
          ${hashInvitationToken(token)}, ${mailer.isConfigured}, ${ipAddress}) as refusal`.execute(trx);
      const refusal = rows[0]?.refusal ?? null;
      if (refusal === 'unverified') return { userId, email, joined: false };
      if (refusal !== null) throw refusalOf(refusal);
      await tellInviter(trx, invitation, { id: userId, name });
      return { userId, email, joined: true };
    }),
  );
}
