import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { createPool } from '@readout/database';
import type { TestCompany } from '@readout/database/testing';
import { acceptCapture } from '@readout/domain/captures/accept-capture';
import { maxHostDeaths } from '@readout/domain/readings/host-deaths';
import { aliveSeconds, beatReadingWorker, giveBackReadings } from '@readout/domain/readings/reading-workers';
import { takeReading } from '@readout/domain/readings/take-reading';
import { reading, receipt } from '@readout/domain/testing/arrange';
import { ImageError } from '@readout/image-reader';
import { createFileSystemStore, folderOwner, originalKey, StoreError } from '@readout/store';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createOriginals } from '../originals.ts';
import { claimOwnStore } from '../own-store.ts';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';
import { openQueue } from './queue.ts';
import { type ReadCaptureDeps, type ReadingOutcome, readCapture } from './read-capture.ts';
import type { PageAnswer } from './reader-job.ts';
import { createReaderPool, type ReaderPool } from './reader-pool.ts';
import { startWorker } from './start-worker.ts';

let server: TestServer;
let company: TestCompany;
/** What ends with the test. */
let ending: (() => Promise<unknown>)[] = [];
let contents = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  company = await server.database.createCompany();
});
afterEach(async () => {
  for (const end of ending.toReversed()) await end();
  ending = [];
  await server.database.asOwner((client) =>
    client.query('delete from app.reading_queue; delete from platform.reading_workers'),
  );
});

/** Bytes in the store and a capture of them that waits. */
async function put(text = 'fine', { stored = true } = {}): Promise<string> {
  const bytes = Buffer.from(`${text} ${contents++}`);
  const staged = await server.store.stage([bytes] as never, { maxBytes: 100 });
  if (stored) await staged.commit(originalKey(company.companyId, staged.sha256));
  const { capture } = await acceptCapture(
    { db: server.database.app, queue: server.queue },
    {
      scope: scopeOf(company),
      source: 'upload',
      file: {
        sha256: staged.sha256,
        byteSize: bytes.length,
        mediaType: 'image/png',
        fileName: 'x.png',
        place: async () => {},
      },
    },
  );
  await staged.discard();
  return capture.id;
}

const answer: PageAnswer = {
  ok: true,
  reading: reading(['ACME']),
  records: [],
  runs: [],
  thumbnail: Buffer.from('thumbnail'),
  view: Buffer.from('view'),
};

/** Reads every page at once, but for what a test wants to happen. */
const readers = (read: ReaderPool['read'] = async () => answer): ReaderPool => ({
  read: async (job, limits) => {
    limits.onCost({ cpuMs: 1000, ms: 1000 });
    return read(job, limits);
  },
  makeRecords: async () => ({ records: [], runs: [] }),
  warmUp: async () => {},
  memoryBytes: async () => 0,
  close: async () => {},
});

const depsWith = (more: Partial<ReadCaptureDeps>): ReadCaptureDeps => ({
  db: server.database.app,
  queue: server.queue,
  store: server.store,
  originals: server.originals,
  plugins: server.plugins,
  versions: server.versions,
  readers: readers(),
  ...more,
});

/** A process that reads, with a queue of its own on the same database. */
async function startQueue({
  deps = {},
  prepare = async () => {},
  readers: size = 1,
}: {
  deps?: Partial<ReadCaptureDeps>;
  prepare?: () => Promise<void>;
  readers?: number;
} = {}): Promise<{ outcomes: ReadingOutcome[] }> {
  const pool = createPool(server.database.address, 'readout_platform', server.database.secret, {
    maxConnections: 4,
  });
  const queue = openQueue({ pool, onError: () => {}, host: `machine ${contents++}` });
  const outcomes: ReadingOutcome[] = [];
  await queue.work({
    readers: size,
    prepare,
    async read(taken) {
      const outcome = await readCapture(depsWith(deps), taken);
      outcomes.push(outcome);
      return outcome;
    },
  });
  ending.push(async () => {
    await queue.stop(200);
    await pool.end();
  });
  return { outcomes };
}

const stateOf = async (id: string) =>
  server.database.asOwner(
    async (client) =>
      (await client.query('select state, failure_code from app.captures where id = $1', [id])).rows[0],
  );
const placeOf = async (id: string) =>
  server.database.asOwner(
    async (client) =>
      (await client.query('select * from app.reading_queue where capture_id = $1', [id])).rows[0],
  );
