/**
 * Takes the pictures of the running product that the start page shows, in each language, light and dark:
 *
 *     CHROMIUM=/usr/bin/chromium node apps/web/app/pages/index/shots/make-shots.ts [language …]
 *
 * It starts the last build with `--demo` in a folder of its own, once a language.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';

const locales = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES' } as const;
type Language = keyof typeof locales;
const isLanguage = (text: string): text is Language => Object.hasOwn(locales, text);
const root = fileURLToPath(new URL('../../../../../../', import.meta.url));
/** Twice as large as it is shown in a column. */
const size = { width: 1200, height: 750 };
const shown = { width: 960, height: 600 };

const folder = await mkdtemp(path.join(tmpdir(), 'readout-shots-'));
const film = path.join(folder, 'label.mjpeg');

async function takeAll(language: Language): Promise<void> {
  const server = await startDemo(language);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? 'chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  const context = await browser.newContext({
    baseURL: server.origin,
    locale: locales[language],
    timezoneId: 'Europe/Berlin',
    viewport: size,
    reducedMotion: 'reduce',
  });
  await signIn(context, server);
  for (const scheme of ['light', 'dark'] as const) {
    const page = await context.newPage();
    await page.emulateMedia({ colorScheme: scheme });
    for (const [shot, goTo] of Object.entries(shots)) {
      await goTo(page);
      await page.evaluate('document.fonts.ready.then(() => null)');
      const bytes = await sharp(await page.screenshot())
        .resize(shown)
        .webp({ quality: 78 })
        .toBuffer();
      const name = `${shot}-${language}-${scheme}.webp`;
      await writeFile(new URL(name, import.meta.url), bytes);
      console.log(name, bytes.length);
    }
    await page.close();
  }
  await browser.close();
  await server.stop();
}

const shots: Record<string, (page: Page) => Promise<void>> = {
  async camera(page) {
    await page.goto('/camera');
    await page.getByText('1Z999AA10123456784').first().waitFor({ timeout: 120_000 });
    await page.waitForTimeout(1500);
  },
  async review(page) {
    await page.goto(`/app/${await newest(page, 'invoice')}`);
    await page.getByRole('textbox').nth(3).waitFor();
    await page.waitForTimeout(1500);
  },
  async dashboard(page) {
    await page.goto('/dashboard?days=90');
    await page.waitForLoadState('networkidle');
    // Below the first steps, which are of the first day.
    await page.evaluate("document.querySelector('main section')?.scrollIntoView({ block: 'start' })");
    await page.waitForTimeout(500);
  },
  async watch(page) {
    await page.goto('/desktop/watch');
    await page.locator('a[href^="/desktop/watch/"]').first().click();
    await page.getByText(/^24/).first().click();
    await page.locator('canvas').first().waitFor();
    await page.waitForTimeout(1500);
  },
  async studio(page) {
    await page.goto(`/settings/plugins/template/new?capture=${await newest(page, 'invoice')}`);
    await page.locator('main').getByRole('button').last().click();
    await page.waitForURL(/template\/[0-9a-f-]{36}/);
    const lines = page.locator('svg [role=button]').filter({ visible: true });
    await lines.first().waitFor();
    const names = await lines.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
    const amounts = names.flatMap((name, index) => (/\d[.,]\d\d\b|\d{4}-\d/.test(name) ? index : []));
    for (const index of amounts.slice(0, 4)) await lines.nth(index).click();
    await page.waitForTimeout(1500);
  },
};

/** The newest capture that a reader made a record of. */
async function newest(page: Page, plugin: string): Promise<string> {
  const answer = await page.request.get(`/api/v1/captures?plugin=${plugin}&limit=1`);
  const { items } = (await answer.json()) as { items: { id: string }[] };
  return items[0]?.id ?? '';
}

async function signIn(
  context: BrowserContext,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const page = await context.newPage();
  await page.goto('/auth/sign-in');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('form button[type=submit]').first().click();
  await page.waitForURL(/\/app/);
  await page.close();
}

async function startDemo(language: Language) {
  const script = spawn(process.execPath, [path.join(root, 'scripts/start.js'), '--no-build', '--demo'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      LC_ALL: `${locales[language].replace('-', '_')}.UTF-8`,
      PORT: '0',
      READOUT_DATA: path.join(tmpdir(), `readout-shots-data-${process.pid}-${language}`),
    },
  });
  let output = '';
  script.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const find = (pattern: RegExp) => pattern.exec(output)?.[1] ?? '';
  while (!/Sign in as .* with password \S+\./.test(output)) {
    if (script.exitCode !== null) throw new Error(`The demonstration did not start: ${output}`);
    await once(script.stdout, 'data');
  }
  return {
    origin: find(/ready at (\S+): open/),
    email: find(/Sign in as (\S+)/),
    password: find(/with password (\S+)\./),
    async stop() {
      script.kill('SIGTERM');
      if (script.exitCode === null) await once(script, 'exit');
    },
  };
}

/** A frame of the fake camera, which shows it over and over: a parcel label on a table. */
async function labelInView(): Promise<Buffer> {
  const label = await sharp(path.join(root, 'plugins/shipping-label/fixtures/ups-ground/input.png'))
    .resize({ height: 640, fit: 'inside' })
    .toBuffer();
  return sharp({ create: { width: 1280, height: 720, channels: 3, background: { r: 92, g: 99, b: 95 } } })
    .composite([{ input: label }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

const asked = process.argv.slice(2).filter(isLanguage);
await writeFile(film, await labelInView());
for (const language of asked.length > 0 ? asked : (Object.keys(locales) as Language[]))
  await takeAll(language);
await rm(folder, { recursive: true, force: true });
