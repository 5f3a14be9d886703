import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  createDatabase,
  createPool,
  type EmbeddedPostgres,
  ensureDatabase,
  loadEnvFile,
  prepareDatabase,
  startEmbedded,
  takeSecretFiles,
  waitForDatabase,
  waitForPooler,
} from '@readout/database';
import { isInstallationClaimed } from '@readout/domain/companies/sign-up';
import { createOutboundDispatcher, parseNetworks } from '@readout/store/outbound-guard';
import { setGlobalDispatcher } from 'undici';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { createDatabaseOutage } from './database-outage.ts';
import { type Demonstration, setUpDemonstration } from './demo/set-up-demonstration.ts';
import { giveUpRoot } from './give-up-root.ts';
import { holdLowPorts } from './http/low-ports.ts';
import { wayToHttps } from './https/way-to-https.ts';
import { wayToOthers } from './https/way-to-others.ts';
import { checkJail } from './jail.ts';
import { createLog } from './log.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import { registerProcess } from './processes.ts';
import { createServices, type Services } from './services.ts';
import type { Web } from './start-web.ts';
import { onUncaught } from './uncaught.ts';

/** How long requests and readings that run may take to end when the server stops; what is cut goes on at the next start. */
const graceMs = 3_000;
/** After this a stop is over, whatever hangs. */
const stopTimeoutMs = 7_500;
/** After this a start says what it waits for. */
const slowMs = 5_000;
const isDevelopment = process.argv.includes('--dev');
const isDemonstration = process.argv.includes('--demo');
const isHttps = process.argv.includes('--https');
const newAuthority = process.argv.includes('--new-authority');
const isNewSecret = process.argv.includes('--new-secret');
const startedAt = performance.now();

loadEnvFile();

/** What others stand on; stopped last, the last started first. */
const running: { name: string; stop(): Promise<unknown> }[] = [];
/** What takes work in or does it; stopped at once, all together. */
const working: typeof running = [];
let isStopping = false;

try {
  await start();
} catch (error) {
  if (!isStopping) {
    // A wrong setting is explained, a defect shows where it is.
    console.error(
      error instanceof ConfigError || !(error instanceof Error)
        ? String((error as Error).message ?? error)
        : `Readout could not start${codeOf(error)}: ${error.message}`,
    );
    if (!(error instanceof ConfigError) && process.env.READOUT_LOG_LEVEL === 'debug') console.error(error);
    await stopAll();
    process.exit(1);
  }
}

