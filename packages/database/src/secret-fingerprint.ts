import { createHmac } from 'node:crypto';
import type { ClientBase } from 'pg';

/** The database belongs to an installation with another secret; nothing was changed. */
export class SecretDiffersError extends Error {
  override readonly name = 'SecretDiffersError';
  readonly code = 'installation.secret_differs';
}

/**
 * Holds the secret against the one this database was first used with, and keeps its fingerprint where there is none.
 * Call under the lock of migrations, before the passwords of roles.
 *
 * @param options.isChange - the secret was changed on purpose: from now on it is this one
 * @throws SecretDiffersError
 */
export async function checkSecret(
  client: ClientBase,
  secret: string,
  { isChange }: { isChange: boolean },
): Promise<void> {
  const fingerprint = createHmac('sha256', secret).update('fingerprint of the secret').digest('hex');
  if (isChange) {
    await client.query(
      `insert into public.readout_secret (fingerprint) values ($1)
       on conflict (is_only) do update set fingerprint = excluded.fingerprint, set_at = now()
       where readout_secret.fingerprint <> excluded.fingerprint`,
      [fingerprint],
    );
    return;
  }
  await client.query('insert into public.readout_secret (fingerprint) values ($1) on conflict do nothing', [
    fingerprint,
  ]);
  const { rows } = await client.query<{ is_ours: boolean }>(
    'select fingerprint = $1 as is_ours from public.readout_secret',
    [fingerprint],
  );
  if (rows[0]?.is_ours) return;
  throw new SecretDiffersError(
    'This process has another secret than the one this database was used with before, so it stopped before it locked out the processes that have that one. ' +
      'Give every process the same READOUT_SECRET, or the file "secret" of the same data folder. ' +
      'If the secret was changed on purpose, or is lost: stop every process of this installation and start one with "npm start -- --new-secret". ' +
      'Everybody then signs in again, second factors by an app have to be set up again, and new plugins are signed with new keys.',
  );
}
