/**
 * Intake alone: pictures durable and acknowledged over HTTP, against a bare loop that writes, syncs, renames and
 * commits one row for each. 1,000 pictures of 300 KB unless a number is given. Taken in turns, so that a disk that
 * is slow for a while is slow for both. The queue's worker does not run.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createDatabase, createPool, roleName, withOwner } from '@readout/database';
import { createPluginCatalogue } from '@readout/domain/plugins/plugin-catalogue';
import { createFileSystemStore } from '@readout/store';
import { Hono } from 'hono';
import { createApi } from '../../apps/web/server/api/app.ts';
import { createSecretVault } from '../../apps/web/server/deliveries/secret-vault.ts';
import { createDiskRoom } from '../../apps/web/server/disk-room.ts';
import type { HttpEnv } from '../../apps/web/server/http/env.ts';
import { createLiveChanges } from '../../apps/web/server/live/live-changes.ts';
import { createLivePeople } from '../../apps/web/server/live/live-people.ts';
import { createOriginals } from '../../apps/web/server/originals.ts';
import { createAccuracyMeasurer } from '../../apps/web/server/plugins/accuracy.ts';
import { createPackages } from '../../apps/web/server/plugins/packages.ts';
import { createProgramBuilder } from '../../apps/web/server/plugins/program-builder.ts';
import { openQueue } from '../../apps/web/server/worker/queue.ts';
import { startPreparedDatabase } from '../database.ts';
import { writeResults } from '../results-file.ts';
import { session } from '../session.ts';

const pictures = Number(process.argv[2] ?? 1000);
const byteSize = 300_000;
const rounds = 5;
const secret = 'bench'.repeat(10);

const { folder, address, stop } = await startPreparedDatabase('intake', secret);
try {
  const ids = {
    company: '00000000-0000-4000-8000-000000000001',
    user: '00000000-0000-4000-8000-000000000002',
  };
  const appRole = roleName('readout_app', address.installationId);
  await withOwner(address, async (client) => {
    await client.query("insert into auth.company (id, name, slug) values ($1, 'Bench', 'bench')", [
      ids.company,
    ]);
    await client.query(
      'insert into app.company_settings (company_id, max_captures_per_month) values ($1, 1000000000)',
      [ids.company],
    );
    await client.query(
      'create table public.bare (id bigserial primary key, sha256 text not null, byte_size integer not null)',
    );
    await client.query(
      `grant all on public.bare to ${appRole}; grant usage on schema public to ${appRole}; grant all on sequence public.bare_id_seq to ${appRole}`,
    );
  });
  const pool = createPool(address, 'readout_app', secret);
  const queuePool = createPool(address, 'readout_platform', secret, { maxConnections: 2 });
  const livePool = createPool(address, 'readout_app', secret, { maxConnections: 1 });
  const live = createLiveChanges({ pool: livePool, onError: () => {} });
  const authPool = createPool(address, 'readout_auth', secret, { maxConnections: 1 });
  const queue = openQueue({ pool: queuePool, onError: () => {} });
  const stopping = new AbortController();
  const db = createDatabase(pool);
  const store = await createFileSystemStore(join(folder, 'store'));
  const app = new Hono<HttpEnv>();
  app.use(async (c, next) => {
    c.set('client', { address: '127.0.0.1', isLoopback: true, origin: '' });
    c.set('session', session(ids));
    await next();
  });
  app.route(
    '/api/v1',
    createApi({
      db,
      // Nobody administers anything here, and no program comes with a key.
      platform: db,
      auth: db,
      plugins: createPluginCatalogue(),
      versions: { load: () => Promise.reject(new Error('No plugin runs here.')) },
      packages: createPackages({ secret, builder: createProgramBuilder() }),
      accuracy: createAccuracyMeasurer(),
      models: { inUse: async () => [], fileOf: async () => undefined },
      firstParty: [],
      store,
      originals: createOriginals({ store, db, queue }),
      flattener: { make: () => Promise.reject(new Error('No picture is flattened here.')) },
      queue,
      vault: createSecretVault(secret),
      mailer: { isConfigured: false, origin: '', render: () => ({ text: '', html: '' }) },
      processId: null,
      disk: createDiskRoom({ folders: [folder], floor: { bytes: 0 } }),
      live,
      people: createLivePeople({ app: db, auth: createDatabase(authPool) }),
      queueKeySecret: 'bench',
      uploadsFolder: join(folder, 'uploads'),
      uploadParts: undefined,
      log: { error: (fields) => console.error(fields) },
      stopping: stopping.signal,
    }),
  );
  const listener = getRequestListener(app.fetch);
  const server = createServer((req, res) => void listener(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const picture = () => {
    const bytes = randomBytes(byteSize);
    bytes.set([0xff, 0xd8, 0xff, 0xe0]);
    return bytes;
  };
  const head = Buffer.from(
    '--b\r\nContent-Disposition: form-data; name="file"; filename="p.jpg"\r\nContent-Type: image/jpeg\r\n\r\n',
  );
  const tail = Buffer.from('\r\n--b--\r\n');
  const send = (bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      const req = request(
        {
          host: '127.0.0.1',
          port,
          path: '/api/v1/captures',
          method: 'POST',
          agent,
          headers: {
            'content-type': 'multipart/form-data; boundary=b',
            'content-length': head.length + bytes.length + tail.length,
          },
        },
        (res) => {
          res.resume();
          res.on('end', () =>
            res.statusCode === 201 ? resolve() : reject(new Error(`Status ${res.statusCode}`)),
          );
        },
      );
      req.on('error', reject);
      req.write(head);
      req.write(bytes);
      req.end(tail);
    });
  const { Agent } = await import('node:http');
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const bareFolder = join(folder, 'bare');
  await mkdir(bareFolder);
  const bareClient = await pool.connect();
  const bare = async (bytes: Buffer) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const path = join(bareFolder, `${sha256}.part`);
    const file = await open(path, 'wx');
    await file.write(bytes);
    await file.sync();
    await file.close();
    await rename(path, join(bareFolder, sha256));
    const parent = await open(bareFolder, 'r');
    await parent.sync();
    await parent.close();
    await bareClient.query('insert into public.bare (sha256, byte_size) values ($1, $2)', [
      sha256,
      bytes.length,
    ]);
  };

  const perRound = Math.ceil(pictures / rounds);
  /** One after the other, as the bare loop does it. */
  const sequential = async (work: (bytes: Buffer) => Promise<void>) => {
    let spent = 0;
    for (let n = 0; n < perRound; n++) {
      const bytes = picture();
      const startedAt = performance.now();
      await work(bytes);
      spent += performance.now() - startedAt;
    }
    return spent;
  };
  const atOnce = async (clients: number) => {
    const waiting = Array.from({ length: perRound }, picture);
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: clients }, async () => {
        for (let bytes = waiting.pop(); bytes; bytes = waiting.pop()) await send(bytes);
      }),
    );
    return performance.now() - startedAt;
  };
  for (let n = 0; n < 20; n++) {
    await send(picture());
    await bare(picture());
  }
  const spent = { readout: [] as number[], bare: [] as number[], parallel: [] as number[] };
  const memory: number[] = [];
  for (let round = 0; round < rounds; round++) {
    spent.bare.push(await sequential(bare));
    spent.readout.push(await sequential(send));
    spent.parallel.push(await atOnce(4));
    globalThis.gc?.();
    memory.push(Math.round(process.memoryUsage.rss() / 2 ** 20));
  }
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const perSecond = (values: number[]) => Math.round((perRound * rounds * 1000) / sum(values));
  const ratio = sum(spent.readout) / sum(spent.bare);
  await writeResults(
    'intake',
    'Intake: pictures durable and acknowledged',
    {
      pictures: perRound * rounds,
      byteSize,
      readout: {
        perSecond: perSecond(spent.readout),
        perSecondFourAtOnce: perSecond(spent.parallel),
        roundsMs: spent.readout.map(Math.round),
      },
      bare: { perSecond: perSecond(spent.bare), roundsMs: spent.bare.map(Math.round) },
      timeRatio: Math.round(ratio * 100) / 100,
      target: 1.5,
      residentMbAfterRounds: memory,
    },
    `| ${perRound * rounds} pictures of ${byteSize / 1000} KB | pictures a second | time, bare loop = 1 |
|---|---|---|
| bare loop: write, sync, rename, sync folder, commit one row | ${perSecond(spent.bare)} | 1 |
| Readout, one request after the other | ${perSecond(spent.readout)} | ${ratio.toFixed(2)} (at most 1.5) |
| Readout, four clients at once | ${perSecond(spent.parallel)} | ${(sum(spent.parallel) / sum(spent.bare)).toFixed(2)} |

Resident memory of the process (client and server in one) after each fifth: ${memory.join(', ')} MB.`,
  );
  bareClient.release();
  agent.destroy();
  stopping.abort();
  server.closeAllConnections();
  server.close();
  await live.close();
  await queue.stop(1000);
  await Promise.all([pool.end(), queuePool.end(), livePool.end(), authPool.end()]);
} finally {
  await stop();
}
process.exit(0);
