import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Server } from './address.ts';
import { withOwner } from './connect.ts';
import { listMigrations, migrate } from './migrate.ts';
import { clusterVariable, testInstallationId } from './test-cluster.ts';

const server = JSON.parse(process.env[clusterVariable] ?? '{}') as Server;
const database = `migrate_${process.pid}_${Date.now().toString(36)}`;
const address = { ...server, database };
const inServer = (statement: string) =>
  withOwner({ ...server, database: 'postgres' }, (client) => client.query(statement));
beforeAll(() => inServer(`create database ${database}`));
afterAll(() => inServer(`drop database if exists ${database} with (force)`));

test('a migration whose table is in use lets the others go on, and comes once it is free', async () => {
  const last = '0109_one_clock';
  const before = listMigrations().filter(({ name }) => name < last);
  await withOwner(address, (client) =>
    migrate(client, testInstallationId, { only: new Set(before.map(({ name }) => name)) }),
  );
  /** As the role that writes into it. */
  const use = 'lock table auth.verification in row exclusive mode';
  await withOwner(address, (holder) =>
    withOwner(address, async (other) => {
      await holder.query('begin');
      await holder.query(use);
      const migrated = withOwner(address, (client) => migrate(client, testInstallationId));
      const waiting = async () => {
        const { rowCount } = await other.query(
          `select from pg_locks where relation = 'auth.verification'::regclass and not granted
           and database = (select oid from pg_database where datname = current_database())`,
        );
        return rowCount;
      };
      await expect.poll(waiting).toBe(1);
      await other.query('begin');
      await other.query(use);
      await other.query('commit');
      await holder.query('commit');
      expect(await migrated).toContain(last);
    }),
  );
});
