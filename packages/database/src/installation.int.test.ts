import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { DatabaseAddress, PreparedDatabase, Server } from './address.ts';
import { createPool, withOwner } from './connect.ts';
import { prepareDatabase } from './prepare.ts';
import { type Role, roleName, rolePassword, roles } from './roles.ts';
import { clusterVariable } from './test-cluster.ts';

// Several installations on one PostgreSQL server, each with an owner who is no superuser.

const server = JSON.parse(process.env[clusterVariable] ?? '') as Server;
const maintenance = { ...server, database: 'postgres' };
const prefix = `inst_${process.pid}_${Date.now().toString(36)}`;
const password = randomBytes(12).toString('hex');
const owner = `${prefix}_owner`;
const made: string[] = [];
const installationIds: string[] = [];

beforeAll(() =>
  withOwner(maintenance, (client) =>
    client.query(`create role ${owner} login createrole password '${password}'`),
  ),
);

afterEach(() =>
  withOwner(maintenance, async (client) => {
    for (const database of made.splice(0))
      await client.query(`drop database if exists ${database} with (force)`);
    const left = installationIds.splice(0).flatMap((id) => roles.map((role) => roleName(role, id)));
    for (const role of [...left, ...roles]) await client.query(`drop role if exists ${role}`);
  }),
);

afterAll(() => withOwner(maintenance, (client) => client.query(`drop role ${owner}`)));

async function createEmpty(template = 'template1'): Promise<DatabaseAddress> {
  const database = `${prefix}_${made.length}`;
  made.push(database);
  await withOwner(maintenance, (client) =>
    client.query(`create database ${database} owner ${owner} template ${template}`),
  );
  return { ...server, user: owner, password, database };
}

async function prepare(address: DatabaseAddress, secret: string, id?: string): Promise<PreparedDatabase> {
  const prepared = await prepareDatabase(address, secret, id === undefined ? {} : { installationId: id });
  installationIds.push(prepared.installationId);
  return prepared;
}

/** As a version before role names carried the id left it: plain names, no id. */
async function createOlder(address: DatabaseAddress, secret: string): Promise<void> {
  const folder = new URL('../migrations/', import.meta.url);
  await withOwner(address, async (client) => {
    await client.query(
      'create table public.readout_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    for (const file of readdirSync(folder).filter((name) => name < '0028')) {
      const text = readFileSync(new URL(file, folder), 'utf8');
      await client.query(text);
      await client.query('insert into public.readout_migrations (name, checksum) values ($1, $2)', [
        file.replace('.sql', ''),
        createHash('sha256').update(text).digest('hex'),
      ]);
    }
    for (const role of roles)
      await client.query(`alter role ${role} password '${rolePassword(role, secret)}'`);
  });
}

/** Whom each role is let in as, and whether it sees what it should. */
async function look(database: PreparedDatabase, secret: string): Promise<string[]> {
  const seen = await Promise.all(
    (
      [
        ['readout_app', 'select count(*) from app.captures'],
        ['readout_auth', 'select count(*) from auth."user"'],
        ['readout_platform', 'select count(id) from app.captures'],
      ] as [Role, string][]
    ).map(async ([role, query]) => {
      const pool = createPool(database, role, secret, { maxConnections: 1 });
      try {
        await pool.query(query);
        return (await pool.query<{ name: string }>('select current_user as name')).rows[0]?.name ?? '';
      } catch (error) {
        return (error as Error).message;
      } finally {
        await pool.end();
      }
    }),
  );
  return seen;
}

const namesOf = ({ installationId }: PreparedDatabase) => roles.map((role) => roleName(role, installationId));

test.each([
  ['the first started again last', [0, 1, 0]],
  ['the second started again last', [1, 0, 1]],
])('two installations with different secrets work side by side, %s', async (_case, order) => {
  const addresses = [await createEmpty(), await createEmpty()];
  const secrets = ['the first secret', 'the second secret'];
  const prepared: PreparedDatabase[] = [];
  for (const index of order)
    prepared[index] = await prepare(addresses[index] as DatabaseAddress, secrets[index] as string);
  const [first, second] = prepared as [PreparedDatabase, PreparedDatabase];
  expect(await look(first, 'the first secret')).toEqual(namesOf(first));
  expect(await look(second, 'the second secret')).toEqual(namesOf(second));
  expect(namesOf(first)).not.toEqual(namesOf(second));
  // Neither's roles get into the other's database, whatever is in it.
  const pool = createPool({ ...second, database: first.database }, 'readout_app', 'the second secret');
  await expect(pool.query('select 1')).rejects.toThrow(/permission denied for database/);
  await pool.end();

  await withOwner(maintenance, async (client) => {
    await client.query(`drop database ${second.database} with (force)`);
    for (const role of namesOf(second)) await client.query(`drop role ${role}`);
  });
  expect(await look(first, 'the first secret')).toEqual(namesOf(first));
  expect(await prepare(first, 'the first secret')).toMatchObject({ installationId: first.installationId });
});

