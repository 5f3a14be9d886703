import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface Account {
  name: string;
  email: string;
  password: string;
  companyName: string;
}

interface WorkerFixtures {
  /** The built server on a free port with an empty data folder, shared by the journeys of a run. */
  server: { origin: string; dataFolder: string };
}

interface TestFixtures {
  /** Makes an account with a company of its own on the sign-up page and ends on /app. */
  signUp: (page: Page, details?: Partial<Account> & { languages?: string[] }) => Promise<Account>;
}

let made = 0;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // Playwright reads the first parameter's pattern to know what a fixture needs.
    // biome-ignore lint/correctness/noEmptyPattern: this one needs nothing
    async ({}, use) => {
      const dataFolder = mkdtempSync(path.join(tmpdir(), 'readout-e2e-'));
      const server = await startServer(dataFolder);
      await use({ origin: server.origin, dataFolder });
      await server.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  signUp: async ({}, use) => use(signUp),
});

export { expect };

async function signUp(
  page: Page,
  details: Partial<Account> & { languages?: string[] } = {},
): Promise<Account> {
  made++;
  const account: Account = {
    name: 'Robin Example',
    email: `robin-${process.pid}-${made}@example.com`,
    password: 'correct horse battery',
    companyName: `Example ${made}`,
    ...details,
  };
  await page.goto('/auth/sign-up');
  await page.getByLabel('Your name').fill(account.name);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Company').fill(account.companyName);
  for (const language of details.languages ?? []) await page.getByLabel(language, { exact: true }).check();
  await page.locator('input[name=accept]').check();
  await page.getByRole('button', { name: /sign up|make the account|create/i }).click();
  await page.waitForURL('**/app');
  return account;
}

/** Starts the built server as `npm start` does, and waits for its address. */
export async function startServer(
  dataFolder: string,
  environment: Record<string, string> = {},
  flags: string[] = [],
): Promise<{ origin: string; pid: number; output(): string; stop(signal?: NodeJS.Signals): Promise<void> }> {
  const server = spawn(
    path.join(root, 'node_modules/.bin/node'),
    [path.join(root, 'apps/web/server/main.ts'), ...flags],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
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
      server.kill(signal);
      await exited;
    },
  };
}
