import { randomUUID } from 'node:crypto';
import { inCompany } from '@readout/database';
import { createTestDatabase, type TestCompany, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endReading, type ReadingEnd } from './end-reading.ts';
import { createReadingLoad, expectedWaits } from './expected-waits.ts';
import { maxHostDeaths } from './host-deaths.ts';
import { fewPictures, readingQueue } from './reading-queue.ts';
import { beatReadingWorker, giveBackReadings, leaveReading } from './reading-workers.ts';
import { type TakenReading, takeReading } from './take-reading.ts';

let database: TestDatabase;
let a: TestCompany;
let b: TestCompany;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.asOwner((client) =>
    client.query('delete from app.reading_queue; delete from platform.reading_workers'),
  );
  [a, b] = [await database.createCompany(), await database.createCompany()];
});

/** Captures of one person as they are taken in one after the other, and their places in the queue. */
async function put(
  company: TestCompany,
  count: number,
  { source = 'api', isWaitedFor = true } = {},
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const { companyId, owner } = company;
  await database.asOwner(async (client) => {
    await client.query(
      "insert into app.objects (company_id, sha256, byte_size, media_type) values ($1, repeat('a', 64), 1, 'image/png') on conflict do nothing",
      [companyId],
    );
    await client.query(
      `insert into app.captures (company_id, id, document_id, source, sha256, file_name, media_type, byte_size, created_by)
       select $1, id, id, $3, repeat('a', 64), 'a.png', 'image/png', 1, $4 from unnest($2::uuid[]) as t (id)`,
      [companyId, ids, source, owner.userId],
    );
  });
  await inCompany(database.app, { companyId, userId: null }, (trx) =>
    readingQueue.enqueue(
      trx,
      ids.map((captureId) => ({ companyId, captureId })),
      { isWaitedFor },
    ),
  );
  return ids;
}

/** A worker whose readings cost what they are told to, with no clock but the one it is given. */
async function makeWorker(readers = 1) {
  const id = randomUUID();
  await beatReadingWorker(database, { id, host: 'here', pid: 1, readers, heldBy: null }, { leases: [] });
  const running: TakenReading[] = [];
  return {
    id,
    running,
    async take() {
      const taken = await takeReading(database, { workerId: id, running: running.length });
      if (taken && taken !== 'drain') running.push(taken);
      return taken;
    },
    async end(end: ReadingEnd = { kind: 'done' }, cpuMs = 1000) {
      const reading = running.shift()!;
      await endReading(database, { reading, end, cost: { cpuMs, ms: cpuMs } });
      return reading;
    },
  };
}

type Worker = Awaited<ReturnType<typeof makeWorker>>;

/** Names of the companies in the order in which their pages are read. */
async function read(worker: Worker, pages: number, costs = (_: TestCompany) => 1000): Promise<string> {
  let order = '';
  for (let page = 0; page < pages; page++) {
    const taken = await worker.take();
    if (!taken || taken === 'drain') break;
    const company = taken.companyId === a.companyId ? a : b;
    order += company === a ? 'a' : 'b';
    await worker.end({ kind: 'done' }, costs(company));
  }
  return order;
}

const row = async (captureId: string) =>
  database.asOwner(
    async (client) =>
      (
        await client.query(
          'select *, extract(epoch from due_at - now())::float8 as due_in from app.reading_queue where capture_id = $1',
          [captureId],
        )
      ).rows[0],
  );
const makeDue = () =>
  database.asOwner((client) => client.query('update app.reading_queue set due_at = now()'));

test('one picture comes next after the one that is being read, however many another company has waiting', async () => {
  await put(a, 300);
  const worker = await makeWorker();
  expect(await read(worker, 20)).toBe('a'.repeat(20));
  await worker.take();
  const [single] = await put(b, 1);
  await worker.end();
  expect(await worker.take()).toMatchObject({ companyId: b.companyId, captureId: single });
  await worker.end();
  expect(await read(worker, 3)).toBe('aaa');
});

test('companies that have pages waiting have the same processor time, not the same number of pages', async () => {
  await put(a, 100);
  await put(b, 100);
  const worker = await makeWorker();
  const order = await read(worker, 60, (company) => (company === a ? 8000 : 1000));
  // Eight pages of one cost what one page of the other does.
  const count = (name: string) => [...order].filter((each) => each === name).length;
  expect(count('a')).toBeGreaterThanOrEqual(6);
  expect(count('a')).toBeLessThanOrEqual(9);
});

