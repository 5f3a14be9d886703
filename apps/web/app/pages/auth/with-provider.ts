import { redirect } from 'react-router';
import { accountsContext } from '../../../server/http/context.ts';
import { foreseen } from '../../../server/http/problem.ts';
import { localAddress } from '../../../server/request/local-address.ts';
import type { Route } from './+types/with-provider';

/** Leads to another service to sign in with. Only from a page of ours: another site must not begin it unasked. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const to = localAddress(new URL(request.url).searchParams.get('to'), '/app');
  const site = request.headers.get('sec-fetch-site');
  if (site && site !== 'same-origin' && site !== 'none')
    throw redirect(`/auth/sign-in?to=${encodeURIComponent(to)}`);
  let headers: Headers;
  try {
    headers = await context.get(accountsContext).startProvider({ providerId: params.provider, to });
  } catch (error) {
    const known = foreseen(error);
    if (!known) throw error;
    throw redirect(`/auth/error?${new URLSearchParams({ error: known.code })}`);
  }
  return new Response(null, { status: 302, headers });
}