test('several processes may start on one empty database at once', async () => {
  const address = await createEmpty();
  const all = await Promise.all(Array.from({ length: 6 }, () => prepare(address, 'a secret')));
  expect(new Set(all.map(({ installationId }) => installationId)).size).toBe(1);
  expect(await look(all[0] as PreparedDatabase, 'a secret')).toEqual(namesOf(all[0] as PreparedDatabase));
});

test('an installation made by an earlier version goes on with roles of its own', async () => {
  const address = await createEmpty();
  await createOlder(address, 'a secret');
  const [prepared] = (await Promise.all([prepare(address, 'a secret'), prepare(address, 'a secret')])) as [
    PreparedDatabase,
    PreparedDatabase,
  ];
  expect(await look(prepared, 'a secret')).toEqual(namesOf(prepared));
  expect(await rightsOf(prepared)).toEqual(await rightsOf(await prepare(await createEmpty(), 'a secret')));
  await withOwner(maintenance, async (client) => {
    const { rows } = await client.query('select rolname from pg_roles where rolname = any ($1)', [roles]);
    expect(rows).toEqual([]);
  });
});

test('two installations of an earlier version that share roles are taken apart, one after the other', async () => {
  const addresses = [await createEmpty(), await createEmpty()] as const;
  for (const address of addresses) await createOlder(address, 'the same secret');
  const first = await prepare(addresses[0], 'the same secret');
  expect(await look(first, 'the same secret')).toEqual(namesOf(first));
  // The other has not been started since: it is as it was.
  await withOwner(
    { ...addresses[1], user: 'readout_app', password: rolePassword('readout_app', 'the same secret') },
    (client) => client.query('select count(*) from app.captures'),
  );
  const second = await prepare(addresses[1], 'now a secret of its own');
  expect(await look(second, 'now a secret of its own')).toEqual(namesOf(second));
  expect(await look(first, 'the same secret')).toEqual(namesOf(first));
  const fresh = await rightsOf(await prepare(await createEmpty(), 'a secret'));
  expect(await rightsOf(first)).toEqual(fresh);
  expect(await rightsOf(second)).toEqual(fresh);
});

test('a copy of a database, started with another secret, does not lock the original out', async () => {
  const original = await prepare(await createEmpty(), 'the original secret');
  const copy = await createEmpty(original.database);
  await expect(prepare(copy, 'another secret')).rejects.toThrow('This process has another secret');
  expect(await look(original, 'the original secret')).toEqual(namesOf(original));
  expect(await look(await prepare(copy, 'the original secret'), 'the original secret')).toEqual(
    namesOf(original),
  );
});

test('a new installation takes the id it is given, and keeps it', async () => {
  const address = await createEmpty();
  const id = randomUUID();
  expect((await prepare(address, 'a secret', id)).installationId).toBe(id);
  expect((await prepare(address, 'a secret')).installationId).toBe(id);
  await expect(prepare(address, 'a secret', randomUUID())).rejects.toThrow(
    `belongs to the installation ${id}`,
  );
});

test('who closes a company is known by the name of the platform’s role, before and after an upgrade', async () => {
  const address = await createEmpty();
  await createOlder(address, 'a secret');
  const prepared = await prepare(address, 'a secret');
  const companyId = randomUUID();
  await withOwner(prepared, async (client) => {
    await client.query("insert into auth.company (id, name, slug) values ($1, 'x', 'x')", [companyId]);
    await client.query('insert into app.company_settings (company_id) values ($1)', [companyId]);
  });
  const pool = createPool(prepared, 'readout_platform', 'a secret', { maxConnections: 1 });
  await pool.query("update app.company_settings set status = 'closing' where company_id = $1", [companyId]);
  await pool.end();
  const { rows } = await withOwner(prepared, (client) =>
    client.query('select closed_by_platform from app.company_settings'),
  );
  expect(rows).toEqual([{ closed_by_platform: true }]);
});

/** Every right and policy of the three roles in the database, with the names of the roles as code has them. */
async function rightsOf(database: PreparedDatabase): Promise<string[]> {
  const { rows } = await withOwner(database, (client) =>
    client.query<{ right: string }>(
      `select format('%s: %s', pg_describe_object(classid, objid, objsubid), acl) as right from (
         select 'pg_class'::regclass as classid, oid as objid, 0 as objsubid, relacl::text as acl from pg_class where relacl is not null
         union all select 'pg_class'::regclass, attrelid, attnum, attacl::text from pg_attribute where attacl is not null
         union all select 'pg_proc'::regclass, oid, 0, proacl::text from pg_proc where proacl is not null
         union all select 'pg_namespace'::regclass, oid, 0, nspacl::text from pg_namespace where nspacl is not null) a
       where acl like '%readout%'
       union all
       select format('policy %s on %s.%s to %s: %s %s %s', policyname, schemaname, tablename, roles, cmd, qual, with_check) from pg_policies`,
    ),
  );
  const shortId = database.installationId.replaceAll('-', '').slice(0, 12);
  return rows.map(({ right }) => sortList(right.replaceAll(`readout_${shortId}_`, 'readout_'))).sort();
}

/** An access control list in an order of its own: it grows in the order of the grants. */
function sortList(right: string): string {
  return right.replace(/\{(.*)\}/, (_list, items: string) => items.split(',').sort().join(','));
}
