import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseAddress, Server } from './address.ts';
import { createPool, withOwner } from './connect.ts';
import { prepareDatabase } from './prepare.ts';
import { roleName, roles } from './roles.ts';
import { clusterVariable } from './test-cluster.ts';

// Releases beside each other on one database. What this one knows stands for what an older one knew.

const server = JSON.parse(process.env[clusterVariable] ?? '') as Server;
const maintenance = { ...server, database: 'postgres' };
const secret = randomBytes(20).toString('hex');
const made: { database: string; installationId: string }[] = [];
let address: DatabaseAddress;
let installationId: string;

const before = { release: '0.8.0', oldest: '0.7.0' };
const one = { release: '0.9.0', oldest: '0.8.0' };
const two = { release: '0.10.0', oldest: '0.9.0' };

beforeEach(async () => {
  const database = `release_${process.pid}_${made.length}`;
  installationId = randomUUID();
  made.push({ database, installationId });
  await withOwner(maintenance, (client) => client.query(`create database ${database}`));
  address = { ...server, database };
  await prepareDatabase(address, secret, { installationId, ours: before });
});

afterAll(() =>
  withOwner(maintenance, async (client) => {
    for (const { database, installationId } of made) {
      await client.query(`drop database if exists ${database} with (force)`);
      for (const role of roles) await client.query(`drop role if exists ${roleName(role, installationId)}`);
    }
  }),
);

const noted = () =>
  withOwner(address, async (client) => {
    const { rows } = await client.query('select release, oldest from public.readout_release');
    return rows[0];
  });

/** As a newer release leaves a database that has migrations this one does not know. */
async function upgrade(to: typeof one): Promise<void> {
  await prepareDatabase(address, secret, { ours: to });
  await withOwner(address, (client) =>
    client.query("insert into public.readout_migrations (name, checksum) values ($1, 'of a later release')", [
      `9999_${to.release}`,
    ]),
  );
}

test('one release older starts on what a newer one migrated, changes nothing, and its roles work', async () => {
  await upgrade(one);
  const prepared = await prepareDatabase(address, secret, { ours: before });
  expect(prepared.installationId).toBe(installationId);
  expect(await noted()).toEqual(one);
  const pool = createPool(prepared, 'readout_platform', secret, { maxConnections: 1 });
  try {
    const { rows } = await pool.query('select platform.oldest_release() as oldest');
    expect(rows).toEqual([{ oldest: '0.8.0' }]);
  } finally {
    await pool.end();
  }
});

test('two releases older is refused before it changes anything', async () => {
  await upgrade(one);
  await upgrade(two);
  const refused = prepareDatabase(address, 'another secret, which would lock the others out', {
    ours: before,
  });
  await expect(refused).rejects.toMatchObject({
    code: 'release.too_old',
    message: expect.stringContaining(
      'This process is Readout 0.8.0, and the database takes Readout 0.9.0 or newer',
    ),
  });
  expect(await noted()).toEqual(two);
  // The roles still have the passwords of those that run.
  await prepareDatabase(address, secret, { ours: one });
});

test('what was kept out stays out, whatever a build in between says', async () => {
  await upgrade(two);
  await prepareDatabase(address, secret, { ours: { ...two, oldest: '0.8.0' } });
  expect(await noted()).toEqual(two);
});

test('a newer one that lacks what this one would add is not added to', async () => {
  await upgrade(one);
  await withOwner(address, (client) =>
    client.query("delete from public.readout_migrations where name = '0108_releases'"),
  );
  await expect(prepareDatabase(address, secret, { ours: before })).rejects.toThrow(
    'does not have 0108_releases, which this one would add',
  );
});

test('a database that tells of no release is refused where it has what this one does not know', async () => {
  await upgrade(one);
  await withOwner(address, (client) => client.query('delete from public.readout_release'));
  await expect(prepareDatabase(address, secret, { ours: two })).rejects.toThrow(
    'The database was migrated by a newer Readout (9999_0.9.0)',
  );
});
