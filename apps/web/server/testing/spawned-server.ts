import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { postgresFolder } from '@readout/database';
import { makeDataFolder } from './first-start.ts';
import { commandOf, descendantsOf, killIfThere, workingPid } from './processes.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The whole server with its own database, as it is started by `npm start`, to be killed and started again. */
export interface SpawnedServer {
  url: string;
  dataFolder: string;
  /** @param nodeFlags - of Node, ahead of the program */
  start(nodeFlags?: readonly string[]): Promise<void>;
  /** As a power cut does it to a process. */
  kill(): Promise<void>;
  /** As a system does it that goes down; milliseconds until the process was gone. */
  stop(): Promise<number>;
  /** kill -9 of the server with everything it started, the database included. */
  killTree(): Promise<void>;
  /** Starts it and kills it with everything it started after so long, ready or not. */
  startAndKill(afterMs: number): Promise<void>;
  /** kill -9 of one of its processes that is none of the database's: a reader, or what holds it. @returns its command, if there was one */
  killHelper(random: () => number): string | undefined;
  /** kill -9 of the database; the server starts it again by itself. */
  killDatabase(): Promise<void>;
  /** The database answers nobody for so long, connections stay open. */
  freezeDatabase(forMs: number): Promise<void>;
  /** Signs somebody up and gives the cookie. */
  signUp(): Promise<string>;
  /** Processor time the server's own process (not the database's) has used, milliseconds. Linux only. */
  cpuMs(): number;
  /** Of the server's own process. */
  pid(): number;
  /** Everything the server said since it was last started. */
  output(): string;
  close(): Promise<void>;
}

/** @param folder - its data; otherwise those of an installation without an account. */
export async function createSpawnedServer(
  environment: Record<string, string> = {},
  folder?: string,
): Promise<SpawnedServer> {
  return serverOn(folder ?? (await makeDataFolder(startFirst)), environment);
}

async function startFirst(dataFolder: string): Promise<void> {
  const server = await serverOn(dataFolder, { READOUT_ROLE: 'web' });
  await server.start();
  await server.stop();
}

async function serverOn(dataFolder: string, environment: Record<string, string>): Promise<SpawnedServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = '';
  /** Of the database that answers; where it is just starting again, that is waited for. */
  const postmasterPid = async (): Promise<number> => {
    while (
      !(await fetch(`${url}/readyz`).then(
        (response) => response.ok,
        () => false,
      ))
    )
      await delay(50);
    return Number(
      readFileSync(join(postgresFolder(dataFolder), 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0],
    );
  };
  const serverPid = (): number => workingPid(child?.pid ?? 0);
  const kill = async (signal: NodeJS.Signals) => {
    const mine = child;
    if (!mine || mine.exitCode !== null || mine.signalCode !== null) return;
    const gone = new Promise((resolve) => mine.once('exit', resolve));
    if (signal === 'SIGKILL') killIfThere(serverPid());
    mine.kill(signal);
    await gone;
  };
  const killTree = async () => {
    const mine = child;
    if (!mine?.pid || mine.exitCode !== null || mine.signalCode !== null) return;
    const gone = new Promise((resolve) => mine.once('exit', resolve));
    for (const pid of [mine.pid, ...descendantsOf(mine.pid)]) killIfThere(pid);
    await gone;
  };
  const server: SpawnedServer = {
    url,
    dataFolder,
    async start(nodeFlags = []) {
      output = '';
      const mine = spawn(process.execPath, [...nodeFlags, main], {
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          NODE_ENV: 'production',
          READOUT_DATA: dataFolder,
          PORT: String(port),
          READOUT_LOG_LEVEL: 'info',
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = mine;
      mine.stdout.on('data', (text) => (output += text));
      mine.stderr.on('data', (text) => (output = (output + text).slice(-200_000)));
      const until = performance.now() + 60_000;
      for (;;) {
        if (mine.signalCode === 'SIGKILL') return;
        if (mine.exitCode !== null) throw new Error(`The server ended:\n${output}`);
        const ready = await fetch(`${url}/readyz`).then(
          (response) => response.ok,
          () => false,
        );
        if (ready) return;
        if (performance.now() > until) throw new Error(`The server did not get ready:\n${output}`);
        await delay(50);
      }
    },
    kill: () => kill('SIGKILL'),
    killTree,
    async startAndKill(afterMs) {
      const started = server.start();
      await Promise.race([delay(afterMs), started]);
      await killTree();
      await started;
    },
    killHelper(random) {
      const helpers = descendantsOf(child?.pid ?? 0).flatMap((pid) => {
        const command = commandOf(pid);
        return command && !command.includes('postgres') ? [{ pid, command }] : [];
      });
      const chosen = helpers[Math.floor(random() * helpers.length)];
      if (chosen) killIfThere(chosen.pid);
      return chosen?.command;
    },
    async stop() {
      const since = performance.now();
      await kill('SIGTERM');
      return performance.now() - since;
    },
    async killDatabase() {
      process.kill(await postmasterPid(), 'SIGKILL');
    },
    async freezeDatabase(forMs) {
      const pid = await postmasterPid();
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
        .trim()
        .split(' ')
        .filter(Boolean)
        .map(Number);
      const signal = (name: NodeJS.Signals) => {
        for (const each of [pid, ...children]) {
          try {
            process.kill(each, name);
          } catch {
            // A backend that ended meanwhile.
          }
        }
      };
      signal('SIGSTOP');
      await delay(forMs);
      signal('SIGCONT');
    },
    async signUp() {
      const response = await fetch(`${url}/api/auth/sign-up/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          name: 'Ada',
          email: `ada-${Date.now()}@example.com`,
          password: 'a long enough pass phrase',
          companyName: 'Engines',
          languages: ['en'],
          locale: 'en',
          ...legalVersions,
        }),
      });
      if (!response.ok) throw new Error(`Sign-up: ${response.status} ${await response.text()}`);
      return response.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; ');
    },
    cpuMs: () => cpuMsOf(serverPid()),
    pid: serverPid,
    output: () => output,
    async close() {
      await kill('SIGTERM');
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
  return server;
}

/** The texts as they are now: anyone who accepted others is asked again. */
const legalVersions = { termsVersion: versionOf('tos'), privacyVersion: versionOf('privacy-policy') };

function versionOf(name: string): string {
  const file = new URL(`../../app/legal/${name}.md`, import.meta.url);
  return /^version: (\S+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
}

const ticksPerSecond = 100;

/** User and system time of a process, from /proc (proc(5), fields 14 and 15). */
export function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
