// cspell:ignore Beginnen Bjorken Björken contentinfo Datensatz Delsumma Dieser Englisch erwartet jetzt Konto läuft Passierschein richtig Seite Testfall Texte Veröffentlichen Wann Zeilen áçéîñôšúý Änderungen
// cspell:ignore Adresse Anmelden Bitte Datensatz eingeben áçéîñôšúý
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { apiKeyScopeNames } from '@readout/domain/api-keys/rules';
import { LOCALES, languageName, READING_LANGUAGES } from '../app/languages.ts';
import { type Account, signIn, testAlone, triedTwice } from './fixtures.ts';
import { startProgram } from './programs.ts';

triedTwice();

const test = testAlone();
const picture = path.join(
  fileURLToPath(new URL('../../..', import.meta.url)),
  'plugins/receipt/fixtures/swedish-cafe-card/input.png',
);

/** Pages whose texts are in the catalogue as a whole, as whoever runs an installation sees them. */
const pages = [
  '/',
  '/changelog',
  '/licences?q=react-dom',
  '/privacy-policy',
  '/tos',
  '/docs',
  '/docs/api',
  '/auth/error?error=link.used',
  '/auth/forgot-password',
  '/app',
  '/dashboard',
  '/camera',
  '/camera/queue',
  '/desktop',
  '/desktop/watch',
  '/settings/account',
  '/settings/security',
  '/settings/company',
  '/settings/api-keys',
  '/settings/members',
  '/settings/notifications',
  '/settings/audit',
  '/settings/plugins',
  '/admin',
  '/admin/company?create=yes',
  '/admin/user',
  '/no-such-page',
  '/settings/plugins/studio',
  '/settings/plugins/template/new',
  '/admin/plugin',
  '/admin/plugin?p=receipt',
  '/admin/plugin/review',
  '/admin/plugin/keys',
  '/admin/plugin/upload',
  '/admin/outbox',
  '/admin/audit',
  '/admin/backup',
  '/admin/system',
  '/admin/system/model',
];

let administrator: Account;

test.beforeAll(async ({ browser, server, signUp }) => {
  const page = await browser.newPage({ baseURL: server.origin });
  administrator = await signUp(page, { name: 'Zzz', companyName: 'Zzz', email: 'zzz@example.com' });
  await page.close();
});

/** Shown as it was typed, or in another language on purpose. */
const notOurs =
  'code, pre, kbd, time, bdi, script, style, svg, [dir=auto], [lang]:not(html), [data-as-typed], [aria-label^=autosize]';

async function speak(page: Page, language: string): Promise<void> {
  const url = new URL(page.url()).origin;
  await page.context().addCookies([{ name: 'readout_language', value: language, url }]);
}

/** What the browser is asked for and is not in the texts it was sent. */
function missingTexts(page: Page): string[] {
  const missing: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('There is no text')) missing.push(`${page.url()} ${message.text()}`);
  });
  return missing;
}

