import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import type { Program } from './register-program.ts';
import { isRegistered } from './rules.ts';

/**
 * The program that asks, where it may be answered at that address.
 * @throws AppError `oauth.invalid_client`, `oauth.invalid_redirect_uri`
 */
export async function getProgram(
  { auth }: { auth: Kysely<DB> },
  { clientId, redirectUri }: { clientId: string; redirectUri: string },
): Promise<Program> {
  const { rows } = await sql<Program>`
    select id, name, redirect_uris as "redirectUris" from auth.oauth_clients
    where id::text = ${clientId.replaceAll('\0', '').toLowerCase()}`.execute(auth);
  const program = rows[0];
  if (!program) throw new AppError('oauth.invalid_client');
  if (!isRegistered(redirectUri, program.redirectUris))
    throw new AppError('oauth.invalid_redirect_uri', { reason: 'not_registered' });
  return program;
}
