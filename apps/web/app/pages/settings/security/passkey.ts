import { foreseen, problemResponse } from '../../../../server/http/problem.ts';
import { requireOwnAccount } from '../../../problems/refused-action.server.ts';
import type { Route } from './+types/passkey';

/** The two steps of adding a passkey: a challenge for the browser, then what it answered. */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const { security } = requireOwnAccount(context, request);
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  try {
    if (form.get('step') === 'begin') {
      const { options, headers } = await security.beginPasskey(text('password'));
      return Response.json({ options }, { headers });
    }
    const headers = await security.finishPasskey({ response: text('response'), name: text('name') });
    return Response.json({}, { headers });
  } catch (error) {
    const known = foreseen(error);
    if (!known) throw error;
    return problemResponse(known);
  }
}
