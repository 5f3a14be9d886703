import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import type { Scope } from '@readout/domain/actor';
import { getCapture } from '@readout/domain/captures/get-capture';
import { listCaptures } from '@readout/domain/captures/list-captures';
import { refreshPluginDays } from '@readout/domain/platform/refresh-plugin-days';
import { plugins } from '@readout/domain/testing/arrange';
import { derivedKey, originalKey } from '@readout/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { inventPeople } from './seed/people.ts';
import { divideByZipf } from './seed/random.ts';
import { seedDatabase } from './seed/seed-database.ts';
import { hardNames } from './seed/words.ts';

let database: TestDatabase;
let storeFolder: string;
let made: Awaited<ReturnType<typeof seedDatabase>>;
const size = { companies: 20, users: 80, captures: 400 };

const seed = (options: { seed: number; isAddition?: boolean }) =>
  database.asOwner((client) =>
    seedDatabase(client, {
      ...size,
      isAddition: false,
      storeFolder,
      passwordHash: 'not the hash of any password',
      now: Date.now(),
      ...options,
    }),
  );

/** One value of one query, past every policy. */
const value = (query: string) =>
  database.asOwner(async (client) => Object.values((await client.query(query)).rows[0])[0] as number);

beforeAll(async () => {
  database = await createTestDatabase();
  storeFolder = mkdtempSync(path.join(tmpdir(), 'readout-seed-'));
  made = await seed({ seed: 7 });
});
afterAll(async () => {
  await database?.close();
  rmSync(storeFolder, { recursive: true, force: true });
});

test('as many companies, people and captures as were asked for, the largest many times the median', async () => {
  expect(await value('select count(*)::int from auth.company')).toBe(size.companies);
  expect(await value('select count(*)::int from auth."user"')).toBe(size.users);
  expect(await value('select count(*)::int from app.captures')).toBe(size.captures);
  expect(await value("select count(*)::int from app.captures where state = 'read'")).toBe(
    made.rows['app.readings'],
  );
  const { largest, median } = await database.asOwner(
    async (client) =>
      (
        await client.query(`select max(n)::int as largest, percentile_disc(0.5) within group (order by n)::int as median
          from (select count(*) as n from app.captures group by company_id) c`)
      ).rows[0],
  );
  expect(largest).toBeGreaterThan(4 * median);
});

test('what lists sum up is what their rows say', async () => {
  const wrong = await value(`
    select count(*)::int from app.captures c
    where c.record_count <> (select count(*) from app.records r where r.company_id = c.company_id and r.capture_id = c.id)
      or c.review_count <> (select count(*) from app.records r where r.company_id = c.company_id and r.capture_id = c.id and r.state = 'needs_review')`);
  expect(wrong).toBe(0);
  expect(
    await value('select count(*)::int from app.records where fields::text like \'%"edited": true%\''),
  ).toBe(await value('select count(distinct record_id)::int from app.record_edits'));
  expect(
    await value('select count(*)::int from app.captures where created_at > now() or read_at < created_at'),
  ).toBe(0);
  expect(
    await value(`select count(*)::int from auth.company c where not exists
      (select from auth.membership m where m.company_id = c.id and m.role = 'owner')`),
  ).toBe(0);
});

