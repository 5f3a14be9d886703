import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { createPool } from '@readout/database';
import {
  createTestDatabase,
  type TestCompany,
  type TestDatabase,
  type TestMember,
} from '@readout/database/testing';
import type { Scope } from '@readout/domain/actor';
import type { Packages } from '@readout/domain/plugins/packages';
import type { PluginCatalogue } from '@readout/domain/plugins/plugin-catalogue';
import { mailer } from '@readout/domain/testing/arrange';
import { openModelFolder } from '@readout/image-reader/added-models';
import { type LoadedPlugin, loadFirstPartyPlugins } from '@readout/plugin-sandbox/node';
import { findStore, type ObjectStore, type StoreLocation } from '@readout/store';
import { Hono } from 'hono';
import type { ApiDeps } from '../api/api-deps.ts';
import { createApi } from '../api/app.ts';
import { createMeans } from '../deliveries/means.ts';
import { createSecretVault } from '../deliveries/secret-vault.ts';
import type { Means } from '../deliveries/sender.ts';
import { createDiskRoom } from '../disk-room.ts';
import { createFlattener } from '../flatten/flattener.ts';
import type { HttpEnv } from '../http/env.ts';
import { lingering } from '../http/lingering.ts';
import { foreseen, problemResponse, unforeseenResponse } from '../http/problem.ts';
import { createLiveChanges } from '../live/live-changes.ts';
import { createLivePeople } from '../live/live-people.ts';
import { createMcp } from '../mcp/mcp-app.ts';
import { createOriginals, type Originals } from '../originals.ts';
import { createPlatformState, type PlatformStateSource } from '../platform-state.ts';
import { createAccuracyMeasurer } from '../plugins/accuracy.ts';
import { openPlugins } from '../plugins/open-plugins.ts';
import type { PluginStore } from '../plugins/plugin-store.ts';
import { type JobQueue, openQueue } from '../worker/queue.ts';

const pluginsFolder = fileURLToPath(new URL('../../../../plugins/', import.meta.url));

/** An answer whose JSON is looked at member by member. */
export interface Answer extends Response {
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of the JSON is what it checks
  json(): Promise<any>;
}

/** The interface for programs on a real port, database, store and queue; only signing in is left out. */
export interface TestServer {
  url: string;
  database: TestDatabase;
  store: ObjectStore;
  originals: Originals;
  storeFolder: string;
  uploadsFolder: string;
  /** Of the text models that were added. */
  modelsFolder: string;
  /** Of the file system uploads go to, as far as the server can see; a gigabyte has to stay free. */
  room: { freeBytes: number; totalBytes: number };
  queue: JobQueue;
  /** What targets are given besides the network; no folder, and no mail. */
  means: Means;
  plugins: PluginCatalogue;
  packages: Packages;
  versions: PluginStore;
  /** Kept in the catalogue as the server does it. */
  firstParty: LoadedPlugin[];
  /** Maintenance and blocked plugins. */
  state: PlatformStateSource;
  /** Headers that make a request one of this member. */
  as(company: TestCompany, member?: TestMember): Record<string, string>;
  fetch(path: string, who: Record<string, string>, init?: RequestInit): Promise<Answer>;
  /** Unforeseen errors of requests so far. */
  failures: unknown[];
  close(): Promise<void>;
}

/**
 * @param options.beside - a server whose database it has, and nothing else
 * @param options.bucket - where the store is, in place of a folder
 * @param options.plugins - first-party ones it has, in place of barcode, receipt and text
 */
