import { type DatabaseAddress, withOwner } from './connect.ts';
import { migrate } from './migrate.ts';
import { setRolePasswords } from './roles.ts';

const minServerVersion = 150_000;

/**
 * Makes a database ready for the server: checks the version and the owner's rights, migrates, sets the passwords of
 * the server's roles.
 *
 * @returns the migrations applied now.
 */
export function prepareDatabase(address: DatabaseAddress, secret: string): Promise<string[]> {
  return withOwner(address, async (client) => {
    const { rows } = await client.query<{ version: string; may_create_roles: boolean }>(
      "select current_setting('server_version_num') as version, rolsuper or rolcreaterole as may_create_roles from pg_roles where rolname = current_user",
    );
    const facts = rows[0];
    if (!facts || Number(facts.version) < minServerVersion) {
      throw new Error(
        `Readout needs PostgreSQL 15 or newer; ${address.host} runs version number ${facts?.version}.`,
      );
    }
    if (!facts.may_create_roles) {
      throw new Error(
        `The database role ${address.user} may not create roles, which Readout needs for its own (readout_app, readout_auth, readout_platform). ` +
          `Run "alter role ${address.user} createrole" as a superuser.`,
      );
    }
    const applied = await migrate(client);
    await setRolePasswords(client, secret);
    return applied;
  });
}