const workers = async () =>
  server.database.asOwner(
    async (client) => (await client.query('select held_by from platform.reading_workers')).rows,
  );
const hasState = (id: string, state: string) =>
  expect.poll(async () => (await stateOf(id)).state).toBe(state);
const makeDue = () =>
  server.database.asOwner((client) => client.query('update app.reading_queue set due_at = now()'));

test('a store that is not there fails nothing: pages wait, the worker says why, and they are read once it is back', async () => {
  const away = `${server.storeFolder}-away`;
  const ids = [await put(), await put(), await put()];
  // As a server opens it: known by its id.
  const { installationId } = server.database.address;
  await claimOwnStore(server.database, { owner: folderOwner(server.storeFolder), installationId });
  const store = await createFileSystemStore(server.storeFolder, { installationId });
  const originals = createOriginals({ store, db: server.database.app, queue: server.queue });
  await rename(server.storeFolder, away);
  let isBack = false;
  ending.push(async () => {
    if (!isBack) await rename(away, server.storeFolder);
  });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const pool = createPool(server.database.address, 'readout_platform', server.database.secret, {
    maxConnections: 4,
  });
  const queue = openQueue({ pool, onError: () => {}, host: 'without its disk' });
  const worker = await startWorker({
    deps: {
      db: server.database.app,
      platform: server.database.platform,
      store,
      originals,
      queue,
      plugins: server.plugins,
      versions: server.versions,
    },
    concurrency: 1,
    threads: 1,
    state: server.state,
    log,
  });
  ending.push(async () => {
    await worker.stop(500);
    await pool.end();
  });
  await expect.poll(workers).toEqual([{ held_by: 'store.away' }]);
  for (const id of ids) expect(await stateOf(id)).toMatchObject({ failure_code: null });
  await rename(away, server.storeFolder);
  isBack = true;
  // They hold no picture: now that they are seen, that is their own fault.
  for (const id of ids)
    await expect.poll(() => stateOf(id)).toEqual({ state: 'failed', failure_code: 'image.unsupported_type' });
  await expect.poll(workers).toEqual([{ held_by: null }]);
});

test('one original that is missing from a store that is there fails that capture, and no other', async () => {
  const [missing, fine] = [await put('x', { stored: false }), await put()];
  await startQueue();
  await hasState(fine, 'read');
  expect(await stateOf(missing)).toEqual({ state: 'failed', failure_code: 'capture.bytes_missing' });
});

test('a disk that is full keeps pages waiting without counting it against them, and costs one reading a try', async () => {
  let isFull = true;
  const put_ = server.store.put;
  const store = {
    ...server.store,
    put: async (key: string, bytes: Uint8Array) => {
      if (isFull) throw new StoreError('full', 'There is no room left where pictures are stored.');
      await put_(key, bytes);
    },
  };
  const ids = [await put(), await put(), await put()];
  const { outcomes } = await startQueue({ deps: { store } });
  await expect.poll(workers).toEqual([{ held_by: 'store.full' }]);
  // The others are not tried while the disk is full.
  expect(outcomes).toHaveLength(1);
  await expect
    .poll(() => placeOf(ids[0]!))
    .toMatchObject({ delays: 1, delayed_by: 'store.full', crashes: 0, lease: null });
  isFull = false;
  for (const id of ids) await hasState(id, 'read');
  await expect.poll(workers).toEqual([{ held_by: null }]);
});

test('a reader that cannot start takes no page at all, and takes them once it can', async () => {
  let isBroken = true;
  const id = await put();
  const { outcomes } = await startQueue({
    prepare: async () => {
      if (isBroken) throw Object.assign(new Error('spawn EAGAIN'), { code: 'EAGAIN' });
    },
  });
  await expect.poll(workers).toMatchObject([{ held_by: expect.any(String) }]);
  expect(outcomes).toHaveLength(0);
  isBroken = false;
  await hasState(id, 'read');
});

test('connections to the database cut in the middle of a reading cost nothing: what was read is kept', async () => {
  const id = await put();
  let cut = 0;
  const { outcomes } = await startQueue({
    deps: {
      readers: readers(async () => {
        cut = await server.database.asOwner(async (client) => {
          const { rows } = await client.query(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename ~ '_(app|platform)$'",
          );
          return rows.length;
        });
        return answer;
      }),
    },
  });
  await hasState(id, 'read');
  expect(cut).toBeGreaterThan(0);
  await expect.poll(() => outcomes).toMatchObject([{ result: 'read', cost: { cpuMs: 1000 } }]);
  await expect.poll(() => placeOf(id)).toBeUndefined();
});

