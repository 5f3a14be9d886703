import { AppError } from '@readout/domain/errors';
import {
  type AuthorizationRequest,
  readAuthorizationRequest,
} from '@readout/domain/oauth/authorization-request';
import { getProgram } from '@readout/domain/oauth/get-program';
import type { RouterContextProvider } from 'react-router';
import { clientOriginContext } from '../../../../server/http/context.ts';
import { consentSeal, isSealed } from '../../../../server/request/consent.ts';
import { requireSession } from '../../../session.ts';

/** Longer ones would not come back from signing in; no program's is. */
const maxAddressLength = 2000;

/**
 * What is asked, by whom, and who is asked. Anyone who can register a program can make somebody open an address of this
 * page: so nothing leads away from here but a decision, errors of the request neither.
 */
export async function readAsked(context: Readonly<RouterContextProvider>, httpRequest: Request) {
  const url = new URL(httpRequest.url);
  if (url.pathname.length + url.search.length > maxAddressLength)
    throw new AppError('oauth.invalid_request', { parameter: 'state' });
  const asked: AuthorizationRequest = readAuthorizationRequest(
    url.searchParams,
    context.get(clientOriginContext),
  );
  const { services, session } = requireSession(context, httpRequest);
  if (session.impersonatedBy) throw new AppError('support.read_only', { reason: 'account' });
  if (session.companies.length === 0) throw new AppError('company.none');
  const program = await getProgram({ auth: services.db.auth }, asked);
  return {
    services,
    session,
    asked,
    program,
    seal: consentSeal(services.consentKey, session.sessionId, asked),
  };
}

/** @throws AppError `request.cross_site` for a form of another session, or about another request */
export function demandSeal(given: string, seal: string): void {
  if (!isSealed(given, seal)) throw new AppError('request.cross_site');
}
