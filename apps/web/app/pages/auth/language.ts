import { redirect } from 'react-router';
import { accountSecurityContext, servicesContext, sessionContext } from '../../../server/http/context.ts';
import { localAddress } from '../../../server/request/local-address.ts';
import { languageCookie } from '../../../server/request/locale.ts';
import { fieldsOf, text } from '../../forms/form.server.ts';

import { orProblemPage } from '../../problems/page-problem.ts';
import type { Route } from './+types/language';
import { knownLanguage } from './known-language.ts';

export function loader() {
  return redirect('/');
}

/** Keeps the language chosen at the foot of a page: on this browser, and for the account of who is signed in. */
export async function action({ context, request }: Route.ActionArgs) {
  const asked = await fieldsOf(request, { to: text, language: text });
  const to = localAddress(asked.to, '/');
  const language = knownLanguage(asked.language);
  if (!language) return redirect(to);
  const session = context.get(sessionContext);
  const security = context.get(accountSecurityContext);
  if (session && !session.impersonatedBy && security)
    return redirect(to, { headers: await orProblemPage(security.chooseLanguage(language)) });
  const { isSecure } = context.get(servicesContext).config;
  return redirect(to, { headers: { 'set-cookie': languageCookie(language, isSecure) } });
}
