// cspell:ignore Datensatz áçéîñôšúý
import { expect, type Page } from '@playwright/test';
import { testAlone } from './fixtures.ts';

const test = testAlone();

/** Pages whose texts are in the catalogue as a whole, as whoever runs an installation sees them. */
const pages = ['/settings/api-keys', '/settings/members', '/settings/notifications', '/no-such-page'];

/** Shown as it was typed, or in another language on purpose. */
const notOurs =
  'code, pre, kbd, time, bdi, script, style, svg, [dir=auto], [lang]:not(html), [data-as-typed]';

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
  signUp,
}) => {
  await signUp(page, { name: 'Zzz', companyName: 'Zzz' });
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
  signUp,
}) => {
  test.setTimeout(240_000);
  await signUp(page, { name: 'Zzz', companyName: 'Zzz', email: `zzz-${Date.now()}@example.com` });
  const missing = missingTexts(page);
  await page.setViewportSize({ width: 390, height: 800 });
  const findings: string[] = [];
  for (const language of ['en-XA', 'de']) {
    await speak(page, language);
    for (const address of pages) {
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

/** A word of some length without a letter that the pseudo-language puts accents on. */
const isEnglish = (text: string): boolean =>
  /[A-Za-z]{3}/.test(text) &&
  !/[áçéîñôšúýÁÇÉÎÑÔŠÚÝ]/.test(text) &&
  !/Zzz|@example|^Readout$|^[a-z]+:[a-z]+$/.test(text);

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