test('a page gone to speaks the language of the one before, and nothing on it is without its text', async ({
  page,
}) => {
  await signIn(page, administrator);
  const missing = missingTexts(page);
  await speak(page, 'en-XA');
  await page.goto('/dashboard');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA');
  // A navigation of the router: what it needs of the texts comes before it is shown.
  await page.evaluate(() => {
    document.documentElement.dataset.sameDocument = 'yes';
  });
  await page.getByRole('button', { name: /Zzz/ }).last().click();
  await page.locator('a[href="/settings/account"]').first().click();
  await page.locator('a[href="/settings/api-keys"]').first().click();
  await expect(page).toHaveTitle(/^\[ÁPÎ /);
  await expect(page.locator('html')).toHaveAttribute('data-same-document', 'yes');
  expect(missing).toEqual([]);
});

test('every page is in the catalogue as a whole and fits a phone when its texts are 40 % longer', async ({
  page,
  server,
}) => {
  await signIn(page, administrator);
  const missing = missingTexts(page);
  await page.setViewportSize({ width: 390, height: 800 });
  const program = await startProgram(server.origin, apiKeyScopeNames.join(' '));
  await program.close();
  const addresses = [
    ...pages,
    program.address,
    '/oauth/authorize',
    await addressOf(page, '/admin/company', 'td a[href^="/admin/company/"]'),
    await addressOf(page, '/admin/user', 'td a[href*="u="]'),
  ];
  const findings: string[] = [];
  for (const language of ['en-XA', 'de']) {
    await speak(page, language);
    for (const address of addresses) {
      await page.goto(address, { waitUntil: 'load' });
      await expect(page.locator('h1').first()).toBeVisible();
      const found = await page.evaluate(textsOfPage, notOurs);
      if (found.tooWide > 0) findings.push(`${address} in ${language} is ${found.tooWide} px too wide`);
      if (language === 'en-XA')
        for (const text of found.texts) if (isEnglish(text)) findings.push(`${address} says “${text}”`);
    }
  }
  expect(findings).toEqual([]);
  expect(missing).toEqual([]);
});

test('a text that stays in English says so to whom it is in another language', async ({ page }) => {
  await page.goto('/tos');
  await expect(page.getByText('This text is in English.')).toHaveCount(0);
  await speak(page, 'de');
  await page.goto('/tos');
  await expect(page.getByText('Dieser Text ist auf Englisch.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'en');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Änderungen' }).click();
  await expect(page).toHaveTitle('Änderungen · Readout');
  await expect(page.getByText('Die Texte auf dieser Seite sind auf Englisch.')).toBeVisible();
});

test('who is not signed in yet reads the forms in their language, and what they refuse', async ({ page }) => {
  const missing = missingTexts(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/auth/sign-up');
  await speak(page, 'en-XA');
  const findings: string[] = [];
  for (const address of ['/auth/sign-up', '/auth/sign-in', '/pair/none']) {
    await page.goto(address, { waitUntil: 'load' });
    const { texts, tooWide } = await page.evaluate(textsOfPage, notOurs);
    if (tooWide > 0) findings.push(`${address} is ${tooWide} px too wide`);
    for (const text of texts) if (isEnglish(text)) findings.push(`${address} says “${text}”`);
  }
  expect(findings).toEqual([]);
  await speak(page, 'de');
  await page.goto('/auth/sign-in');
  await expect(page).toHaveTitle('Anmelden · Readout');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByText('Bitte die E-Mail-Adresse eingeben.')).toBeVisible();
  expect(missing).toEqual([]);
});

test('where readers are written and pointed at no text is missing, and a phone holds it all', async ({
  page,
  signUp,
}) => {
  await signUp(page, { email: `writes-${Date.now()}@example.com` });
  const missing = missingTexts(page);
  await page.locator('input[type=file]').first().setInputFiles(picture);
  await expect(page.getByText(/Bjorken|Björken/).first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await speak(page, 'de');
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

  await page.goto('/settings/plugins/studio');
  await page.getByRole('textbox', { name: 'Name' }).fill('Passierschein');
  await page.getByRole('button', { name: 'Beginnen' }).click();
  await page.getByRole('button', { name: 'Das ist richtig' }).click();
  await expect(page.getByText('1 von 1 Testfall wie erwartet')).toBeVisible();
  await page.getByRole('tab', { name: 'Manifest' }).click();
  await expect(page.getByRole('heading', { name: 'Wann es läuft' })).toBeVisible();
  expect(await tooWide()).toBe(0);

  await page.goto('/settings/plugins/template/new');
  await page.getByRole('button', { name: /Zeilen$/ }).click();
  await page.getByRole('button', { name: 'Delsumma' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Veröffentlichen' })).toBeInViewport({ ratio: 1 });
  expect(await tooWide()).toBe(0);
  expect(missing).toEqual([]);
});

test('what is refused is said in the language of who asked', async ({ page, signUp }) => {
  await signUp(page, { email: `refused-${Date.now()}@example.com` });
  await speak(page, 'de');
  const problem = await page.request.get('/api/v1/records/00000000-0000-4000-8000-000000000000');
  expect(problem.status()).toBe(404);
  expect(await problem.json()).toMatchObject({
    code: 'record.not_found',
    title: expect.stringMatching(/Datensatz/),
  });
});

test('a language is chosen once, for every browser of the account, and takes effect as a whole', async ({
  page,
  browser,
  signUp,
}) => {
  const email = `chosen-${Date.now()}@example.com`;
  const { password } = await signUp(page, { email }, '/settings/account');
  await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
  await page.getByRole('button', { name: 'Save language' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByText('Ab jetzt auf Deutsch.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ihr Konto');

  const elsewhere = await browser.newPage({ locale: 'es-MX' });
  await elsewhere.goto(new URL('/auth/sign-in', page.url()).href);
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'es');
  await elsewhere.locator('input[name=email]').fill(email);
  await elsewhere.locator('input[name=password]').fill(password);
  await elsewhere.locator('form button[type=submit]').first().click();
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'de');
  await expect(elsewhere).toHaveURL(/\/app/);
  await elsewhere.close();
});

test('who has no account chooses at the foot of a page, and a page that is open stays in its language', async ({
  page,
  server,
}) => {
  await page.goto(server.origin);
  const other = await page.context().newPage();
  await other.goto(`${server.origin}/tos`);
  await page.getByRole('button', { name: 'Français' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('button', { name: 'Français' })).toHaveAttribute('aria-current', 'true');
  // What an open page is told is said as the page is; the next one comes anew.
  await expect(other.locator('html')).toHaveAttribute('lang', 'en');
  await other.locator('a[href="/licences"]').click();
  await expect(other.locator('html')).toHaveAttribute('lang', 'fr');
});

/** Where a link of a page leads. */
async function addressOf(page: Page, list: string, link: string): Promise<string> {
  await page.goto(list);
  const href = await page.locator(link).first().getAttribute('href');
  return new URL(href ?? '', page.url()).href;
}

/** Names of languages come from the browser, which does not know the pseudo-language. */
const sameInAll = new Set([
  ...[...READING_LANGUAGES, ...LOCALES].map(({ tag }) => languageName(tag, 'en')),
  'CSV',
  'JSON',
]);

/** A word of some length without a letter that the pseudo-language puts accents on. */
const isEnglish = (text: string): boolean =>
  /[A-Za-z]{3}/.test(text) &&
  !sameInAll.has(text) &&
  !/[áçéîñôšúýÁÇÉÎÑÔŠÚÝ]/.test(text) &&
  !/Zzz|@example|^Readout$|^[0-9a-f]{16,}$|^[a-z]+:[a-z]+$/.test(text);

/** Runs in the page: what it says, and by how much it is wider than the screen. */
function textsOfPage(foreign: string): { texts: string[]; tooWide: number } {
  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.textContent ?? '').trim();
    if (text && node.parentElement && !node.parentElement.closest(foreign)) texts.push(text);
  }
  for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
    for (const element of document.body.querySelectorAll(`[${name}]`))
      if (!element.closest(foreign)) texts.push(element.getAttribute(name) ?? '');
  return { texts, tooWide: document.documentElement.scrollWidth - window.innerWidth };
}