async function start(): Promise<void> {
  // 'disconnect': the start script was killed.
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(event, onSignal);
  takeSecrets();
  const config = loadConfig(process.env, { isDemonstration, isHttps });
  // Whatever is written from here on is nobody else's to read.
  process.umask(0o077);
  const ports = await holdLowPorts(config);
  const givenUp = isDevelopment ? { isRoot: false as const } : await giveUpRoot(config);
  if ('instead' in givenUp) {
    for (const { close } of ports.values()) close();
    return followInstead(givenUp.instead);
  }
  if (givenUp.isRoot) console.log(`Readout continues as root: ${givenUp.why}.`);
  const jail = checkJail(config);
  if (jail) console.log(jail);
  const outage = createDatabaseOutage();
  const log = createLog(config, { outage });
  // Whatever in this process calls out, by whichever library, passes the guard.
  setGlobalDispatcher(createOutboundDispatcher({ allow: parseNetworks(config.outboundAllow) }));
  // A promise nobody waits for must not take everything else down with it.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  process.on(
    'uncaughtException',
    onUncaught({
      log,
      stop() {
        process.exitCode = 1;
        onSignal();
      },
    }),
  );

  let address = config.database;
  if (!address) {
    const slow = setTimeout(
      () => console.log('Starting the database, which takes longer the first time …'),
      slowMs,
    );
    const embedded: EmbeddedPostgres = await startEmbedded({
      dataFolder: config.dataFolder,
      // Started again and again until it runs: said once.
      onEvent: (event, { attempt, ...detail }) =>
        log[event === 'database.restart_failed' && attempt !== 0 ? 'debug' : 'warn'](
          { event, attempt, ...detail },
          event,
        ),
    });
    clearTimeout(slow);
    running.push({ name: 'database', stop: () => embedded.stop() });
    address = await ensureDatabase(embedded.server, 'readout');
  } else {
    await waitForDatabase(address, patience(config));
  }
  const database = await prepareDatabase(address, config.secret, { isNewSecret });
  await waitForPooler(database, config.secret, patience(config));
  const services = await createServices({ config, log, database });
  running.push({ name: 'services', stop: () => services.close() });
  outage.watch(
    services.isDatabaseReady,
    [database, ...(database.pooler ? [database.pooler] : [])].map(({ port }) => port),
  );
  running.push({ name: 'watch over the database', stop: async () => outage.close() });

  const registered = await registerProcess(services);
  running.push({ name: 'register of processes', stop: () => registered.leave() });

  const { port, host, token } = config.metrics;
  if (port !== undefined) {
    const metrics = await serveMetrics(services.metrics, { port, host, token });
    running.push({ name: 'metrics', stop: () => metrics.stop() });
  }

  if (config.tracing) {
    const { startTracing } = await import('./tracing/start-tracing.ts');
    const { version, processId } = services;
    const tracing = startTracing({ ...config.tracing, version, processId, role: config.role });
    running.push({ name: 'traces', stop: () => tracing.stop() });
  }
  const { startAlerts } = await import('./alerts/start-alerts.ts');
  const alerts = startAlerts(services);
  working.push({ name: 'alerts', stop: () => alerts.stop() });

  if (config.role !== 'web') {
    const { startWorker } = await import('./worker/start-worker.ts');
    const worker = await startWorker({
      deps: {
        db: services.db.app,
        platform: services.db.platform,
        store: services.store,
        originals: services.originals,
        queue: services.queue,
        plugins: services.plugins,
        versions: services.versions,
      },
      concurrency: config.workers,
      models: services.textModels.folder,
      state: services.platform,
      metrics: services.metrics,
      log,
    });
    working.push({ name: 'worker', stop: () => worker.stop(graceMs) });
    const { startChecks } = await import('./plugins/checks/start-checks.ts');
    const checks = startChecks(
      { platform: services.db.platform, packages: services.packages, builder: services.builder },
      {
        state: services.platform,
        onError: (err) => log.error({ err }, 'checking a plugin failed, will retry'),
      },
    );
    working.push({ name: 'checks of plugins', stop: () => checks.stop() });
    const { startMailing } = await import('./mail/start-mailing.ts');
    const mailing = startMailing(services);
    working.push({ name: 'mails', stop: () => mailing.stop() });
    const { startDeliveries } = await import('./deliveries/start-deliveries.ts');
    const { writeEvent } = await import('./api/write-event.ts');
    // Connections of their own: what is sent does not wait for pages, and the other way round.
    const connect = (options: { maxConnections: number; isDirect?: boolean }) =>
      createPool(database, 'readout_app', config.secret, {
        ...options,
        onError: (err) => log.warn({ err }, 'deliveries lost a connection'),
      });
    const deliveryPool = connect({ maxConnections: 4 });
    const deliveryNews = connect({ maxConnections: 1, isDirect: true });
    const deliveries = startDeliveries(
      {
        db: createDatabase(deliveryPool),
        platform: services.db.platform,
        plugins: services.plugins,
        vault: services.vault,
        dispatcher: services.outbound,
        means: services.means,
        writeEvent,
        metrics: services.metrics,
        log,
      },
      { pool: deliveryNews, state: services.platform },
    );
    running.push({
      name: 'connections of deliveries',
      stop: () => Promise.all([deliveryPool.end(), deliveryNews.end()]),
    });
    working.push({ name: 'deliveries', stop: () => deliveries.stop() });
    if (config.auditStream) {
      const { startAuditStream } = await import('./audit-stream/start-audit-stream.ts');
      const stream = startAuditStream(
        { platform: services.db.platform, log },
        {
          target: config.auditStream,
          processId: services.processId,
          installationId: database.installationId,
          ...(config.baseUrl ? { host: new URL(config.baseUrl).hostname } : {}),
        },
      );
      working.push({ name: 'audit stream', stop: () => stream.stop() });
    }
    if (config.backupFolder !== undefined) {
      const { startBackups } = await import('./backup/start-backups.ts');
      const backups = startBackups(
        {
          platform: services.db.platform,
          database,
          store: services.store,
          dataFolder: config.dataFolder,
          secret: config.secret,
          version: services.version,
          folder: config.backupFolder,
          log,
        },
        { state: services.platform },
      );
      working.push({ name: 'backups', stop: () => backups.stop() });
    }
  }
  if (config.role !== 'worker') {
    const { startWeb } = await import('./start-web.ts');
    const web = await startWeb(services, { isDevelopment, newAuthority, ports });
    working.push({ name: 'web', stop: () => web.stop(graceMs) });
    const demonstration = isDemonstration
      ? await setUpDemonstration(services, { locale: ownLocale(process.env), onProgress: sayProgress })
      : undefined;
    if (isDemonstration && !demonstration)
      throw new ConfigError(
        `${config.dataFolder} holds an installation of its own. For the demonstration leave READOUT_DATA and DATABASE_URL unset, or name new ones.`,
      );
    await greet(services, web, demonstration);
  } else {
    console.log(
      `Readout reads pictures now (${config.workers} at once). Pages are served by a process with READOUT_ROLE=web.`,
    );
  }
  services.release.onTooOld(() => endTooOld(config.role));
  log.debug({ ms: Math.round(performance.now() - startedAt) }, 'started');
}

