import { redirect, redirectDocument } from 'react-router';
import { accountsContext } from '../../../server/http/context.ts';
import { fieldsOf, text } from '../../forms/form.server.ts';
import { orProblemPage } from '../../problems/page-problem.ts';
import { localAddress, requireSession } from '../../session.ts';
import type { Route } from './+types/switch-company';

export function loader() {
  return redirect('/app');
}

export async function action({ context, request }: Route.ActionArgs) {
  const { session } = requireSession(context, request);
  const { companyId, to: wanted } = await fieldsOf(request, { companyId: text, to: text });
  const headers = await orProblemPage(context.get(accountsContext).switchCompany(session, companyId));
  // Other ids in the address belong to the company that was left.
  const to = new URL(localAddress(wanted, '/app'), 'http://here').pathname;
  // A new document: nothing of the company that was left stays in memory.
  return redirectDocument(to, { headers });
}
