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
let number = 0;
const made: string[] = [];
const installationIds: string[] = [];
/** One that is there throughout, made with this version and the id it was given. */
const given = { id: randomUUID(), secret: 'the secret of the one that is there' };
let there: PreparedDatabase;
/** What this version gives its roles in a new database. */
let rights: string[];

beforeAll(async () => {
  await withOwner(maintenance, (client) =>
    client.query(`create role ${owner} login createrole password '${password}'`),
  );
  there = await prepareDatabase(await createEmpty(), given.secret, { installationId: given.id });
  rights = await rightsOf(there);
  // Not one test's to drop.
  made.pop();
});

afterEach(() => drop(made.splice(0), installationIds.splice(0)));

afterAll(async () => {
  await drop([there.database], [given.id]);
  await withOwner(maintenance, (client) => client.query(`drop role ${owner}`));
});

async function drop(databases: string[], ids: string[]): Promise<void> {
  await withOwner(maintenance, async (client) => {
    for (const database of databases) await client.query(`drop database if exists ${database} with (force)`);
    const own = ids.flatMap((id) => roles.map((role) => roleName(role, id)));
    for (const role of [...own, ...roles]) await client.query(`drop role if exists ${role}`);
  });
}

async function createEmpty(template = 'template1'): Promise<DatabaseAddress> {
  const database = `${prefix}_${number++}`;
  made.push(database);
  await withOwner(maintenance, (client) =>
    client.query(`create database ${database} owner ${owner} template ${template}`),
  );
  return { ...server, user: owner, password, database };
}

async function prepare(address: DatabaseAddress, secret: string, id?: string): Promise<PreparedDatabase> {
  const prepared = await prepareDatabase(address, secret, id === undefined ? {} : { installationId: id });
  if (prepared.installationId !== given.id) installationIds.push(prepared.installationId);
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

test('two installations with different secrets work side by side, whichever was started again last', async () => {
  const other = await prepare(await createEmpty(), 'the secret of the other');
  const expectBoth = async () => {
    expect(await look(there, given.secret)).toEqual(namesOf(there));
    expect(await look(other, 'the secret of the other')).toEqual(namesOf(other));
  };
  await expectBoth();
  expect(namesOf(there)).not.toEqual(namesOf(other));
  await prepare(there, given.secret);
  await expectBoth();
  // Neither's roles get into the other's database, whatever is in it.
  for (const [guest, secret, host] of [
    [other, 'the secret of the other', there],
    [there, given.secret, other],
  ] as const) {
    const pool = createPool({ ...guest, database: host.database }, 'readout_app', secret);
    await expect(pool.query('select 1')).rejects.toThrow(/permission denied for database/);
    await pool.end();
  }

  await drop([other.database], [other.installationId]);
  expect(await look(there, given.secret)).toEqual(namesOf(there));
  expect(await prepare(there, given.secret)).toMatchObject({ installationId: there.installationId });
});

test('several processes may start on one empty database at once', async () => {
  const address = await createEmpty();
  const all = await Promise.all(Array.from({ length: 6 }, () => prepare(address, 'a secret')));
  expect(new Set(all.map(({ installationId }) => installationId)).size).toBe(1);
  expect(await look(all[0] as PreparedDatabase, 'a secret')).toEqual(namesOf(all[0] as PreparedDatabase));
});

test('an installation made by an earlier version goes on with roles of its own, and with what their names decide', async () => {
  const address = await createEmpty();
  await createOlder(address, 'a secret');
  const [prepared] = (await Promise.all([prepare(address, 'a secret'), prepare(address, 'a secret')])) as [
    PreparedDatabase,
    PreparedDatabase,
  ];
  expect(await look(prepared, 'a secret')).toEqual(namesOf(prepared));
  expect(await rightsOf(prepared)).toEqual(rights);
  await withOwner(maintenance, async (client) => {
    const { rows } = await client.query('select rolname from pg_roles where rolname = any ($1)', [roles]);
    expect(rows).toEqual([]);
  });

  // Who closes a company is known by the name of the platform's role.
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

test('two installations of an earlier version that share roles are taken apart, one after the other', async () => {
  const address = await createEmpty();
  await createOlder(address, 'the same secret');
  const later = await createEmpty(address.database);
  const first = await prepare(address, 'the same secret');
  expect(await look(first, 'the same secret')).toEqual(namesOf(first));
  // The other has not been started since: it is as it was.
  await withOwner(
    { ...later, user: 'readout_app', password: rolePassword('readout_app', 'the same secret') },
    (client) => client.query('select count(*) from app.captures'),
  );
  const second = await prepare(later, 'now a secret of its own');
  expect(await look(second, 'now a secret of its own')).toEqual(namesOf(second));
  expect(await look(first, 'the same secret')).toEqual(namesOf(first));
  expect(await rightsOf(first)).toEqual(rights);
  expect(await rightsOf(second)).toEqual(rights);
});

test('a copy of a database, started with another secret, does not lock the original out', async () => {
  const copy = await createEmpty(there.database);
  await expect(prepare(copy, 'another secret')).rejects.toThrow('This process has another secret');
  expect(await look(there, given.secret)).toEqual(namesOf(there));
  expect(await look(await prepare(copy, given.secret), given.secret)).toEqual(namesOf(there));
});

test('a new installation takes the id it is given, and keeps it', async () => {
  expect(there.installationId).toBe(given.id);
  expect((await prepare(there, given.secret)).installationId).toBe(given.id);
  await expect(prepare(there, given.secret, randomUUID())).rejects.toThrow(
    `belongs to the installation ${given.id}`,
  );
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
