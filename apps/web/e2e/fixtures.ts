import { rmSync } from 'node:fs';
import { test as base, expect, type Page, type WorkerFixture } from '@playwright/test';
import { hearHydration } from './hear-hydration.ts';
import { makeDataFolder, startServer } from './started-server.ts';

export interface Account {
  name: string;
  email: string;
  password: string;
  companyName: string;
}

interface WorkerFixtures {
  /** The built server on a free port with a data folder of its own, shared by the journeys that a worker runs. */
  server: { origin: string; dataFolder: string };
}

interface TestFixtures {
  /** Makes an account with a company of its own and ends on /app, or where one wants to go instead. */
  signUp: (page: Page, details?: Partial<Account>, to?: string) => Promise<Account>;
}

let made = 0;

/** A built server on a free port with a data folder of its own. */
const newServer = (
  settings: Record<string, string> = {},
): [WorkerFixture<WorkerFixtures['server'], object>, { scope: 'worker'; timeout: number }] => [
  // Playwright reads the first parameter's pattern to know what a fixture needs.
  // biome-ignore lint/correctness/noEmptyPattern: this one needs nothing
  async ({}, use) => {
    const dataFolder = makeDataFolder();
    const server = await startServer(dataFolder, settings);
    await use({ origin: server.origin, dataFolder });
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  },
  { scope: 'worker', timeout: 300_000 },
];

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: newServer(),
  baseURL: async ({ server }, use) => use(server.origin),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  signUp: async ({}, use) => use(signUp),
});

/** For a file of journeys with an installation of their own: its first account is its administrator. */
export const testAlone = (settings?: Record<string, string>) =>
  test.extend<object, WorkerFixtures>({ server: newServer(settings) });

export { expect, makeDataFolder, startServer };

/**
 * For a file of journeys: one that fails is run once more, and named where it passes then. Not for those about loss, companies,
 * permissions and what is sent once: what they find happens to people, now and then too. `E2E_ONCE`: none.
 */
export const triedTwice = (): void => base.describe.configure({ retries: process.env.E2E_ONCE ? 0 : 1 });

/** Sends the form of the sign-up page as the browser would, without waiting for the page; one journey fills it in. */
async function signUp(page: Page, details: Partial<Account> = {}, to = '/app'): Promise<Account> {
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
  await open(page, to);
  return account;
}

/** Signs in as the form of the sign-in page does, and ends on /app. */
export async function signIn(
  page: Page,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<void> {
  await send(page, '/auth/sign-in', { email, password });
  await open(page, '/app');
}

/** Goes to a page and waits until its components answer; what comes earlier is what `early.e2e.ts` is about. */
export async function open(page: Page, address: string): Promise<void> {
  const hydrated = await hearHydration(page);
  await page.goto(address);
  await expect(page).toHaveURL(address);
  await hydrated();
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