export async function startTestServer({
  beside,
  bucket,
  plugins: bundled = ['barcode', 'receipt', 'text'],
}: {
  beside?: TestServer;
  plugins?: readonly string[];
  bucket?: StoreLocation & { kind: 'bucket' };
} = {}): Promise<TestServer> {
  const database = beside?.database ?? (await createTestDatabase());
  const folder = await mkdtemp(join(tmpdir(), 'readout-server-'));
  const storeFolder = join(folder, 'store');
  const uploadsFolder = join(folder, 'uploads');
  const modelsFolder = join(folder, 'models');
  const found = await findStore({
    store: bucket
      ? { ...bucket, transitFolder: join(folder, 'transit') }
      : { kind: 'folder', folder: storeFolder },
    also: undefined,
  });
  const store = await found.open();
  const queuePool = createPool(database.address, 'readout_platform', database.secret, { maxConnections: 4 });
  const livePool = createPool(database.address, 'readout_app', database.secret, { maxConnections: 1 });
  const queue = openQueue({ pool: queuePool, onError: () => {} });
  const live = createLiveChanges({ pool: livePool, onError: () => {} });
  await live.ready();
  const statePool = createPool(database.address, 'readout_app', database.secret, { maxConnections: 1 });
  const state = await createPlatformState({ pool: statePool, db: database.app, onError: () => {} });
  const { packages, plugins, versions, firstParty } = await openPlugins({
    db: database,
    secret: database.secret,
    bundled: (await loadFirstPartyPlugins()).filter(({ manifest }) => bundled.includes(manifest.id)),
    folder: pluginsFolder,
  });
  const stopping = new AbortController();
  const failures: unknown[] = [];
  const room = { freeBytes: 1e12, totalBytes: 1e12 };
  const disk = createDiskRoom({
    folders: [storeFolder, uploadsFolder],
    floor: { bytes: 1e9 },
    stat: async () => room,
    keptForMs: 0,
  });
  const originals = createOriginals({ store, db: database.app, queue });
  const flattener = createFlattener({ store, originals });
  const apiDeps: ApiDeps = {
    db: database.app,
    auth: database.auth,
    platform: database.platform,
    plugins,
    versions,
    packages,
    accuracy: createAccuracyMeasurer(),
    firstParty,
    models: openModelFolder({
      folder: modelsFolder,
      fetchAddress: (address) => Promise.reject(new Error(`${address} is not asked by tests.`)),
    }),
    store,
    originals,
    flattener,
    queue,
    mailer,
    vault: createSecretVault(database.secret),
    processId: null,
    disk,
    live,
    people: createLivePeople(database),
    queueKeySecret: 'a secret of this test',
    uploadsFolder,
    uploadParts: found.uploads,
    log: { error: (fields) => failures.push(fields) },
    stopping: stopping.signal,
  };
  const mcp = createMcp(apiDeps);
  const app = new Hono<HttpEnv>();
  app.use(async (c, next) => {
    c.set('requestId', 'test');
    c.set('client', { address: '127.0.0.1', isLoopback: true, origin: 'http://localhost' });
    const header = c.req.header('x-test-session');
    c.set('session', header ? JSON.parse(decodeURIComponent(header)) : null);
    await next();
  });
  app.route('/api/v1', createApi(apiDeps));
  app.route('/api/mcp', mcp.app);
  app.onError((error) => {
    const known = foreseen(error);
    if (known) return problemResponse(known);
    failures.push(error);
    return unforeseenResponse('test');
  });
  const listener = getRequestListener(app.fetch, { autoCleanupIncoming: false });
  const server = createServer(lingering((request, response) => void listener(request, response)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    database,
    store,
    originals,
    storeFolder,
    uploadsFolder,
    modelsFolder,
    room,
    queue,
    means: createMeans({ db: database.app, plugins, originals, folders: [], mail: undefined }),
    plugins,
    versions,
    firstParty,
    packages,
    state,
    failures,
    as: (company, member = company.owner) => ({
      'x-test-session': encodeURIComponent(
        JSON.stringify({
          sessionId: 's',
          user: { id: member.userId, name: member.name, email: member.email, role: 'user' },
          company: { id: company.companyId, name: 'Company', slug: 'c', status: 'active' },
          role: member.role,
          companies: [],
        }),
      ),
    }),
    fetch: (path, who, init = {}) =>
      fetch(`${url}/api/v1${path}`, {
        ...init,
        headers: { ...who, ...(init.headers as Record<string, string>) },
      }),
    async close() {
      stopping.abort();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await flattener.close();
      await mcp.close();
      await live.close();
      await state.close();
      await queue.stop(1000);
      await Promise.all([livePool.end(), queuePool.end(), statePool.end()]);
      if (!beside) await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function scopeOf(company: TestCompany, member: TestMember = company.owner): Scope {
  return {
    companyId: company.companyId,
    actor: { userId: member.userId, name: member.name, role: member.role },
  };
}
