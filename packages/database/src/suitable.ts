import type { ClientBase } from 'pg';
import type { DatabaseAddress } from './address.ts';

const minServerVersion = 150_000;

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

/**
 * Refuses a database that Readout cannot use: an old server, another encoding, an owner with too few rights.
 *
 * @throws Error with what is wrong and what to do about it
 */
export async function refuseUnsuitable(
  client: ClientBase,
  { host, port, user, database }: DatabaseAddress,
): Promise<void> {
  const { rows } = await client.query<Facts>(factsQuery);
  const facts = rows[0];
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