function takeSecrets(): void {
  try {
    takeSecretFiles(process.env);
  } catch (cause) {
    throw new ConfigError(`The configuration is wrong: ${(cause as Error).message}`, { cause });
  }
}

/** One line with the address, one that is needed only until the first account is made, one for a demonstration. */
async function greet(services: Services, web: Web, demonstration: Demonstration | undefined): Promise<void> {
  const { config } = services;
  const anywhere = ['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::'].includes(config.host);
  const host = anywhere ? 'localhost' : config.host;
  const address = config.baseUrl ?? `${web.https ? 'https' : 'http'}://${host}:${web.port}`;
  const isClaimed = await isInstallationClaimed({ auth: services.db.auth });
  const lines = [
    `Readout is ready at ${address}: open it and ${isClaimed ? 'sign in' : 'sign up; the first account administers it'}. Ctrl-C stops it.`,
  ];
  if (!isClaimed) {
    const { setupCode } = services.accounts.signUp;
    lines.push(`Set-up code, needed when the first account is made from another machine: ${setupCode}`);
  }
  if (demonstration) {
    const { email, password, firstTask } = demonstration;
    lines.push(`Sign in as ${email} with password ${password}.`);
    if (firstTask) lines.push(`Begin with ${address}/app/${firstTask}: something in it is in doubt.`);
  }
  if (web.https) lines.push(wayToHttps(web.https, { port: web.port, host: config.host }));
  else if (!config.baseUrl) lines.splice(1, 0, wayToOthers({ port: web.port, host: config.host }));
  console.log(lines.join('\n'));
}

function sayProgress(done: number, of: number): void {
  if (done === 1 || done === of || done % 20 === 0) console.log(`Demonstration: document ${done} of ${of}`);
}

/** Language and country of who starts it, as POSIX has them: `de_AT.UTF-8`. */
function ownLocale({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): string {
  const [, language, country] = /^([a-z]{2})_([A-Z]{2})/.exec(LC_ALL || LC_MESSAGES || LANG || '') ?? [];
  return language && country ? `${language}-${country}` : 'en-GB';
}

/** Of a foreseen failure, in brackets, to look it up by. */
function codeOf({ code }: Error & { code?: unknown }): string {
  return typeof code === 'string' && /^[a-z_]+\.[a-z_]+$/.test(code) ? ` (${code})` : '';
}

/** This process does nothing but pass signals and the end on. */
async function followInstead(other: ChildProcess): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
    process.off(signal, onSignal);
    process.on(signal, () => other.kill(signal === 'disconnect' ? 'SIGTERM' : signal));
  }
  const [status] = (await once(other, 'exit')) as [number | null];
  process.exit(status ?? 1);
}

function onSignal(): void {
  if (isStopping) return;
  isStopping = true;
  // Whatever hangs: the database is stopped by then, or recovers at the next start.
  setTimeout(() => process.exit(1), stopTimeoutMs).unref();
  stopAll().then(() => process.exit());
}

function patience({ databaseWaitSeconds }: Config) {
  return {
    forMs: databaseWaitSeconds * 1000,
    onWait: (why: string) => console.log(`${why} Waiting for it, up to ${databaseWaitSeconds} s.`),
  };
}

/** One that serves pages stays, to answer each request and `/readyz` with why; it does nothing else any more. */
function endTooOld(role: Config['role']): void {
  if (role === 'worker') {
    process.exitCode = 1;
    onSignal();
  } else void Promise.all(working.filter(({ name }) => name !== 'web').map(stopOne));
}

/** No new requests and no new jobs, then connections, then the database. */
async function stopAll(): Promise<void> {
  await Promise.all(working.map(stopOne));
  for (const part of running.toReversed()) await stopOne(part);
}

async function stopOne({ name, stop }: (typeof running)[number]): Promise<void> {
  try {
    await stop();
  } catch (error) {
    console.error(`${name} did not stop cleanly: ${(error as Error).message}`);
  }
}
