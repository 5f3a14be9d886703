import { exportMyData } from '@readout/domain/users/export-my-data';
import { recordUserEvent } from '@readout/domain/users/record-user-event';
import { redirect } from 'react-router';
import { foreseen } from '../../../../server/http/problem.ts';
import { streamed } from '../../../../server/http/streamed.ts';
import { fieldsOf, secret } from '../../../forms/form.server.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requireOwnAccount } from '../../../session.ts';
import type { Route } from './+types/export';

/** Following the address downloads only while the session is fresh; the form on the page asks for the password. */
export function loader({ context, request }: Route.LoaderArgs) {
  return download(context, request, '');
}

export async function action({ context, request }: Route.ActionArgs) {
  const { password } = await fieldsOf(request, { password: secret });
  return download(context, request, password);
}

async function download(
  context: Route.LoaderArgs['context'],
  request: Request,
  proof: string,
): Promise<Response> {
  const { services, security } = requireOwnAccount(context, request);
  const { actor } = security;
  try {
    await security.demandProof(proof);
  } catch (error) {
    const code = foreseen(error)?.code;
    if (code?.startsWith('account.') || code?.startsWith('session.'))
      return redirect('/settings/account?export=refused#export');
    await orProblemPage(Promise.reject(error));
  }
  const chunks = await orProblemPage(
    exportMyData({ auth: services.db.auth, db: services.db.app }, { actor }),
  );
  await recordUserEvent(services.db.auth, { ...actor, action: 'data.exported' });
  const day = new Date().toISOString().slice(0, 10);
  return new Response(await streamed(chunks, services.log), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="readout-my-data-${day}.json"`,
      'cache-control': 'no-store',
    },
  });
}