test('six pages that cost twenty seconds each keep nobody waiting for more than the one under way', async () => {
  await put(a, 6);
  const worker = await makeWorker();
  await worker.take();
  await put(b, 3);
  await worker.end({ kind: 'done' }, 20_000);
  expect(await read(worker, 4, (company) => (company === a ? 20_000 : 1000))).toMatch(/^b{3}a$/);
});

test('who had nothing to read for long has saved nothing up', async () => {
  await put(a, 60);
  const worker = await makeWorker();
  expect(await read(worker, 30)).toBe('a'.repeat(30));
  await put(b, 30);
  expect(await read(worker, 12)).toMatch(/^(ba|ab)+$/);
});

test('while others wait one company has at most half of the readers, alone it has all', async () => {
  await put(a, 20);
  const worker = await makeWorker(4);
  for (let n = 0; n < 4; n++) await worker.take();
  expect(worker.running.map(({ companyId }) => companyId)).toEqual(Array(4).fill(a.companyId));
  await put(b, 20);
  for (let n = 0; n < 4; n++) {
    await worker.end();
    await worker.take();
  }
  expect(worker.running.filter(({ companyId }) => companyId === b.companyId)).toHaveLength(2);
});

test('within a company the camera comes first, then a few dropped pictures, then everything else in the order it came', async () => {
  const bulk = await put(a, 2, { source: 'api' });
  const again = await put(a, 2, { source: 'upload', isWaitedFor: false });
  const dropped = await put(a, fewPictures + 2, { source: 'upload' });
  const camera = await put(a, 2, { source: 'camera' });
  const worker = await makeWorker();
  const order: string[] = [];
  for (let taken = await worker.take(); taken && taken !== 'drain'; taken = await worker.take()) {
    order.push(taken.captureId);
    await worker.end();
  }
  expect(order).toEqual([
    ...camera,
    ...dropped.slice(0, fewPictures),
    ...bulk,
    ...again,
    ...dropped.slice(fewPictures),
  ]);
});

test('workers that take at the same moment never take the same page', async () => {
  await put(a, 10);
  await put(b, 10);
  const workers = await Promise.all([makeWorker(5), makeWorker(5)]);
  const taken = await Promise.all(Array.from({ length: 20 }, (_, n) => workers[n % 2]!.take()));
  const ids = taken.map((each) => (each && each !== 'drain' ? each.captureId : ''));
  expect(new Set(ids).size).toBe(20);
  expect(await workers[0]!.take()).toBeUndefined();
});

test('a place in the queue is made exactly if its transaction commits, and is there once', async () => {
  const [id] = await put(a, 1);
  const { companyId } = a;
  const enqueue = (fail: boolean) =>
    inCompany(database.app, { companyId, userId: null }, async (trx) => {
      await readingQueue.enqueue(trx, [{ companyId, captureId: id! }]);
      if (fail) throw new Error('rolled back');
    });
  await enqueue(false);
  await database.asOwner((client) => client.query('delete from app.reading_queue'));
  await expect(enqueue(true)).rejects.toThrow('rolled back');
  expect(await row(id!)).toBeUndefined();
});

test('a page that is to be read again while it is being read is read again', async () => {
  const [id] = await put(a, 1);
  const [first, second] = [await makeWorker(), await makeWorker()];
  await first.take();
  const { companyId } = a;
  await inCompany(database.app, { companyId, userId: null }, (trx) =>
    readingQueue.enqueue(trx, [{ companyId, captureId: id! }]),
  );
  expect(await second.take()).toMatchObject({ captureId: id });
  // The end of the first time says nothing about the second.
  await first.end();
  expect(await row(id!)).toMatchObject({ worker_id: second.id });
  await second.end();
  expect(await row(id!)).toBeUndefined();
});

test('what around a page kept it from being read makes it wait longer each time and is counted nowhere else', async () => {
  const [id] = await put(a, 1);
  const worker = await makeWorker();
  const waits: number[] = [];
  for (let n = 0; n < 12; n++) {
    await worker.take();
    await worker.end({ kind: 'delayed', code: 'store.away' });
    waits.push((await row(id!)).due_in);
    expect(await worker.take()).toBeUndefined();
    await makeDue();
  }
  expect(waits[0]).toBeLessThan(1.5);
  expect(waits[4]).toBeGreaterThan(10);
  expect(Math.max(...waits)).toBeLessThan(400);
  expect(await row(id!)).toMatchObject({ crashes: 0, host_deaths: 0, delays: 12, delayed_by: 'store.away' });
});

