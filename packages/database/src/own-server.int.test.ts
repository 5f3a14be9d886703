import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DatabaseAddress, Server } from './address.ts';
import { createDatabase, createPool, withOwner } from './connect.ts';
import { inCompany } from './in-company.ts';
import { prepareDatabase } from './prepare.ts';
import { roleName, roles } from './roles.ts';
import { clusterVariable, testSecret } from './test-cluster.ts';

// A PostgreSQL of the operator's own: Readout gets a role that owns one database and may create roles, nothing more.

const server = JSON.parse(process.env[clusterVariable] ?? '') as Server;
const maintenance = { ...server, database: 'postgres' };
const id = `own_${process.pid}_${Date.now().toString(36)}`;
const names = { owner: `${id}_owner`, weak: `${id}_weak`, database: id, foreign: `${id}_foreign` };
let ownRoles: string[] = [];
const password = randomBytes(12).toString('hex');
const owner: DatabaseAddress = { ...server, user: names.owner, password, database: names.database };

beforeAll(() =>
  withOwner(maintenance, async (client) => {
    await client.query(`create role ${names.owner} login createrole password '${password}'`);
    await client.query(`create role ${names.weak} login password '${password}'`);
    await client.query(`create database ${names.database} owner ${names.owner}`);
    await client.query(
      `create database ${names.foreign} encoding 'LATIN1' locale_provider libc locale 'C' template template0`,
    );
  }),
);

afterAll(() =>
  withOwner(maintenance, async (client) => {
    for (const database of [names.database, names.foreign])
      await client.query(`drop database if exists ${database} with (force)`);
    for (const role of [...ownRoles, names.owner, names.weak])
      await client.query(`drop role if exists ${role}`);
  }),
);

test('an owner who is no superuser can migrate; tenants stay apart, search and triggers see their rows', async () => {
  const prepared = await prepareDatabase(owner, testSecret);
  ownRoles = roles.map((role) => roleName(role, prepared.installationId));
  expect(await prepareDatabase(owner, testSecret)).toEqual(prepared);
  const app = createDatabase(createPool(prepared, 'readout_app', testSecret, { maxConnections: 2 }));
  try {
    const [ours, theirs] = [randomUUID(), randomUUID()];
    for (const [companyId, word] of [
      [ours, 'espresso'],
      [theirs, 'cappuccino'],
    ] as const) {
      await withOwner(owner, (client) =>
        client.query('insert into auth.company (id, name, slug) values ($1, $2, $2)', [companyId, word]),
      );
      await inCompany(app, { companyId, userId: null }, async (trx) => {
        const captureId = randomUUID();
        const sha256 = randomBytes(32).toString('hex');
        await sql`insert into app.company_settings (company_id) values (${companyId})`.execute(trx);
        await sql`insert into app.objects (company_id, sha256, byte_size, media_type) values (${companyId}, ${sha256}, 1, 'image/png')`.execute(
          trx,
        );
        await sql`insert into app.captures (company_id, id, document_id, source, sha256, file_name, media_type, byte_size, created_by)
          values (${companyId}, ${captureId}, ${captureId}, 'api', ${sha256}, ${word}, 'image/png', 1, ${randomUUID()})`.execute(
          trx,
        );
        await sql`insert into app.capture_texts (company_id, capture_id, body) values (${companyId}, ${captureId}, ${`one ${word}`})`.execute(
          trx,
        );
      });
    }
    const found = await inCompany(app, { companyId: ours, userId: null }, async (trx) => {
      const count = async (word: string) =>
        (await sql`select app.find_captures(to_tsquery('simple', ${word}))`.execute(trx)).rows.length;
      const { rows } = await sql<{ file_name: string }>`select file_name from app.captures`.execute(trx);
      const profile = await sql<{ name: string }>`select name from app.current_company_profile`.execute(trx);
      return {
        captures: rows.map((row) => row.file_name),
        own: await count('espresso'),
        other: await count('cappuccino'),
        company: profile.rows.map((row) => row.name),
      };
    });
    expect(found).toEqual({ captures: ['espresso'], own: 1, other: 0, company: ['espresso'] });
  } finally {
    await app.destroy();
  }
});

test.each([
  [
    'a role that may not create roles',
    { user: names.weak, password, database: 'postgres' },
    `alter role ${names.weak} createrole`,
  ],
  ['a wrong password', { password: 'wrong' }, 'Check the user and password in DATABASE_URL'],
  ['a database that is not there', { database: 'nowhere' }, 'create database nowhere owner'],
  ["somebody else's database", { database: 'postgres' }, `alter database postgres owner to ${names.owner}`],
  ['an encoding that cannot hold every text', { database: names.foreign }, 'has the encoding LATIN1'],
  ['a server that is not there', { host: '127.0.0.1', port: 1 }, 'cannot be reached (ECONNREFUSED)'],
])('%s is refused with what to do about it', async (_case, wrong, advice) => {
  await expect(prepareDatabase({ ...owner, ...wrong }, testSecret)).rejects.toThrow(advice);
});
