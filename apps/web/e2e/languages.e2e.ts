// cspell:ignore Beginnen Bjorken Björken contentinfo Datensatz Delsumma Dieser Englisch erwartet jetzt Konto läuft Passierschein richtig Seite Testfall Texte Veröffentlichen Wann Zeilen áçéîñôšúý Änderungen
// cspell:ignore Adresse Anleitung anzeigen Diese Firmen gibt Maßgeblich Nutzungsbedingungen sieht Anmelden Bitte Datensatz darunter eingeben Notizen Schlagwörter Überschriften áçéîñôšúý
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { type Account, signIn, testAlone, triedTwice } from './fixtures.ts';
import { missingTexts, speak } from './languages.ts';

triedTwice();

const test = testAlone();
const picture = path.join(
  fileURLToPath(new URL('../../..', import.meta.url)),
  'plugins/receipt/fixtures/swedish-cafe-card/input.png',
);

let administrator: Account;

test.beforeAll(async ({ browser, server, signUp }) => {
  const page = await browser.newPage({ baseURL: server.origin });
  administrator = await signUp(page, { name: 'Zzz', companyName: 'Zzz', email: 'zzz@example.com' });
  await page.close();
});

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

test('terms and guides are in the language of their reader, and what stays in English says so', async ({
  page,
}) => {
  await page.goto('/tos');
  await expect(page.getByRole('note').filter({ hasText: 'translation' })).toHaveCount(0);
  await speak(page, 'de');
  await page.goto('/tos');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nutzungsbedingungen');
  await expect(page.getByText('Maßgeblich ist der Text auf Englisch')).toBeVisible();
  await page.getByRole('link', { name: 'anzeigen' }).click();
  await expect(page.getByText('Dieser Text ist auf Englisch.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'en');
  await page.goto('/docs/companies-and-people');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Firmen und Menschen');
  await expect(page.getByRole('heading', { name: 'Was der Support sieht und tut' })).toHaveAttribute(
    'id',
    'what-support-sees-and-does',
  );
  await page.getByRole('link', { name: 'Die API' }).click();
  await expect(page.getByText('Diese Anleitung gibt es nur auf Englisch.')).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Änderungen' }).click();
  await expect(page).toHaveTitle('Änderungen · Readout');
  await expect(
    page.getByText('Die Überschriften sind auf Deutsch, die Texte darunter auf Englisch.'),
  ).toBeVisible();
  const change = page
    .getByRole('listitem')
    .filter({ has: page.getByText('Schlagwörter und Notizen', { exact: true }) });
  await expect(change.locator('[lang="en"]')).toContainText('Tags and notes on captures');
});

test('who is not signed in yet reads the forms in their language, and what they refuse', async ({ page }) => {
  const missing = missingTexts(page);
  await page.goto('/auth/sign-up');
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
  // What an open page is told is said as the page is; the next one is loaded again.
  await expect(other.locator('html')).toHaveAttribute('lang', 'en');
  await other.locator('a[href="/licences"]').click();
  await expect(other.locator('html')).toHaveAttribute('lang', 'fr');
});
