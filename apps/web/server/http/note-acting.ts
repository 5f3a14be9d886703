import type { DB } from '@readout/database';
import { noteOpened } from '@readout/domain/audit/note-opened';
import type { Kysely } from 'kysely';
import type { Client } from '../request/client.ts';
import { pathForLog } from '../request/log-path.ts';
import { isMember, scopeOf } from '../request/scope-of.ts';
import type { HttpEnv } from './env.ts';

/** Nothing of a company is to be seen there, or it is refused while acting. */
const unseen = [
  /^\/(_root|changelog|changelog\.atom|privacy-policy|tos|robots\.txt|sitemap\.xml)?$/,
  /^\/(admin|auth|pair|api\/auth|assets)(\/|$)/,
  /^\/api\/v1\/(openapi\.json|uploads)(\/|$)/,
];

/**
 * What tells more of itself than its address, in the transaction that reads it: lists, searches, captures, exports.
 * Small pictures belong to the list they are shown in, which says how many there were.
 */
const tellsItself = [
  /^\/app$/,
  /^\/app\/[0-9a-f-]{36}$/,
  /^\/api\/v1\/(captures|export)$/,
  /^\/api\/v1\/captures\/[0-9a-f-]{36}(\/thumbnail)?$/,
  /^\/settings\/audit\/export$/,
];

/**
 * Writes down in the company's list what somebody who acts as a member is about to open, before they are answered. An
 * address nobody thought of is written down, not passed over.
 */
export async function noteActing(
  db: Kysely<DB>,
  { method, url }: { method: string; url: string },
  session: HttpEnv['Variables']['session'],
  client: Client,
): Promise<void> {
  if (!session?.impersonatedBy || !isMember(session)) return;
  const { pathname, search } = new URL(url);
  // Client navigation asks for the data of a page under the page's address and `.data`.
  const path = pathname.replace(/\.data$/, '').replace(/(.)\/$/, '$1');
  if (unseen.some((pattern) => pattern.test(path))) return;
  if (method === 'GET' && tellsItself.some((pattern) => pattern.test(path))) return;
  await noteOpened(
    { db },
    {
      scope: scopeOf(session, client.address),
      address: `${pathForLog(path)}${search}`,
      ...(method === 'GET' ? {} : { method }),
    },
  );
}
