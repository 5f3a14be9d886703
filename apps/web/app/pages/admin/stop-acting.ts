import { redirect, redirectDocument } from 'react-router';
import { accountsContext, sessionContext } from '../../../server/http/context.ts';
import type { Route } from './+types/stop-acting';

export function loader() {
  return redirect('/app');
}

/** Ends acting as a user; the platform admin goes on in their own session. */
export async function action({ context }: Route.ActionArgs) {
  const session = context.get(sessionContext);
  // The hour was over.
  if (!session) return redirect('/auth/sign-in?to=/admin/user');
  if (!session.impersonatedBy) return redirect('/app');
  const { isBack, cookies } = await context.get(accountsContext).stopActing();
  const to = isBack ? `/admin/user?u=${session.user.id}` : '/auth/sign-in?to=/admin/user';
  return redirectDocument(to, { headers: cookies });
}
