import { AppError } from '@readout/domain/errors';
import { isAPIError } from 'better-auth/api';
import { type AccountRequest, cookiesOf } from './account-steps.ts';

/** Sessions in which a platform admin acts as a user: begun and ended by better-auth, which keeps the admin's own beside. */
export function actingFor({ auth, headers }: Pick<AccountRequest, 'auth' | 'headers'>) {
  return {
    /** @returns the session and the cookies to send. @throws AppError `support.not_possible` */
    async beginActing(userId: string): Promise<{ sessionId: string; cookies: Headers }> {
      try {
        const { headers: answer, response } = await auth.api.impersonateUser({
          body: { userId },
          headers: headers(),
          returnHeaders: true,
        });
        return { sessionId: response.session.id, cookies: cookiesOf(answer) };
      } catch (cause) {
        if (!isAPIError(cause)) throw cause;
        throw new AppError('support.not_possible', {}, { cause });
      }
    },

    /** Ends it and gives the admin's own session back; `isBack` false: that has ended meanwhile. */
    async stopActing(): Promise<{ isBack: boolean; cookies: Headers }> {
      try {
        const { headers: answer } = await auth.api.stopImpersonating({
          headers: headers(),
          returnHeaders: true,
        });
        return { isBack: true, cookies: cookiesOf(answer) };
      } catch (error) {
        if (!isAPIError(error)) throw error;
        const { headers: answer } = await auth.api.signOut({ headers: headers(), returnHeaders: true });
        return { isBack: false, cookies: cookiesOf(answer) };
      }
    },
  };
}
