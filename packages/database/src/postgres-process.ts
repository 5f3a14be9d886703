import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import type { Server } from './address.ts';
import { identity, type RunUser } from './run-user.ts';

export interface PostgresProcess {
  exited: Promise<{ code: number | null; signal: string | null }>;
  stop(): Promise<void>;
}

interface StartOptions {
  postgres: string;
  cluster: string;
  user: RunUser | undefined;
  settings: Record<string, string>;
  logFile: string;
  server: Server;
}

const startTimeoutMs = 60_000;
const stopTimeoutMs = 20_000;

/** Starts PostgreSQL on the cluster and waits until it accepts connections (after recovery, if one is due). */
export async function startPostgres(options: StartOptions): Promise<PostgresProcess> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    forgetDeadPostmaster(options);
    const logStart = rotate(options.logFile);
    const child = launch(options);
    const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
      child.once('error', (error) => resolve({ code: null, signal: String(error) }));
    });
    if (await acceptsConnections(child, options.server, deadline)) {
      return { exited, stop: () => stopChild(child, exited) };
    }
    if (child.exitCode === null && child.signalCode === null) await stopChild(child, exited);
    const log = readFileSync(options.logFile, 'utf8').slice(logStart).trim();
    // Backends of a killed postmaster notice within a moment that it is gone; until then its shared memory is in use.
    const isLingering = /shared memory block .* is still in use/.test(log);
    const other = findRunning(options.cluster);
    if (other)
      throw new Error(`Another PostgreSQL (process ${other.pid}) uses the data in ${options.cluster}.`);
    if (!isLingering || Date.now() > deadline) {
      throw new Error(
        `PostgreSQL did not start (its log: ${options.logFile}): ${log.split('\n').slice(-5).join(' | ')}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function launch({ postgres, cluster, user, settings, logFile }: StartOptions): ChildProcess {
  const log = openSync(logFile, 'a', 0o600);
  try {
    return spawn(
      postgres,
      ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...identity(user),
        cwd: cluster,
        env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
        stdio: ['ignore', log, log],
        // Its own process group: Ctrl-C reaches the server alone, which ends the database last.
        detached: true,
      },
    );
  } finally {
    closeSync(log);
  }
}

async function acceptsConnections(child: ChildProcess, server: Server, deadline: number): Promise<boolean> {
  let isGone = false;
  const gone = () => {
    isGone = true;
  };
  child.once('exit', gone).once('error', gone);
  let pauseMs = 20;
  while (!isGone && Date.now() < deadline) {
    const client = new Client({ ...server, database: 'postgres', connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      // Another postmaster's socket may have answered while ours was being refused.
      if (!isGone) return true;
    } catch {
      await client.end().catch(() => {});
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(pauseMs * 1.5, 250);
  }
  return false;
}

/** Fast shutdown (connections are ended, a checkpoint is written); immediate when that takes too long. */
async function stopChild(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), stopTimeoutMs);
  const lastTimer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs + 5000);
  await exited;
  clearTimeout(timer);
  clearTimeout(lastTimer);
}

/** The postmaster that runs on the cluster now, no matter who started it. */
export function findRunning(cluster: string): { pid: number; host: string; port: number } | undefined {
  const lines = readLines(path.join(cluster, 'postmaster.pid'));
  if (!lines) return undefined;
  const pid = Number(lines[0]);
  if (!isPostmaster(pid, cluster)) return undefined;
  return { pid, port: Number(lines[3]), host: lines[4]?.trim() || '127.0.0.1' };
}

/** Stops a postmaster that is not our child. */
export async function stopByPid(pid: number): Promise<void> {
  const signals: [NodeJS.Signals, number][] = [
    ['SIGINT', stopTimeoutMs],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ];
  for (const [signal, patienceMs] of signals) {
    const deadline = Date.now() + patienceMs;
    try {
      process.kill(pid, signal);
      // A paused process acts on nothing but this.
      process.kill(pid, 'SIGCONT');
    } catch {
      return;
    }
    while (Date.now() < deadline) {
      if (!isAlive(pid)) return;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
  throw new Error(`The PostgreSQL left behind by an earlier server (process ${pid}) could not be stopped.`);
}

/**
 * Removes the lock files, of the cluster and of its socket, whose process is gone or is a stranger that was given the
 * same number since. PostgreSQL itself would take a zombie for alive: one that nobody asks after stays for long where
 * process 1 of a container is no init.
 */
function forgetDeadPostmaster({ cluster, server }: StartOptions): void {
  const files = [
    path.join(cluster, 'postmaster.pid'),
    path.join(server.host, `.s.PGSQL.${server.port}.lock`),
  ];
  for (const file of files) {
    const lines = readLines(file);
    if (lines && !isPostmaster(Number(lines[0]), cluster)) rmSync(file, { force: true });
  }
}

function readLines(file: string): string[] | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

function isPostmaster(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return false;
  if (process.platform === 'linux') {
    try {
      // Every PostgreSQL process works in its data folder.
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    } catch {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
    }
  }
  return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout.includes(
    'postgres',
  );
}

/** A process as it can be found again: its number alone may be given to another one later. */
export interface ProcessMark {
  pid: number;
  /** In the system's own words; empty where it does not tell. */
  startedAt: string;
}

export const markOf = (pid: number): ProcessMark => ({ pid, startedAt: startOf(pid) });

/** Whether this very process is there, be it busy, stopped or frozen. */
export const isThere = ({ pid, startedAt }: ProcessMark): boolean =>
  Number.isInteger(pid) && pid > 0 && isAlive(pid) && startOf(pid) === startedAt;

function startOf(pid: number): string {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).stdout?.trim() ?? '';
  // proc(5), field 22, counted behind the name, which may hold spaces: clock ticks since the system started.
  const fields = readLines(`/proc/${pid}/stat`)?.[0]?.split(') ').at(-1)?.split(' ');
  return fields?.[19] ?? '';
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  try {
    // A zombie has ended; only its parent has not asked yet.
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Keeps one older log; returns where in the file this start's lines begin. */
function rotate(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size < 10_000_000) return size;
  renameSync(logFile, `${logFile}.1`);
  return 0;
}
