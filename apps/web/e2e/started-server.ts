import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { killIfThere, workingPid } from '../server/testing/processes.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Names the folder that a first start left. */
const afterFirstStart = 'E2E_AFTER_FIRST_START';

/** Playwright's global set-up: makes once what a first start takes its time for, the database. */
export default async function startFirst(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'readout-e2e-'));
  const server = await startServer(folder);
  await server.stop();
  process.env[afterFirstStart] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** A data folder of its own, of an installation without an account. */
export function makeDataFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'readout-e2e-'));
  const made = process.env[afterFirstStart];
  if (made) execFileSync('cp', ['-a', `${made}/.`, folder]);
  return folder;
}

/** Starts the built server as `npm start` does, and waits for its address. */
export async function startServer(
  dataFolder: string,
  environment: Record<string, string> = {},
  flags: string[] = [],
): Promise<{ origin: string; pid: number; output(): string; stop(signal?: NodeJS.Signals): Promise<void> }> {
  // The tests' own; the server does not know it.
  const { READOUT_LONG_TESTS: _, ...inherited } = process.env;
  const server = spawn(
    path.join(root, 'node_modules/.bin/node'),
    [path.join(root, 'apps/web/server/main.ts'), ...flags],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...inherited,
        NODE_ENV: 'production',
        PORT: '0',
        READOUT_DATA: dataFolder,
        READOUT_LOG_LEVEL: 'warn',
        ...environment,
      },
    },
  );
  let output = '';
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /ready at (https?:\S+?):? /.exec(output)?.[1]?.replace(/:$/, '');
      if (address) resolve(address);
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
  });
  return {
    origin,
    pid: server.pid ?? 0,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      if (signal === 'SIGKILL') killIfThere(workingPid(server.pid ?? 0));
      server.kill(signal);
      await exited;
    },
  };
}
