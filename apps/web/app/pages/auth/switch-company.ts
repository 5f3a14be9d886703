import { redirect, redirectDocument } from 'react-router';
import { accountsContext } from '../../../server/request/context.ts';
import { orProblemPage } from '../../problems/page-problem.ts';
import { localAddress, requireSession } from '../../session.ts';
import type { Route } from './+types/switch-company';

export function loader() {
  return redirect('/app');
}

export async function action({ context, request }: Route.ActionArgs) {
  const { session } = requireSession(context, request);
  const form = await request.formData();
  const companyId = String(form.get('companyId') ?? '');
  const headers = await orProblemPage(context.get(accountsContext).switchCompany(session, companyId));
  // Other ids in the address belong to the company that was left.
  const to = new URL(localAddress(form.get('to'), '/app'), 'http://here').pathname;
  // A document anew: nothing of the company that was left stays in memory.
  return redirectDocument(to, { headers });
}
