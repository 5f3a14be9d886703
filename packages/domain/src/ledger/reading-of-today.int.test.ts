import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getCapture } from '../captures/get-capture.ts';
import { rereadCaptures } from '../captures/reread-captures.ts';
import { getCompany } from '../companies/get-company.ts';
import { type ReadingQueue, readingQueue } from '../readings/reading-queue.ts';
import { takeReading } from '../readings/take-reading.ts';
import { capture, plugins, publish, receiptManifest, scopeOf } from '../testing/arrange.ts';

let database: TestDatabase;
let company: TestCompany;
const queue: ReadingQueue = readingQueue;

beforeAll(async () => {
  database = await createTestDatabase();
  await publish(database, receiptManifest);
});
afterAll(() => database.close());
beforeEach(async () => {
  company = await database.createCompany({ members: ['reviewer'] });
});

const owner = (text: string, ...values: unknown[]) =>
  database.asOwner(async (client) => (await client.query(text, values)).rows);
const limit = (settings: string) =>
  owner(`update app.company_settings set ${settings} where company_id = $1`, company.companyId);
const spend = (ms: number, day = 0) =>
  owner(
    `insert into app.reading_days (company_id, day, readings, cpu_ms) values ($1, (now() at time zone 'UTC')::date - $3::int, 1, $2)
     on conflict (company_id, day) do update set cpu_ms = excluded.cpu_ms`,
    company.companyId,
    ms,
    day,
  );
const reread = (ids: string[], member = company.owner) =>
  rereadCaptures({ db: database.app, queue }, { scope: scopeOf(company, member), ids }).then(
    ({ changed }) => changed.length,
    (error: { code: string }) => error.code,
  );
const make = async (options = {}) =>
  (await capture({ database, queue }, scopeOf(company), options)).captureId;
const detail = (captureId: string) =>
  getCapture({ db: database.app, plugins }, { scope: scopeOf(company), captureId });

test('of rereads asked for at once a company gets as many pages as it may have in a day, and the others stay as they are', async () => {
  await limit('max_rereads_per_day = 3');
  const ids = await Promise.all(Array.from({ length: 6 }, () => make()));
  const answers = await Promise.all(ids.map((id) => reread([id])));
  expect(answers.filter((answer) => answer === 1)).toHaveLength(3);
  expect(answers.filter((answer) => answer === 'company.rereads_used_up')).toHaveLength(3);
  const refused = ids[answers.indexOf('company.rereads_used_up')]!;
  expect((await detail(refused)).page.state).toBe('read');
  expect(await getCompany({ db: database.app }, { scope: scopeOf(company) })).toMatchObject({
    usage: { rereadsToday: 3 },
    limits: { rereadsPerDay: 3 },
  });
  const other = await database.createCompany();
  company = other;
  expect(await reread([await make()])).toBe(1);
});

test('one person cannot use up the rereads of everybody', async () => {
  const [mine, theirs] = [await make(), await make()];
  await owner(
    "insert into app.reread_days (company_id, day, user_id, pages) values ($1, (now() at time zone 'UTC')::date, $2, 5000)",
    company.companyId,
    company.owner.userId,
  );
  expect(await reread([mine])).toBe('capture.rereads_used_up');
  expect(await reread([theirs], company.members[0])).toBe(1);
});

test('a company that has had its reading of today waits for tomorrow while others are read, and nothing fails', async () => {
  await limit('max_reading_seconds_per_day = 60');
  const read = await make();
  await spend(60_000);
  const waits = await make({ unread: true });
  const other = await database.createCompany();
  const full = company;
  company = other;
  const next = await make({ unread: true });
  company = full;
  const workerId = randomUUID();
  const takeAll = async () => {
    const taken: string[] = [];
    for (;;) {
      const page = await takeReading({ platform: database.platform }, { workerId, running: 0 });
      if (!page || page === 'drain') return taken;
      taken.push(page.captureId);
    }
  };
  const taken = await takeAll();
  expect(taken).toContain(next);
  expect(taken).not.toContain(waits);
  expect((await detail(waits)).page).toMatchObject({ state: 'received', waitsForTomorrow: true });
  expect(await reread([read])).toBe('company.reading_used_up');
  expect(await getCompany({ db: database.app }, { scope: scopeOf(company) })).toMatchObject({
    usage: { readingSecondsToday: 60 },
    limits: { readingSecondsPerDay: 60 },
  });
  // The next day.
  await owner('delete from app.reading_days where company_id = $1', company.companyId);
  await spend(60_000, 1);
  expect(await takeAll()).toContain(waits);
  expect((await detail(waits)).page.waitsForTomorrow).toBe(false);
});
