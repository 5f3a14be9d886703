/**
 * From received to record: a picture sent over HTTP until its record is in the database, against the engine alone
 * on the same picture in a process of its own. Both warm, in turns, on the same cores.
 */
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createDatabase, createPool, withOwner } from '@readout/database';
import { createChildReader } from '@readout/image-reader/process/host';
import { loadFirstPartyPlugins } from '@readout/plugin-sandbox/node';
import { createFileSystemStore } from '@readout/store';
import { Hono } from 'hono';
import { createApi } from '../../apps/web/server/api/app.ts';
import { createSecretVault } from '../../apps/web/server/deliveries/secret-vault.ts';
import { createDiskRoom } from '../../apps/web/server/disk-room.ts';
import type { HttpEnv } from '../../apps/web/server/http/env.ts';
import { createLiveChanges } from '../../apps/web/server/live/live-changes.ts';
import { createLivePeople } from '../../apps/web/server/live/live-people.ts';
import { createOriginals } from '../../apps/web/server/originals.ts';
import { createPlatformState } from '../../apps/web/server/platform-state.ts';
import { createAccuracyMeasurer } from '../../apps/web/server/plugins/accuracy.ts';
import { openPlugins } from '../../apps/web/server/plugins/open-plugins.ts';
import { openQueue } from '../../apps/web/server/worker/queue.ts';
import { startWorker } from '../../apps/web/server/worker/start-worker.ts';
import { startPreparedDatabase } from '../database.ts';
import { writeResults } from '../results-file.ts';
import { session } from '../session.ts';

const data = resolve(process.argv[2] ?? resolve(import.meta.dirname, '../../../shared/data/receipts'));
const pictures = Number(process.argv[3] ?? 10);
const secret = 'bench'.repeat(10);
const ids = { company: '00000000-0000-4000-8000-000000000001', user: '00000000-0000-4000-8000-000000000002' };

const found = (await readdir(data, { recursive: true })).filter((name) => /\.jpe?g$/i.test(name)).sort();
const step = Math.max(1, Math.floor(found.length / pictures));
const files = found.filter((_, index) => index % step === 0).slice(0, pictures);
if (files.length === 0)
  throw new Error(`No JPEG below ${data}. Name a folder of receipts: npm run bench -- pipeline FOLDER`);

