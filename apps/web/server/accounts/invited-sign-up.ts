import { AppError } from '@readout/domain/errors';
import {
  type InvitedSignUp,
  signUpWithInvitation,
} from '@readout/domain/invitations/sign-up-with-invitation';
import { networkOf } from '@readout/domain/users/network-of';
import { type Allowance, countTries } from '@readout/domain/users/sign-in-attempts';
import { type AccountsDeps, signUpsOfNetwork } from './account-steps.ts';

/** A link for a whole domain is used by many at once. */
const signUpsOfInvitation: Allowance = { free: 60, seconds: 60 };

/**
 * Makes the account of somebody with an invitation and signs them in. Where their address has to be confirmed first, a
 * mail is sent for that and `headers` is null.
 * @throws AppError as `signUpWithInvitation`, `sign_in.too_many_tries`
 */
export async function signUpInvited(
  { auth, db, mailer }: Pick<AccountsDeps, 'auth' | 'mailer'> & { db: Pick<AccountsDeps['db'], 'auth'> },
  accounts: {
    signIn(input: { email: string; password: string }): Promise<Headers>;
    requestVerification(input: { email: string }): Promise<unknown>;
  },
  input: InvitedSignUp,
): Promise<{ email: string; joined: boolean; headers: Headers | null }> {
  await countTries({ auth: db.auth }, [
    { key: `invitation ${input.token}`, ...signUpsOfInvitation },
    { key: `sign-ups from ${networkOf(input.ipAddress ?? '')}`, ...signUpsOfNetwork },
  ]);
  const { password } = await auth.$context;
  const { email, joined } = await signUpWithInvitation(
    { auth: db.auth, mailer, hashPassword: password.hash },
    input,
  );
  try {
    const headers = await accounts.signIn({ email, password: input.password });
    if (joined) return { email, joined, headers };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'sign_in.unverified') throw error;
  }
  await accounts.requestVerification({ email });
  return { email, joined, headers: null };
}
