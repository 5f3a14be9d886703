import { statusOf } from '@readout/domain/error-catalogue';
import { data, type RouterContextProvider } from 'react-router';
import type { AccountSecurity } from '../../server/account-security.ts';
import { foreseen, toldError } from '../../server/http/problem.ts';
import { accountSecurityContext } from '../../server/request/context.ts';
import type { Session } from '../../server/request/session.ts';
import type { Services } from '../../server/services.ts';
import { requireSession } from '../session.ts';
import type { Problem } from './outcome.tsx';

/** The account of who is signed in. @throws a redirect to the sign-in page */
export function requireOwnAccount(
  context: Readonly<RouterContextProvider>,
  request: Request,
): { services: Services; session: Session; security: AccountSecurity } {
  const given = requireSession(context, request);
  const security = context.get(accountSecurityContext);
  if (!security) throw new Error('The server gave no account to a request that has a session.');
  return { ...given, security };
}

/** The answer of an action whose use case refused; rethrows what was not foreseen. */
export function refusedAction(error: unknown, intent: string, typed: Record<string, string> = {}) {
  const known = foreseen(error);
  if (!known) throw error;
  const { sentence, detail } = toldError(known);
  const { fields } = detail;
  const problem: Problem = {
    intent,
    code: known.code,
    message: sentence,
    fields: typeof fields === 'object' && fields !== null ? (fields as Record<string, string>) : {},
    typed,
  };
  return data({ problem }, { status: statusOf[known.kind] });
}