test('a worker killed while it reads gives its page back to the next, which reads it', async () => {
  const id = await put();
  const begun = Promise.withResolvers<void>();
  await startQueue({
    deps: {
      readers: readers(() => {
        begun.resolve();
        return new Promise(() => {});
      }),
    },
  });
  await begun.promise;
  // As kill -9 leaves it: its page is taken, and for fifteen seconds nobody has heard of it.
  await server.database.asOwner((client) =>
    client.query("update platform.reading_workers set seen_at = now() - interval '1 minute'"),
  );
  expect(await giveBackReadings(server.database, { dead: [], silent: true })).toBe(1);
  expect(await placeOf(id)).toMatchObject({ host_deaths: 1, crashes: 0 });
  await startQueue();
  await hasState(id, 'read');
});

test('a worker whose machine died gives its page back to those that are left, without a restart', async () => {
  const id = await put();
  const worker = { id: randomUUID(), host: 'a machine that is off', pid: 1, readers: 1, heldBy: null };
  await beatReadingWorker(server.database, worker, { leases: [] });
  expect(await takeReading(server.database, { workerId: worker.id, running: 0 })).toMatchObject({
    captureId: id,
  });
  await server.database.asOwner((client) =>
    client.query("update platform.reading_workers set seen_at = now() - interval '1 minute'"),
  );
  // The worker that is left tells that it lives, and looks at the others, as often as this test lets time pass.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  ending.push(async () => vi.useRealTimers());
  await startQueue();
  const heard = () =>
    server.database.asOwner(
      async (client) =>
        (await client.query('select max(seen_at)::text as at from platform.reading_workers')).rows[0].at,
    );
  for (let seconds = 0; seconds <= aliveSeconds; seconds += 3) {
    expect(await placeOf(id)).toMatchObject({ worker_id: worker.id });
    const before = await heard();
    vi.advanceTimersByTime(3000);
    await expect.poll(heard).not.toBe(before);
  }
  await hasState(id, 'read');
});

test('a page on which the reader stood still is read again behind the others, and has no fault of it', async () => {
  const id = await put();
  let times = 0;
  const { outcomes } = await startQueue({
    deps: {
      readers: readers(async () => {
        if (++times === 1) throw new ImageError('reader.timed_out', 'Reading stood still for 120 s.');
        return answer;
      }),
    },
  });
  await hasState(id, 'read');
  await expect
    .poll(() => outcomes)
    .toMatchObject([
      { result: 'again', code: 'reader.timed_out', end: { kind: 'killed' } },
      { result: 'read' },
    ]);
});

test('a page that took its host down six times, at last alone, is given up with a code of its own', async () => {
  const [killer, fine] = [await put(), await put()];
  await server.database.asOwner((client) =>
    client.query('update app.reading_queue set host_deaths = $2, urgency = 3 where capture_id = $1', [
      killer,
      maxHostDeaths,
    ]),
  );
  await startQueue({ readers: 2 });
  await hasState(fine, 'read');
  await expect.poll(() => stateOf(killer)).toEqual({ state: 'failed', failure_code: 'reader.never_ended' });
});

test('a page that crashes the reader is tried three times, then failed, and costs nobody else anything', async () => {
  const pool = createReaderPool({
    size: 1,
    threads: 1,
    entry: new URL('./probe-reader.ts', import.meta.url),
  });
  ending.push(() => pool.close());
  const [crashing, fine] = [await put('crash'), await put()];
  const { outcomes } = await startQueue({ deps: { readers: pool } });
  for (const tries of [1, 2]) {
    await expect.poll(async () => (await placeOf(crashing))?.crashes).toBe(tries);
    expect(await stateOf(crashing)).toMatchObject({ state: 'reading' });
    await makeDue();
  }
  await expect.poll(() => stateOf(crashing)).toEqual({ state: 'failed', failure_code: 'reader.crashed' });
  await hasState(fine, 'read');
  expect(outcomes.filter(({ result }) => result === 'again')).toMatchObject([
    { code: 'reader.crashed', end: { kind: 'crashed' } },
    { code: 'reader.crashed', end: { kind: 'crashed' } },
  ]);
});

