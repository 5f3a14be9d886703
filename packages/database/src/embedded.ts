import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { Client, type ClientBase } from 'pg';
import type { Server } from './address.ts';
import { clusterVersionFile, postgresFolder } from './data-folder.ts';
import { prepareBinaries } from './postgres-binaries.ts';
import {
  findRunning,
  isThere,
  markOf,
  type PostgresProcess,
  type ProcessMark,
  startPostgres,
  stopByPid,
} from './postgres-process.ts';
import { findRunUser, identity, type RunUser } from './run-user.ts';

export interface EmbeddedPostgres {
  server: Server;
  /** `true` from the moment it accepts connections until it stops or dies. */
  isRunning(): boolean;
  /** Ends all connections, writes everything down, stops. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** From `chooseDataFolder`. */
  dataFolder: string;
  /** Called when PostgreSQL died and was started again, and when that failed; for the log. */
  onEvent?: (event: string, detail: Record<string, unknown>) => void;
  /** False only for tests: then a power cut may lose data. */
  durable?: boolean;
}

export const superuser = 'readout';
const port = 5432;
/** How long a start waits for an earlier server that is just stopping. */
const ownerPatienceMs = 5000;
/** Key of the session-level advisory lock that a server holds in the database `postgres` while it uses the cluster. */
const ownerLock = 7_233_001;

/**
 * Starts the embedded PostgreSQL on the folder, makes the cluster on first use, and restarts it should it die.
 * A cluster left running or crashed by a killed server is taken over; one in use by a living server is refused.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataFolder, durable = true, onEvent = () => {} } = options;
  const folder = postgresFolder(dataFolder);
  const cluster = path.join(folder, 'cluster');
  const user = findRunUser(clusterVersionFile(dataFolder), dataFolder);
  const binaries = prepareBinaries(user, path.join(folder, 'bin'));
  const password = readPassword(dataFolder);
  if (!existsSync(clusterVersionFile(dataFolder))) {
    makeCluster({ initdb: binaries.initdb, folder, cluster, user, password, durable });
  }
  checkVersion(cluster, binaries.version);

  const left = findRunning(cluster);
  if (left) await takeOver(left, password, dataFolder);

  const socketFolder = chooseSocketFolder(folder, user);
  const server: Server = { host: socketFolder, port, user: superuser, password };
  const settings = clusterSettings(socketFolder, durable);
  const start = () =>
    startPostgres({
      postgres: binaries.postgres,
      cluster,
      user,
      settings,
      logFile: path.join(folder, 'postgres.log'),
      server,
    });

  let running = false;
  let stopping = false;
  let current: PostgresProcess = await start();
  let owner = await own(server, dataFolder, current);
  running = true;
  const forgetOwner = noteOwner(folder);

  const supervise = (): void => {
    current.exited.then(async (how) => {
      running = false;
      owner.end().catch(() => {});
      if (stopping) return;
      onEvent('database.died', how);
      for (let attempt = 0; !stopping; attempt++) {
        try {
          current = await start();
          owner = await own(server, dataFolder, current);
          running = true;
          onEvent('database.restarted', { attempt });
          // A stop that came meanwhile found nothing to stop.
          if (stopping) await current.stop();
          else supervise();
          return;
        } catch (error) {
          onEvent('database.restart_failed', { attempt, err: error });
          await new Promise((resolve) => setTimeout(resolve, Math.min(250 * 2 ** attempt, 5000)));
        }
      }
    });
  };
  supervise();

  return {
    server,
    isRunning: () => running,
    async stop() {
      stopping = true;
      running = false;
      forgetOwner();
      await owner.end().catch(() => {});
      await current.stop();
    },
  };
}

/** Random, made once, readable by this process's user alone. */
function readPassword(dataFolder: string): string {
  const file = passwordFile(dataFolder);
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(24).toString('hex'), { mode: 0o600, flush: true });
    renameSync(draft, file);
  }
  return readFileSync(file, 'utf8').trim();
}

export const passwordFile = (dataFolder: string): string => path.join(dataFolder, 'postgres-password');

interface ClusterPlan {
  initdb: string;
  folder: string;
  cluster: string;
  user: RunUser | undefined;
  password: string;
  durable: boolean;
}

