import type { ClientBase } from 'pg';
import type { DatabaseAddress } from './address.ts';
import { explainDatabaseFailure } from './explain-failure.ts';
import { ensureInstallationId } from './installation.ts';
import { migrate } from './migrate.ts';
import { refuseUnsuitable } from './suitable.ts';

/** A restore into this database began and did not come to its end: nothing may take it for an installation. */
export class RestoreUnfinishedError extends Error {
  override readonly name = 'RestoreUnfinishedError';
  readonly code = 'restore.unfinished';
}

/** @throws RestoreUnfinishedError */
export async function refuseUnfinishedRestore(client: ClientBase): Promise<void> {
  const backup = await findUnfinishedRestore(client);
  if (backup !== undefined)
    throw new RestoreUnfinishedError(
      `Restoring the backup ${backup} into this database was broken off. Run "readout restore" again, which starts from the beginning, or use an empty database.`,
    );
}

/** Name of the backup whose restore into this database was not finished. */
export async function findUnfinishedRestore(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ is_there: boolean }>(
    "select to_regclass('public.readout_restore') is not null as is_there",
  );
  if (!rows[0]?.is_there) return undefined;
  const begun = await client.query<{ backup: string }>('select backup from public.readout_restore');
  return begun.rows[0]?.backup ?? '';
}

/** Whether the database holds anything besides what a broken-off restore left. */
export async function holdsTables(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm', 'S')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     limit 1`,
  );
  return Boolean(rowCount);
}

/**
 * Makes the schema that a backup's rows fit into, in an empty database or one in which a restore was broken off. From
 * here on no server starts on it until `finishRestore`.
 *
 * @param migrations - names of those that were applied where the backup was made
 * @param options.installationId - to be the same installation; otherwise it is a new one
 * @returns id of the installation
 */
export async function beginRestore(
  client: ClientBase,
  address: DatabaseAddress,
  {
    backup,
    migrations,
    installationId,
  }: { backup: string; migrations: string[]; installationId?: string | undefined },
): Promise<string> {
  try {
    await refuseUnsuitable(client, address);
    await client.query('begin');
    if ((await findUnfinishedRestore(client)) === undefined) {
      await client.query('create table public.readout_restore (backup text not null)');
      await client.query('insert into public.readout_restore values ($1)', [backup]);
    } else {
      await client.query('drop schema if exists app, auth, platform, jobs cascade');
      await client.query(
        'drop table if exists public.readout_migrations, public.readout_secret, public.readout_release',
      );
      if (installationId) await client.query('drop table if exists public.readout_installation');
      await client.query('update public.readout_restore set backup = $1', [backup]);
    }
    const id = await ensureInstallationId(client, installationId);
    await client.query('commit');
    await migrate(client, id, { only: new Set(migrations) });
    return id;
  } catch (cause) {
    await client.query('rollback').catch(() => {});
    throw explainDatabaseFailure(address, cause);
  }
}

/** In the transaction that holds the rows: from its commit on the database is one of an installation. */
export async function finishRestore(client: ClientBase): Promise<void> {
  await client.query('drop table public.readout_restore');
}