test('what a worker that stops gives back is as if it had never been taken', async () => {
  const [id] = await put(a, 1);
  const worker = await makeWorker();
  await worker.take();
  await leaveReading(database, { id: worker.id });
  expect(await row(id!)).toMatchObject({ lease: null, crashes: 0, host_deaths: 0 });
  expect((await row(id!)).due_in).toBeLessThanOrEqual(0);
});

test('what a dead worker was reading comes back, and only that', async () => {
  const ids = await put(a, 2);
  const [dead, alive] = [await makeWorker(), await makeWorker()];
  await dead.take();
  await alive.take();
  expect(await giveBackReadings(database, { dead: [], silent: true })).toBe(0);
  await database.asOwner((client) =>
    client.query(
      "update platform.reading_workers set seen_at = now() - interval '16 seconds' where id = $1",
      [dead.id],
    ),
  );
  expect(await giveBackReadings(database, { dead: [], silent: false })).toBe(0);
  expect(await giveBackReadings(database, { dead: [], silent: true })).toBe(1);
  expect(await row(ids[0]!)).toMatchObject({ lease: null, host_deaths: 1 });
  expect(await row(ids[1]!)).toMatchObject({ worker_id: alive.id, host_deaths: 0 });
});

test('a page whose host dies again and again is read alone and last, ever later, and handed out once more to be given up', async () => {
  const [killer] = await put(a, 1, { source: 'camera' });
  const die = async () => {
    const worker = await makeWorker(2);
    const taken = await worker.take();
    await giveBackReadings(database, { dead: [worker.id], silent: false });
    await makeDue();
    return taken;
  };
  for (let n = 0; n < 3; n++)
    expect(await die()).toMatchObject({ captureId: killer, hostDeaths: n, isAlone: false });
  // From now on after everything else of its company, and with nothing beside it.
  const [other] = await put(a, 1);
  const worker = await makeWorker(2);
  expect(await worker.take()).toMatchObject({ captureId: other });
  expect(await worker.take()).toBe('drain');
  await worker.end();
  const waits: number[] = [];
  for (let n = 3; n < maxHostDeaths; n++) {
    const alone = await makeWorker(2);
    expect(await alone.take()).toMatchObject({ captureId: killer, hostDeaths: n, isAlone: true });
    await giveBackReadings(database, { dead: [alone.id], silent: false });
    waits.push((await row(killer!)).due_in);
    await makeDue();
  }
  expect(waits.map(Math.round)).toEqual([300, 900, 900]);
  expect(await worker.take()).toMatchObject({ captureId: killer, hostDeaths: maxHostDeaths });
});

test('anyone who waits is told for about how long, or what keeps everything from being read; others learn nothing', async () => {
  const ids = await put(a, 30);
  const scope = (company: TestCompany, member = company.owner) => ({
    companyId: company.companyId,
    actor: { userId: member.userId, name: member.name, role: member.role },
  });
  const look = (company: TestCompany) =>
    expectedWaits(
      { db: database.app, readingLoad: createReadingLoad(database) },
      { scope: scope(company), ids: [ids[0]!, ids[29]!] },
    );
  // No worker at all.
  expect(await look(a)).toMatchObject([
    { seconds: null, heldBy: 'reader.not_started' },
    { seconds: null, heldBy: 'reader.not_started' },
  ]);
  const worker = await makeWorker();
  await read(worker, 1, () => 4000);
  const [own] = await look(a);
  expect(own).toMatchObject({ captureId: ids[29], isReading: false, heldBy: null });
  // Twenty-nine pages that take as long as the one that was read.
  expect(own!.seconds).toBe(116);
  await beatReadingWorker(
    database,
    { id: worker.id, host: 'here', pid: 1, readers: 1, heldBy: 'store.away' },
    { leases: [] },
  );
  expect(await look(a)).toMatchObject([{ seconds: null, heldBy: 'store.away' }]);
  expect(await look(b)).toEqual([]);
});

test('what reading cost is kept for each company and day', async () => {
  await put(a, 3);
  const worker = await makeWorker();
  await read(worker, 2, () => 1500);
  await worker.take();
  await worker.end({ kind: 'crashed' }, 700);
  const days = await database.asOwner(
    async (client) =>
      (
        await client.query(
          'select company_id, readings, cpu_ms from app.reading_days where company_id = any($1)',
          [[a.companyId, b.companyId]],
        )
      ).rows,
  );
  expect(days).toEqual([{ company_id: a.companyId, readings: 3, cpu_ms: '3700' }]);
});
