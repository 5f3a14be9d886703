import { existsSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { createPool } from '@readout/database';
import { createRequestHandler, type ServerBuild } from 'react-router';
import { derivedSecret } from './accounts/auth.ts';
import type { ApiDeps } from './api/api-deps.ts';
import { createApi } from './api/app.ts';
import { createInternalApi } from './api/internal/internal-api.ts';
import { ConfigError, rootFolder } from './config.ts';
import { createFlattener } from './flatten/flattener.ts';
import { createHttpApp } from './http/create-http-app.ts';
import { lingering } from './http/lingering.ts';
import type { HeldPorts } from './http/low-ports.ts';
import { type HttpsCredentials, openCertificateFolder } from './https/certificate-folder.ts';
import type { MachineHosts } from './https/machine-hosts.ts';
import { createPlainApp } from './https/plain-http.ts';
import { createLiveChanges } from './live/live-changes.ts';
import { createLivePeople } from './live/live-people.ts';
import { createMcp } from './mcp/mcp-app.ts';
import { createPageRoutes } from './metrics/page-routes.ts';
import { createRegionReader } from './regions/region-reader.ts';
import type { Services } from './services.ts';

const webFolder = path.join(rootFolder, 'apps', 'web');
const timeouts = { requestTimeout: 30 * 60_000, headersTimeout: 60_000, keepAliveTimeout: 65_000 };

export interface Web {
  /** Of the pages, encrypted where {@link Web.https} is there. */
  port: number;
  /** What devices have to trust, and the plain port that tells them how. */
  https: { credentials: HttpsCredentials; plainPort: number } | undefined;
  /** Method and pattern of everything that is answered; the pages are one pattern. */
  routes: { method: string; path: string }[];
  /** Takes no new requests, lets the running ones end for so long, then cuts what is left. */
  stop(graceMs?: number): Promise<void>;
}

/** Serves pages and API; in development with Vite in front. */
export async function startWeb(
  services: Services,
  {
    isDevelopment,
    newAuthority = false,
    ports = new Map(),
  }: { isDevelopment: boolean; newAuthority?: boolean; ports?: HeldPorts },
): Promise<Web> {
  const { config } = services;
  const { pages, clientFolder, pageRoute, middleware, close } = isDevelopment
    ? await fromVite()
    : await fromBuild();
  const stopping = new AbortController();
  const onError = (error: Error) =>
    services.log.debug({ error: error.message }, 'live changes were interrupted');
  const livePool = createPool(services.database, 'readout_app', config.secret, {
    maxConnections: 1,
    isDirect: true,
    onError,
  });
  const live = createLiveChanges({ pool: livePool, onError });
  const stopTelling = services.platform.onChange(() => live.tellPlatform());
  const flattener = createFlattener({
    store: services.store,
    originals: services.originals,
  });
  const regions = createRegionReader({
    originals: services.originals,
    models: services.textModels.folder,
    platform: services.db.platform,
  });
  const apiDeps: ApiDeps = {
    db: services.db.app,
    auth: services.db.auth,
    platform: services.db.platform,
    plugins: services.plugins,
    versions: services.versions,
    packages: services.packages,
    accuracy: services.accuracy,
    firstParty: services.firstParty,
    models: services.textModels.folder,
    store: services.store,
    originals: services.originals,
    flattener,
    queue: services.queue,
    mailer: services.mailer,
    vault: services.vault,
    processId: services.processId,
    disk: services.disk,
    live,
    people: createLivePeople(services.db),
    queueKeySecret: derivedSecret(config.secret, 'queues on devices'),
    uploadsFolder: services.uploadsFolder,
    uploadParts: services.uploadParts,
    log: services.log,
    stopping: stopping.signal,
  };
  const mcp = createMcp(apiDeps);
  const { readingLoad, studio, templates, trials, phoneOrigin } = services;
  const internal = createInternalApi({
    ...apiDeps,
    readingLoad,
    studio,
    templates,
    trials,
    regions,
    phoneOrigin,
  });
  const app = createHttpApp({
    services,
    pages,
    api: createApi(apiDeps, internal),
    mcp: mcp.app,
    clientFolder,
    pageRoute,
  });
  const listener = getRequestListener(app.fetch, { autoCleanupIncoming: false });
  const answer: RequestListener = lingering((request, response) => {
    if (middleware) middleware(request, response, () => void listener(request, response));
    else void listener(request, response);
  });
  const servers: Server[] = [];
  const port = async (server: Server, wanted: number): Promise<number> => {
    await listen(server, ports.get(wanted) ?? { port: wanted, host: config.host });
    servers.push(server);
    return (server.address() as AddressInfo).port;
  };
  let pagesPort: number;
  let https: Web['https'];
  if (config.https) {
    const { folder, hosts } = config.https;
    const credentials = await certificates(folder, hosts, newAuthority);
    const { key, certificate: cert } = credentials;
    pagesPort = await port(createHttpsServer({ ...timeouts, key, cert }, answer), config.https.port);
    const plain = createPlainApp({ credentials, httpsPort: pagesPort });
    https = {
      credentials,
      plainPort: await port(
        createServer(
          timeouts,
          (request, response) => void getRequestListener(plain.fetch)(request, response),
        ),
        config.port,
      ),
    };
  } else {
    pagesPort = await port(createServer(timeouts, answer), config.port);
  }
  return {
    port: pagesPort,
    https,
    routes: app.routes.map(({ method, path: pattern }) => ({ method, path: pattern })),
    async stop(graceMs = 5_000) {
      stopping.abort();
      stopTelling();
      const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
      for (const server of servers) server.closeIdleConnections();
      const timer = setTimeout(() => {
        for (const server of servers) server.closeAllConnections();
      }, graceMs);
      await Promise.all(closed);
      clearTimeout(timer);
      await flattener.close();
      await regions.close();
      await mcp.close();
      await live.close();
      await livePool.end();
      await close();
    },
  };
}

type Pages = ReturnType<typeof createRequestHandler>;
type Middleware = (request: unknown, response: unknown, next: () => void) => void;
interface PageSource {
  pages: Pages;
  clientFolder: string | undefined;
  pageRoute: (path: string) => string | undefined;
  middleware: Middleware | undefined;
  close(): Promise<void>;
}

async function fromBuild(): Promise<PageSource> {
  const entry = path.join(webFolder, 'build', 'server', 'index.js');
  if (!existsSync(entry))
    throw new ConfigError('The pages are not built. Start with "npm start", or run "npm run build" first.');
  const build = (await import(pathToFileURL(entry).href)) as ServerBuild;
  return {
    pages: createRequestHandler(build, 'production'),
    clientFolder: path.join(webFolder, 'build', 'client'),
    pageRoute: createPageRoutes(build.routes),
    middleware: undefined,
    close: async () => {},
  };
}

async function fromVite(): Promise<PageSource> {
  const { createServer: createVite } = await import('vite');
  const vite = await createVite({ root: webFolder, server: { middlewareMode: true }, appType: 'custom' });
  return {
    pages: createRequestHandler(
      () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
      'development',
    ),
    clientFolder: undefined,
    pageRoute: () => 'page',
    middleware: vite.middlewares as unknown as Middleware,
    close: () => vite.close(),
  };
}

/** @throws ConfigError where the folder cannot be used */
async function certificates(
  folder: string,
  hosts: MachineHosts,
  newAuthority: boolean,
): Promise<HttpsCredentials> {
  try {
    return await openCertificateFolder(folder).credentials(hosts, { newAuthority });
  } catch (cause) {
    throw new ConfigError(
      `The certificates in ${folder} cannot be read or made: ${(cause as Error).message}. READOUT_HTTPS_FOLDER names another folder; --new-authority makes them again.`,
      { cause },
    );
  }
}

async function listen(
  server: Server,
  where: { port: number; host: string } | NonNullable<ReturnType<HeldPorts['get']>>,
): Promise<void> {
  if ('take' in where) return where.take(server);
  const { port, host } = where;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new ConfigError(
        `Port ${port} is taken by another program. Stop it, or choose another with PORT.`,
        { cause: error },
      );
    if (code === 'EACCES')
      throw new ConfigError(`Port ${port} may be used by root alone. Choose one from 1024 on with PORT.`, {
        cause: error,
      });
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new ConfigError(`HOST=${host} is not an address of this machine.`, { cause: error });
    throw error;
  }
}
