/**
 * Whose page is read next: one picture of a company while another has a thousand waiting, or six very large ones. And what
 * picking costs with a hundred thousand pages waiting over five hundred companies.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { createDatabase, createPool, inCompany, withOwner } from '@readout/database';
import { acceptCapture } from '@readout/domain/captures/accept-capture';
import { createReadingLoad, expectedWaits } from '@readout/domain/readings/expected-waits';
import { beatReadingWorker } from '@readout/domain/readings/reading-workers';
import { takeReading } from '@readout/domain/readings/take-reading';
import { loadFirstPartyPlugins } from '@readout/plugin-sandbox/node';
import { createFileSystemStore, originalKey } from '@readout/store';
import sharp from 'sharp';
import { createOriginals } from '../../apps/web/server/originals.ts';
import { createPlatformState } from '../../apps/web/server/platform-state.ts';
import { openPlugins } from '../../apps/web/server/plugins/open-plugins.ts';
import { makeJpeg } from '../../apps/web/server/testing/pictures.ts';
import { openQueue } from '../../apps/web/server/worker/queue.ts';
import { startWorker } from '../../apps/web/server/worker/start-worker.ts';
import { startPreparedDatabase } from '../database.ts';
import { writeResults } from '../results-file.ts';

const bulk = Number(process.argv[2] ?? 1000);
const singles = 5;
const secret = 'bench'.repeat(10);

const { folder, address, stop } = await startPreparedDatabase('fairness', secret);
try {
  const db = createDatabase(createPool(address, 'readout_app', secret));
  const platform = createDatabase(createPool(address, 'readout_platform', secret, { maxConnections: 2 }));
  const { plugins, versions } = await openPlugins({
    db: { app: db, platform },
    secret,
    bundled: await loadFirstPartyPlugins(),
    folder: resolve(import.meta.dirname, '../../plugins'),
  });
  const storeFolder = join(folder, 'store');
  const store = await createFileSystemStore(storeFolder);
  const state = await createPlatformState({
    pool: createPool(address, 'readout_app', secret, { maxConnections: 1 }),
    db,
    onError: console.error,
  });
  const readingLoad = createReadingLoad({ platform });

  const makeCompany = async () => {
    const [companyId, userId] = [randomUUID(), randomUUID()];
    await withOwner(address, async (client) => {
      await client.query("insert into auth.company (id, name, slug) values ($1, 'Bench', $2)", [
        companyId,
        `c-${companyId}`,
      ]);
      await client.query(
        'insert into app.company_settings (company_id, max_captures_per_month) values ($1, 1000000)',
        [companyId],
      );
      await client.query('insert into auth."user" (id, name, email) values ($1, $2, $3)', [
        userId,
        'Bench',
        `${userId}@example.com`,
      ]);
    });
    return { companyId, actor: { userId, name: 'Bench', role: 'owner' as const } };
  };
  type Scope = Awaited<ReturnType<typeof makeCompany>>;

  const send = async (scope: Scope, bytes: Buffer, source: 'api' | 'camera', mediaType = 'image/jpeg') => {
    const staged = await store.stage([bytes] as never, { maxBytes: 50_000_000 });
    const { capture } = await acceptCapture(
      { db, queue },
      {
        scope,
        source,
        file: {
          sha256: staged.sha256,
          byteSize: bytes.length,
          mediaType,
          fileName: 'picture',
          place: () => staged.commit(originalKey(scope.companyId, staged.sha256)),
        },
      },
    );
    return capture.id;
  };
  const queuePool = createPool(address, 'readout_platform', secret, { maxConnections: 6 });
  const queue = openQueue({ pool: queuePool, onError: console.error });

  /** Milliseconds each page took, as the worker said. */
  const took = new Map<string, number>();
  const log = {
    info: (fields: object) => {
      const { captureId, ms } = fields as { captureId?: string; ms?: number };
      if (captureId && ms !== undefined) took.set(captureId, ms);
    },
    warn: (fields: object, text: string) => console.error(text, fields),
    error: (fields: object, text: string) => console.error(text, fields),
  };
  const worker = await startWorker({
    deps: { db, platform, store, originals: createOriginals({ store, db, queue }), queue, plugins, versions },
    concurrency: 1,
    state,
    log,
  });
  await worker.warm;

  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await new Promise((next) => setTimeout(next, 5));
  };
  /** Sends one picture of a company that has nothing else, and waits until it is read. */
  const single = async (number: number) => {
    const scope = await makeCompany();
    const bytes = await makeJpeg(number, `Single ${number}`);
    const before = new Set(took.keys());
    const startedAt = performance.now();
    const id = await send(scope, bytes, 'camera');
    const [expected] = await expectedWaits({ db, readingLoad }, { scope, ids: [id] });
    await until(() => took.has(id));
    const waitedMs = performance.now() - startedAt;
    const others = [...took].filter(([captureId]) => !before.has(captureId) && captureId !== id);
    const read = await inCompany(db, { companyId: scope.companyId, userId: null }, (trx) =>
      trx.selectFrom('app.readings').select('content').executeTakeFirstOrThrow(),
    );
    // Fast and wrong counts for nothing.
    assert.match(JSON.stringify(read.content), new RegExp(`Single ${number}`));
    return {
      waitedMs: Math.round(waitedMs),
      ownMs: took.get(id)!,
      underWayMs: Math.max(0, ...others.map(([, ms]) => ms)),
      readBefore: others.length,
      expectedSeconds: expected?.seconds ?? null,
    };
  };

  const crowd = await makeCompany();
  const template = await makeJpeg(0, 'One of a thousand');
  for (let index = 0; index < bulk; index++)
    await send(crowd, Buffer.concat([template, Buffer.from(`${index}`)]), 'api');
  await until(() => took.size >= 5);
  const amongMany = [];
  for (let number = 1; number <= singles; number++) amongMany.push(await single(number));
  await withOwner(address, (client) =>
    client.query('delete from app.reading_queue where company_id = $1', [crowd.companyId]),
  );

  const large = await makeCompany();
  const width = 12_000;
  const height = 4000;
  const words = Array.from(
    { length: 60 },
    (_, n) =>
      `<text x="${200 + (n % 6) * 1900}" y="${300 + Math.floor(n / 6) * 370}" font-size="90">Item ${n} costs ${n}.50</text>`,
  ).join('');
  const picture = await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${words}</svg>`,
    ),
    { unlimited: true },
  )
    .png()
    .toBuffer();
  const larges: string[] = [];
  for (let index = 0; index < 6; index++)
    larges.push(await send(large, Buffer.concat([picture, Buffer.from(`${index}`)]), 'api', 'image/png'));
  await new Promise((next) => setTimeout(next, 500));
  const amongLarge = [await single(101), await single(102)];
  await until(() => took.has(larges[0]!));
  const largeMs = took.get(larges[0]!)!;
  await worker.stop(30_000);

  // A hundred thousand pages over five hundred companies.
  const { rows: plan, picks } = await withOwner(address, async (client) => {
    await client.query('delete from app.reading_queue');
    await client.query(`
      with company as (
        insert into auth.company (name, slug) select 'Bench', 'many-' || n from generate_series(1, 500) n returning id
      ), settings as (
        insert into app.company_settings (company_id) select id from company
      ), object as (
        insert into app.objects (company_id, sha256, byte_size, media_type)
        select id, repeat('b', 64), 1, 'image/png' from company returning company_id
      )
      select count(*) from object`);
    await client.query(`
      insert into app.captures (company_id, id, document_id, source, sha256, file_name, media_type, byte_size, created_by)
      select o.company_id, x.id, x.id, 'api', o.sha256, 'x', 'image/png', 1, gen_random_uuid()
      from app.objects o, lateral (select gen_random_uuid() as id from generate_series(1, 200) where o.sha256 is not null) x
      where o.sha256 = repeat('b', 64)`);
    await client.query(`
      insert into app.reading_queue (company_id, capture_id, urgency)
      select company_id, id, 2 from app.captures where sha256 = repeat('b', 64) order by random()`);
    await client.query('analyze app.reading_queue, app.captures');
    const { rows } = await client.query(
      'select count(*)::int as pages, count(distinct company_id)::int as companies from app.reading_queue',
    );
    const workerId = randomUUID();
    await beatReadingWorker(
      { platform },
      { id: workerId, host: 'bench', pid: 1, readers: 4, heldBy: null },
      { leases: [] },
    );
    const times: number[] = [];
    for (let pick = 0; pick < 200; pick++) {
      const startedAt = performance.now();
      const taken = await takeReading({ platform }, { workerId, running: 0 });
      times.push(performance.now() - startedAt);
      assert.ok(taken && taken !== 'drain');
    }
    return { rows, picks: times.sort((one, other) => one - other) };
  });
  const pick = {
    ...plan[0],
    medianMs: Math.round(picks[100]! * 10) / 10,
    p95Ms: Math.round(picks[190]! * 10) / 10,
  };
  const loadStartedAt = performance.now();
  await createReadingLoad({ platform }).read();
  const loadMs = Math.round((performance.now() - loadStartedAt) * 10) / 10;

  const line = (
    what: string,
    { waitedMs, ownMs, underWayMs, readBefore, expectedSeconds }: Awaited<ReturnType<typeof single>>,
  ) =>
    `| ${what} | ${waitedMs} ms | ${Math.round(ownMs)} ms | ${Math.round(underWayMs)} ms | ${readBefore} | ${Math.round(2 * ownMs + underWayMs)} ms | ${expectedSeconds === null ? 'not said' : `${expectedSeconds} s`} |`;
  await writeResults(
    'fairness',
    'Whose page is read next',
    { bulk, amongMany, amongLarge, largeMs, pick, loadMs },
    `One reader. A picture of a company with nothing else waiting; it may wait at most twice its own reading and the longest under way.

| another company has waiting | waited | its own reading | longest other meanwhile | read before it | goal | expected |
|---|---|---|---|---|---|---|
${amongMany.map((each) => line(`${bulk} pictures`, each)).join('\n')}
${amongLarge.map((each) => line('6 PNGs of 12000×4000', each)).join('\n')}

Picking with ${pick.pages} pages waiting over ${pick.companies} companies: ${pick.medianMs} ms median, ${pick.p95Ms} ms of the slowest twentieth. Counting them for what is expected: ${loadMs} ms, at most every two seconds.`,
  );
  await state.close();
  await Promise.all([db.destroy(), platform.destroy(), queuePool.end()]);
} finally {
  await stop();
}
