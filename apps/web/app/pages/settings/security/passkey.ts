import { foreseen, problemResponse } from '../../../../server/http/problem.ts';
import { fieldsOf, secret, text } from '../../../forms/form.server.ts';
import { requireOwnAccount } from '../../../session.ts';
import type { Route } from './+types/passkey';

/** The two steps of adding a passkey: a challenge for the browser, then what it answered. */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const { security } = requireOwnAccount(context, request);
  const { step, password, response, name } = await fieldsOf(request, {
    step: text,
    password: secret,
    response: secret,
    name: text,
  });
  try {
    if (step === 'begin') {
      const { options, headers } = await security.beginPasskey(password);
      return Response.json({ options }, { headers });
    }
    const headers = await security.finishPasskey({ response, name });
    return Response.json({}, { headers });
  } catch (error) {
    const known = foreseen(error);
    if (!known) throw error;
    return problemResponse(known);
  }
}
