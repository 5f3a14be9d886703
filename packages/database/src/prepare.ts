import type { ClientBase } from 'pg';
import { type DatabaseAddress, type PreparedDatabase, withOwner } from './connect.ts';
import { explainDatabaseFailure } from './explain-failure.ts';
import { adoptRoles, ensureInstallationId, keepStrangersOut } from './installation.ts';
import { migrate, withMigrationLock } from './migrate.ts';
import { setRolePasswords } from './roles.ts';
import { checkSecret } from './secret-fingerprint.ts';

const minServerVersion = 150_000;

/**
 * Makes a database ready for the server: checks the version, the encoding and the owner's rights, gives it the id of
 * its installation, migrates, sets the passwords of the server's roles.
 *
 * @param options.installationId - the id that a new installation shall have; otherwise one is made.
 * @param options.isNewSecret - the secret was changed on purpose; otherwise another than before is refused.
 * @throws Error with what is wrong and what to do about it.
 */
export async function prepareDatabase(
  address: DatabaseAddress,
  secret: string,
  options: { installationId?: string; isNewSecret?: boolean } = {},
): Promise<PreparedDatabase> {
  try {
    return await withOwner(address, async (client) => {
      const { rows } = await client.query<Facts>(factsQuery);
      refuse(address, rows[0]);
      return withMigrationLock(client, async () => {
        const installationId = await inTransaction(client, async () => {
          const id = await ensureInstallationId(client, options.installationId);
          await adoptRoles(client, id, address.user);
          return id;
        });
        await migrate(client, installationId);
        await keepStrangersOut(client, installationId);
        const database = { ...address, installationId };
        await checkSecret(client, secret, { isChange: options.isNewSecret === true });
        await setRolePasswords(client, database, secret);
        return database;
      });
    });
  } catch (cause) {
    throw explainDatabaseFailure(address, cause);
  }
}

async function inTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

interface Facts {
  version: string;
  version_number: number;
  encoding: string;
  may_create_roles: boolean;
  may_create_schemas: boolean;
  is_owner: boolean;
}

const factsQuery = `
  select current_setting('server_version') as version,
         current_setting('server_version_num')::int as version_number,
         pg_encoding_to_char(d.encoding) as encoding,
         r.rolsuper or r.rolcreaterole as may_create_roles,
         has_database_privilege(d.oid, 'create') as may_create_schemas,
         pg_has_role(d.datdba, 'usage') as is_owner
  from pg_roles r, pg_database d
  where r.rolname = current_user and d.datname = current_database()`;

function refuse({ host, port, user, database }: DatabaseAddress, facts: Facts | undefined): void {
  if (!facts || facts.version_number < minServerVersion) {
    throw new Error(
      `Readout needs PostgreSQL 15 or newer; ${host}:${port} runs ${facts?.version ?? 'an unknown version'}.`,
    );
  }
  if (facts.encoding !== 'UTF8') {
    throw new Error(
      `The database ${database} has the encoding ${facts.encoding}. Readout needs UTF8: create database ${database} encoding 'UTF8' template template0.`,
    );
  }
  if (!facts.may_create_roles) {
    throw new Error(
      `The database role ${user} may not create roles, which Readout needs for its own. ` +
        `Run "alter role ${user} createrole" as a superuser.`,
    );
  }
  if (!facts.is_owner || !facts.may_create_schemas) {
    throw new Error(
      `The database role ${user} does not own the database ${database}, in which Readout makes its schemas. ` +
        `Run "alter database ${database} owner to ${user}" as a superuser.`,
    );
  }
}
