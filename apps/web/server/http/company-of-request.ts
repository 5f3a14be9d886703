import { AppError } from '@readout/domain/errors';
import { companyMarker, isAboutCompany } from '../request/company-marker.ts';
import type { Session } from '../request/session.ts';

/** The company a request says it is about; undefined where it says nothing. */
export function companyOfRequest(request: Request): string | undefined {
  return (
    request.headers.get(companyMarker) || new URL(request.url).searchParams.get(companyMarker) || undefined
  );
}

/**
 * Why a request about another company than the one its session works in is not answered. Without a marker (a program, a
 * page that was opened before there were markers) it is about the session's company, as it always was.
 *
 * @returns AppError `company.other`, or `company.not_a_member` where its person cannot go there
 */
export function otherCompanyRefusal(request: Request, session: Session | null): AppError | undefined {
  const asked = companyOfRequest(request);
  if (!session || asked === undefined || asked === session.company?.id) return undefined;
  if (!isAboutCompany(new URL(request.url).pathname)) return undefined;
  const about = session.companies.find(({ id }) => id === asked);
  // Acting as somebody is acting in the company that was opened. Who is no member does not learn whether it exists.
  if (!about || session.impersonatedBy) return new AppError('company.not_a_member', { reason: 'page' });
  const working = session.company;
  return new AppError('company.other', {
    ...(working ? { workingName: working.name } : { reason: 'no_company' as const }),
    aboutName: about.name,
    about: { id: about.id, name: about.name },
    working: working && { id: working.id, name: working.name },
  });
}

/** The request without what only says which company it is about: nothing behind this passes it on. */
export function withoutMarker(request: Request): Request {
  const url = new URL(request.url);
  if (!url.searchParams.has(companyMarker)) return request;
  url.searchParams.delete(companyMarker);
  const { method, headers, body, signal } = request;
  return new Request(url, { method, headers, signal, ...(body ? { body, duplex: 'half' as const } : {}) });
}
