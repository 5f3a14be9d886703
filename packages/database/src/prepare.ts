import type { ClientBase } from 'pg';
import type { DatabaseAddress, PreparedDatabase } from './address.ts';
import { withOwner } from './connect.ts';
import { explainDatabaseFailure } from './explain-failure.ts';
import { adoptRoles, ensureInstallationId, keepStrangersOut } from './installation.ts';
import { migrate, withMigrationLock } from './migrate.ts';
import { refusePooler } from './pooler.ts';
import { noteRelease, type Release, refuseTooOld, thisRelease } from './release.ts';
import { refuseUnfinishedRestore } from './restoring.ts';
import { setRoleLimits, setRolePasswords } from './roles.ts';
import { checkSecret } from './secret-fingerprint.ts';
import { refuseUnsuitable } from './suitable.ts';

/**
 * Makes a database ready for the server: checks the version, the encoding and the owner's rights, gives it the id of
 * its installation, migrates, sets the passwords of the server's roles.
 *
 * @param options.installationId - the id that a new installation shall have; otherwise one is made.
 * @param options.isNewSecret - the secret was changed on purpose; otherwise another than before is refused.
 * @param options.ours - for tests: the release that this process is.
 * @throws Error with what is wrong and what to do about it.
 */
export async function prepareDatabase(
  address: DatabaseAddress,
  secret: string,
  options: { installationId?: string; isNewSecret?: boolean; ours?: Release } = {},
): Promise<PreparedDatabase> {
  try {
    return await withOwner(address, async (client) => {
      await refuseUnsuitable(client, address);
      await refusePooler(client, address);
      return withMigrationLock(client, async () => {
        await refuseUnfinishedRestore(client);
        const { ours = thisRelease() } = options;
        const noted = await refuseTooOld(client, ours);
        const installationId = await inTransaction(client, async () => {
          const id = await ensureInstallationId(client, options.installationId);
          await adoptRoles(client, id, address.user);
          return id;
        });
        await migrate(client, installationId, { newer: noted });
        await noteRelease(client, ours, noted);
        await keepStrangersOut(client, installationId);
        const database = { ...address, installationId };
        await checkSecret(client, secret, { isChange: options.isNewSecret === true });
        await setRolePasswords(client, database, secret);
        if (database.pooler) await setRoleLimits(client, database);
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