test('members see their company, and operators what they captured, with a picture behind it', async () => {
  const { companyId, userId } = await database.asOwner(
    async (client) =>
      (
        await client.query(`select m.company_id as "companyId", m.user_id as "userId" from auth.membership m
          join auth."user" u on u.id = m.user_id where u.email = 'operator@example.com'`)
      ).rows[0],
  );
  const scope = (role: 'owner' | 'operator'): Scope => ({
    companyId,
    actor: { userId, name: 'Oscar', role },
  });
  const deps = { db: database.app, plugins };
  const all = await listCaptures(deps, { scope: scope('owner'), filter: { place: 'all' }, limit: 200 });
  const own = await listCaptures(deps, { scope: scope('operator'), filter: { place: 'all' }, limit: 200 });
  const dear = await listCaptures(deps, { scope: scope('owner'), filter: { place: 'all' }, sort: '-amount' });
  expect(dear.items[0]?.sortedBy.amount).toBeGreaterThan(0);
  expect(all.items.length).toBeGreaterThan(own.items.length);
  expect(own.items.length).toBeGreaterThan(0);
  expect(own.items.every((item) => item.createdBy.id === userId)).toBe(true);
  const read = all.items.find((item) => item.state === 'read');
  const { capture } = await getCapture(deps, { scope: scope('owner'), captureId: read!.id });
  const { sha256 } = await database.asOwner(
    async (client) =>
      (await client.query('select sha256 from app.captures where id = $1', [capture.id])).rows[0],
  );
  for (const key of [originalKey(companyId, sha256), derivedKey(companyId, capture.id, 'thumbnail')])
    expect(existsSync(path.join(storeFolder, 'objects', key))).toBe(true);
});

test('runs of readers add up to the sums of the catalogue', async () => {
  // A server puts what comes with it into the catalogue when it starts.
  await database.asOwner((client) =>
    client.query(
      `insert into platform.plugins (id, publisher_name, is_first_party)
       select distinct plugin_id, 'Readout', true from app.plugin_runs on conflict do nothing`,
    ),
  );
  await refreshPluginDays({ platform: database.platform });
  expect(await value('select sum(runs)::int from platform.plugin_days')).toBe(made.rows['app.plugin_runs']);
});

test('names from the right, with emoji, long and like code are among the companies', async () => {
  const names = await database.asOwner(async (client) =>
    (await client.query('select name from auth.company')).rows.map((row) => row.name as string),
  );
  for (const name of hardNames) expect(names).toContain(name);
});

test('a database with companies is left as it is unless invented ones are to be added, each seed once', async () => {
  await expect(seed({ seed: 8 })).rejects.toThrow(/20 companies .* --add/);
  await seed({ seed: 8, isAddition: true });
  expect(await value('select count(*)::int from auth.company')).toBe(2 * size.companies);
  await expect(seed({ seed: 8, isAddition: true })).rejects.toThrow(/choose another --seed/);
  expect(await value('select count(*)::int from app.captures')).toBe(2 * size.captures);
});

test('the same seed makes the same companies and people', async () => {
  const { companies, users } = inventPeople({ seed: 7, ...size, now: Date.now(), suffix: '' });
  const written = (query: string) => database.asOwner(async (client) => (await client.query(query)).rows);
  expect(await written('select id, name from auth.company')).toEqual(
    expect.arrayContaining(companies.map(({ id, name }) => ({ id, name }))),
  );
  expect(await written('select id, name, email from auth."user"')).toEqual(
    expect.arrayContaining(users.map(({ id, name, email }) => ({ id, name, email }))),
  );
});

test('a drawn barcode is one, of the number that its record holds', async () => {
  const { companyId, sha256, gtin } = await database.asOwner(
    async (client) =>
      (
        await client.query(`select r.company_id as "companyId", c.sha256, r.original_fields -> 'gtin' ->> 'value' as gtin
          from app.records r join app.captures c on c.company_id = r.company_id and c.id = r.capture_id
          where r.plugin_id = 'barcode' order by c.created_at desc limit 1`)
      ).rows[0],
  );
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  await prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer },
    fireImmediately: true,
  });
  const picture = readFileSync(path.join(storeFolder, 'objects', originalKey(companyId, sha256)));
  const [found] = await readBarcodes(picture, { formats: ['EAN13'] });
  expect(found?.text).toBe(gtin);
});

test('shares of a total add up to it, also where there is less than one for each', () => {
  for (const [total, parts, min] of [
    [1000, 7, 1],
    [3, 7, 1],
    [0, 5, 0],
  ] as const) {
    const shares = divideByZipf(total, parts, { exponent: 1, shift: 2, min });
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
  }
});
