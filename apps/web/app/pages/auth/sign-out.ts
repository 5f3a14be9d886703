import { redirect } from 'react-router';
import { accountsContext } from '../../../server/http/context.ts';
import type { Route } from './+types/sign-out';

/** Only the button of a page signs out: following a link must not. */
export function loader() {
  return redirect('/');
}

export async function action({ context }: Route.ActionArgs) {
  const headers = await context.get(accountsContext).signOut();
  return redirect('/auth/sign-in', { headers });
}
