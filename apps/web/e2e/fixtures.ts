import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page, type WorkerFixture } from '@playwright/test';
import { HYDRATED_EVENT } from '../app/shell/held-scripts.ts';

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
  /** Makes an account with a company of its own and ends on /app. */
  signUp: (page: Page, details?: Partial<Account>) => Promise<Account>;
}

let made = 0;

/** A built server on a free port with an empty data folder. */
const newServer = (): [
  WorkerFixture<WorkerFixtures['server'], object>,
  { scope: 'worker'; timeout: number },
] => [
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
];

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: newServer(),
  baseURL: async ({ server }, use) => use(server.origin),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  signUp: async ({}, use) => use(signUp),
});

/** For a file of journeys with an installation of their own: its first account is its administrator. */
export const testAlone = () => test.extend<object, WorkerFixtures>({ server: newServer() });

export { expect };

/** Sends the form of the sign-up page as the browser would, without waiting for the page; one journey fills it in. */
async function signUp(page: Page, details: Partial<Account> = {}): Promise<Account> {
  const account = makeAccount(details);
  const shown = await (await page.request.get('/auth/sign-up')).text();
  const versionOf = (name: string) =>
    new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(shown)?.[1] ?? '';
  const { name, email, password, companyName } = account;
  await send(page, '/auth/sign-up', {
    name,
    email,
    password,
    companyName,
    languages: 'en',
    accept: 'on',
    termsVersion: versionOf('termsVersion'),
    privacyVersion: versionOf('privacyVersion'),
  });
  await openWorkspace(page);
  return account;
}

/** Signs in as the form of the sign-in page does, and ends on /app. */
export async function signIn(
  page: Page,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<void> {
  await send(page, '/auth/sign-in', { email, password });
  await openWorkspace(page);
}

/** Goes to /app and waits until its components answer; what comes earlier is what `early.e2e.ts` is about. */
async function openWorkspace(page: Page): Promise<void> {
  await page.addInitScript(`addEventListener('${HYDRATED_EVENT}', () => { globalThis.isHydrated = true; })`);
  await page.goto('/app');
  await expect(page).toHaveURL('/app');
  await page.waitForFunction(() => 'isHydrated' in globalThis);
}

/** An account that nobody has yet. */
export function makeAccount(details: Partial<Account> = {}): Account {
  made++;
  return {
    name: 'Robin Example',
    email: `robin-${process.pid}-${made}@example.com`,
    password: 'correct horse battery',
    companyName: `Example ${made}`,
    ...details,
  };
}

async function send(page: Page, address: string, form: Record<string, string>): Promise<void> {
  const answer = await page.request.post(address, {
    form,
    headers: { 'accept-language': 'en-GB' },
    maxRedirects: 0,
  });
  expect(answer.status(), await answer.text()).toBe(302);
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