test('a reader killed by the system in the middle of a page is no crash of that page', async () => {
  const pool = createReaderPool({
    size: 1,
    threads: 1,
    entry: new URL('./probe-reader.ts', import.meta.url),
  });
  ending.push(() => pool.close());
  await pool.warmUp();
  const id = await put('hang');
  const { promise: handedOver, resolve: handOver } = Promise.withResolvers<void>();
  const { outcomes } = await startQueue({
    deps: {
      readers: {
        ...pool,
        read: (...page) => {
          handOver();
          return pool.read(...page);
        },
      },
    },
  });
  await handedOver;
  // Before it has the page, its end would be nobody's; the page is sent in this turn.
  await setImmediate();
  for (const pid of childrenOf(process.pid)) process.kill(pid, 'SIGKILL');
  await expect.poll(async () => (await placeOf(id))?.host_deaths).toBe(1);
  expect(await placeOf(id)).toMatchObject({ crashes: 0 });
  await expect.poll(() => outcomes).toMatchObject([{ end: { kind: 'killed' }, code: 'reader.killed' }]);
});

test('a page over its budget fails at once, with what it cost', async () => {
  const id = await put();
  const limits: number[] = [];
  const { outcomes } = await startQueue({
    deps: {
      readers: readers(async (_job, { cpuMs }) => {
        limits.push(cpuMs);
        throw new ImageError('reader.over_budget', 'Reading this page took more than 20 s.');
      }),
    },
  });
  await hasState(id, 'failed');
  expect(limits).toEqual([20_000]);
  // It is told once it is written down.
  await expect
    .poll(() => outcomes)
    .toMatchObject([{ result: 'failed', code: 'reader.over_budget', cost: { cpuMs: 1000 } }]);
});

/** Reads pages of a document of two, and has its records made as a test wants. */
const readersOfTwo = (makeRecords: ReaderPool['makeRecords']): ReaderPool => ({
  ...readers(async ({ page }) => ({ ...answer, reading: reading([`Page ${page}`], 2, page) })),
  makeRecords,
});
const pagesOf = async (id: string) =>
  server.database.asOwner(
    async (client) =>
      (
        await client.query<{ state: string; records: number }>(
          'select state, record_count as records from app.captures where document_id = $1 order by page_number',
          [id],
        )
      ).rows,
  );

test('a worker killed while the readers run over a document gives its last page back, and the record is made once', async () => {
  const id = await put();
  const begun = Promise.withResolvers<void>();
  await startQueue({
    deps: {
      readers: readersOfTwo(() => {
        begun.resolve();
        return new Promise(() => {});
      }),
    },
  });
  await begun.promise;
  expect(await pagesOf(id)).toMatchObject([{ state: 'read', records: 0 }, { state: 'reading' }]);
  await server.database.asOwner((client) =>
    client.query("update platform.reading_workers set seen_at = now() - interval '1 minute'"),
  );
  expect(await giveBackReadings(server.database, { dead: [], silent: true })).toBe(1);
  const made: number[] = [];
  await startQueue({
    deps: {
      readers: readersOfTwo(async ({ pages }) => {
        made.push(pages.length);
        return { records: [{ ...receipt({ total: '480.00' }) }], runs: [] };
      }),
    },
  });
  await expect.poll(() => pagesOf(id)).toMatchObject([{ state: 'read', records: 1 }, { state: 'read' }]);
  expect(made).toEqual([2]);
});

test('readers that make their process die over a document cost its records, never its pages', async () => {
  const id = await put();
  const { outcomes } = await startQueue({
    deps: {
      readers: readersOfTwo(async (_document, { onCost }) => {
        onCost({ cpuMs: 500, ms: 500 });
        throw new ImageError('reader.crashed', 'The reader ended.');
      }),
    },
  });
  await expect.poll(() => pagesOf(id)).toMatchObject([{ state: 'read', records: 0 }, { state: 'read' }]);
  await expect
    .poll(() => outcomes)
    .toMatchObject([
      { result: 'read', cost: { cpuMs: 1000 } },
      { result: 'read', cost: { cpuMs: 1500 } },
    ]);
});

/** Processes of this machine that a process started (proc(5)). */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const isReader = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('probe-reader');
        return isReader && Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        // It ended meanwhile.
        return false;
      }
    });
}