const { folder, address, stop } = await startPreparedDatabase('pipeline', secret);
try {
  const pool = createPool(address, 'readout_app', secret);
  const db = createDatabase(pool);
  const platform = createDatabase(createPool(address, 'readout_platform', secret, { maxConnections: 1 }));
  const { packages, plugins, versions, firstParty } = await openPlugins({
    db: { app: db, platform },
    secret,
    bundled: await loadFirstPartyPlugins(),
    folder: resolve(import.meta.dirname, '../../plugins'),
  });
  await withOwner(address, async (client) => {
    await client.query("insert into auth.company (id, name, slug) values ($1, 'Bench', 'bench')", [
      ids.company,
    ]);
    await client.query('insert into app.company_settings (company_id) values ($1)', [ids.company]);
    await client.query(
      'insert into app.installations (company_id, plugin_id, version) select $1, p, v from unnest($2::text[], $3::text[]) as t (p, v)',
      [
        ids.company,
        firstParty.map(({ manifest }) => manifest.id),
        firstParty.map(({ manifest }) => manifest.version),
      ],
    );
  });
  const queuePool = createPool(address, 'readout_platform', secret, { maxConnections: 4 });
  const live = createLiveChanges({
    pool: createPool(address, 'readout_app', secret, { maxConnections: 1 }),
    onError: () => {},
  });
  await live.ready();
  const auth = createDatabase(createPool(address, 'readout_auth', secret, { maxConnections: 1 }));
  const queue = openQueue({ pool: queuePool, onError: () => {} });
  const storeFolder = join(folder, 'store');
  const store = await createFileSystemStore(storeFolder);
  const statePool = createPool(address, 'readout_app', secret, { maxConnections: 1 });
  const state = await createPlatformState({ pool: statePool, db, onError: console.error });
  const originals = createOriginals({ store, db, queue });
  const worker = await startWorker({
    deps: { db, platform, store, originals, queue, plugins, versions },
    concurrency: 1,
    state,
    log: {
      info: () => {},
      warn: (fields) => console.error(fields),
      error: (fields) => console.error(fields),
    },
  });
  await worker.warm;
  const app = new Hono<HttpEnv>();
  app.use(async (c, next) => {
    c.set('client', { address: '127.0.0.1', isLoopback: true, origin: '' });
    c.set('session', session(ids));
    await next();
  });
  const stopping = new AbortController();
  app.route(
    '/api/v1',
    createApi({
      db,
      // Nobody administers anything here, and no program comes with a key.
      platform: db,
      auth: db,
      plugins,
      versions,
      packages,
      accuracy: createAccuracyMeasurer(),
      models: { inUse: async () => [], fileOf: async () => undefined },
      firstParty,
      store,
      originals,
      // Not part of what is measured.
      flattener: { make: () => Promise.reject(new Error('No picture is flattened here.')) },
      queue,
      vault: createSecretVault(secret),
      mailer: { isConfigured: false, origin: '', render: () => ({ text: '', html: '' }) },
      processId: null,
      disk: createDiskRoom({ folders: [folder], floor: { bytes: 0 } }),
      live,
      people: createLivePeople({ app: db, auth }),
      queueKeySecret: 'bench',
      uploadsFolder: join(folder, 'uploads'),
      uploadParts: undefined,
      log: console,
      stopping: stopping.signal,
    }),
  );
  const listener = getRequestListener(app.fetch);
  const server = createServer((req, res) => void listener(req, res));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;

  const engine = createChildReader({
    entry: new URL('./engine-child.ts', import.meta.url),
    timeoutMs: 120_000,
    maxRssMb: 2000,
  });
  const platformOf = async (bytes: Buffer, name: string) => {
    const body = new FormData();
    body.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
    const { promise, resolve: finished } = Promise.withResolvers<void>();
    let captureId = '';
    const startedAt = performance.now();
    const unsubscribe = live.subscribe(
      { companyId: ids.company, userId: ids.user, sessionId: 'bench' },
      async (event) => {
        if (event.type !== 'change' || event.captureId !== captureId) return;
        const detail = (await (await fetch(`${url}/captures?limit=1`)).json()) as {
          items: { id: string; state: string }[];
        };
        if (
          detail.items[0]?.id === captureId &&
          (detail.items[0].state === 'read' || detail.items[0].state === 'failed')
        )
          finished();
      },
    );
    const response = await fetch(`${url}/captures`, { method: 'POST', body });
    captureId = ((await response.json()) as { capture: { id: string } }).capture.id;
    await promise;
    unsubscribe();
    return performance.now() - startedAt;
  };
  const engineOf = async (path: string) => {
    const startedAt = performance.now();
    await engine.run(await readFile(path));
    return performance.now() - startedAt;
  };

  const rows: { file: string; engineMs: number; platformMs: number }[] = [];
  // The first round warms models, caches and code; the bytes of each round differ by their last one.
  for (const [round, counts] of [
    [0, false],
    [1, true],
    [2, true],
  ] as const) {
    for (const name of files) {
      const path = join(data, name);
      const bytes = Buffer.concat([await readFile(path), Buffer.from([round])]);
      const engineMs = await engineOf(path);
      const platformMs = await platformOf(bytes, name);
      if (counts)
        rows.push({ file: name, engineMs: Math.round(engineMs), platformMs: Math.round(platformMs) });
    }
  }
  const sum = (key: 'engineMs' | 'platformMs') => rows.reduce((total, row) => total + row[key], 0);
  const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
  const ratio = sum('platformMs') / sum('engineMs');
  const medianRatio = median(rows.map((row) => row.platformMs / row.engineMs));
  await writeResults(
    'pipeline',
    'From received to record',
    {
      pictures: files.length,
      rounds: 2,
      engineMeanMs: Math.round(sum('engineMs') / rows.length),
      platformMeanMs: Math.round(sum('platformMs') / rows.length),
      ratio: Math.round(ratio * 1000) / 1000,
      medianRatio: Math.round(medianRatio * 1000) / 1000,
      target: 1.2,
      rows,
    },
    `| ${files.length} receipts, twice each, warm | mean | engine = 1 |
|---|---|---|
| engine alone: decode, barcodes, text | ${Math.round(sum('engineMs') / rows.length)} ms | 1 |
| sent, stored, queued, read, plugins run, pictures made, record saved and told | ${Math.round(sum('platformMs') / rows.length)} ms | ${ratio.toFixed(2)} (median of the pictures ${medianRatio.toFixed(2)}; at most 1.2) |`,
  );
  await engine.close();
  stopping.abort();
  server.closeAllConnections();
  server.close();
  await worker.stop(1000);
  await state.close();
  await live.close();
} finally {
  await stop();
}
process.exit(0);