/** Made beside its final place and renamed, so that an interrupted first start leaves no half cluster. */
function makeCluster({ initdb, folder, cluster, user, password, durable }: ClusterPlan): void {
  const draft = path.join(folder, 'cluster.new');
  const passwordFile = path.join(folder, 'cluster.password');
  rmSync(draft, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (user) chownSync(passwordFile, user.uid, user.gid);
    const result = spawnSync(
      initdb,
      [
        ...[
          '-D',
          draft,
          '-U',
          superuser,
          `--pwfile=${passwordFile}`,
          '--auth=scram-sha-256',
          '--encoding=UTF8',
        ],
        // PostgreSQL's own collation: the same on every machine, and no index breaks with an operating-system update.
        ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--data-checksums'],
        ...(durable ? [] : ['--no-sync']),
      ],
      {
        ...identity(user),
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
      },
    );
    if (result.status !== 0) {
      throw new Error(
        `The database could not be made in ${cluster}: ${(result.stderr || String(result.error ?? '')).trim()}`,
      );
    }
    renameSync(draft, cluster);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function checkVersion(cluster: string, binaries: string): void {
  const made = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  const ours = binaries.split('.')[0];
  if (made !== ours) {
    throw new Error(
      `The data in ${cluster} was written by PostgreSQL ${made}, this Readout brings ${ours}. ` +
        'Export with the Readout that wrote it, or run that PostgreSQL and set DATABASE_URL.',
    );
  }
}

/** Sockets have short paths (107 bytes on Linux, 103 on macOS): where the data lies deeper, one in the temporary folder. */
function chooseSocketFolder(folder: string, user: RunUser | undefined): string {
  const beside = path.join(folder, 'run');
  const { ino } = statSync(folder);
  const chosen =
    Buffer.byteLength(beside) <= 80
      ? beside
      : path.join(tmpdir(), `readout-${process.getuid?.() ?? 0}-${ino.toString(36)}`);
  mkdirSync(chosen, { recursive: true, mode: 0o700 });
  const uid = statSync(chosen).uid;
  if (uid !== process.getuid?.() && uid !== user?.uid) {
    throw new Error(`${chosen} belongs to another user; remove it, or set READOUT_DATA to a shorter path.`);
  }
  if (user) chownSync(chosen, user.uid, user.gid);
  chmodSync(chosen, 0o700);
  return chosen;
}

function clusterSettings(socketFolder: string, durable: boolean): Record<string, string> {
  const megabytes = Math.max(64, Math.min(512, Math.floor(totalmem() / 2 ** 20 / 8)));
  return {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: String(port),
    max_connections: durable ? '60' : '200',
    shared_buffers: `${megabytes}MB`,
    effective_cache_size: `${megabytes * 3}MB`,
    random_page_cost: '1.1',
    // Two cores: a query's start-up cost for parallel workers or compiled code is never won back here.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    max_wal_size: '1GB',
    wal_compression: 'on',
    log_min_messages: 'warning',
    // What failed, but not with which values: addresses of people would stand in the log for ever.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...(durable
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
}

/** Says which process uses the cluster. @returns takes it back */
function noteOwner(folder: string): () => void {
  const file = ownerFile(folder);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(markOf(process.pid)), { mode: 0o600 });
  renameSync(draft, file);
  return () => rmSync(file, { force: true });
}

const ownerFile = (folder: string): string => path.join(folder, 'owner.json');

/** Whether the server that said so last is still there, whatever its database answers. */
export function isOwnerThere(dataFolder: string): boolean {
  try {
    return isThere(JSON.parse(readFileSync(ownerFile(postgresFolder(dataFolder)), 'utf8')) as ProcessMark);
  } catch {
    return false;
  }
}

/**
 * A cluster still runs here: refused while the server that uses it is there, stopped when it was left behind. A database
 * that is silent is not gone: it may be frozen, or too busy to answer, and its server beside it.
 */
async function takeOver(
  left: { pid: number; host: string; port: number },
  password: string,
  dataFolder: string,
): Promise<void> {
  const until = Date.now() + ownerPatienceMs;
  // A server that was told to stop may still be at it.
  const waitForOwner = async (isOwned: () => boolean | Promise<boolean>): Promise<void> => {
    while (await isOwned()) {
      if (Date.now() > until) throw new Error(inUse(dataFolder));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await waitForOwner(() => isOwnerThere(dataFolder));
  // On a shared folder the owner may be a process of another machine or container, known by its lock alone.
  const client = await connectWhileStarting({ host: left.host, port: left.port, user: superuser, password });
  if (client) {
    try {
      await waitForOwner(async () => !(await tryOwn(client)));
    } finally {
      await client.end().catch(() => {});
    }
  }
  await stopByPid(left.pid);
}

/** Undefined where it does not answer within five seconds, and its server is gone. */
async function connectWhileStarting(server: Server): Promise<Client | undefined> {
  const deadline = Date.now() + 5000;
  while (Date.now() < deadline) {
    const client = new Client({ ...server, database: 'postgres', connectionTimeoutMillis: 2000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if ((error as { code?: string }).code === '28P01') throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return undefined;
}

async function own(server: Server, dataFolder: string, started: PostgresProcess): Promise<Client> {
  const client = new Client({ ...server, database: 'postgres', keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  if (await tryOwn(client)) return client;
  await client.end();
  await started.stop();
  throw new Error(inUse(dataFolder));
}

async function tryOwn(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
    ownerLock,
  ]);
  return rows[0]?.got === true;
}

/** Whether a living server uses the cluster. `client`: connected to the database `postgres`. */
export async function isInUse(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_locks l join pg_database d on d.oid = l.database
     where l.locktype = 'advisory' and l.objid = $1 and l.granted and d.datname = current_database()`,
    [ownerLock],
  );
  return Boolean(rowCount);
}

export function inUse(dataFolder: string): string {
  return `Another Readout server uses the data in ${dataFolder}. Stop it first, or set READOUT_DATA to another folder.`;
}
