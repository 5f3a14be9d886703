// cspell:ignore Datensatz
import { expect, type Page } from '@playwright/test';
import { testAlone } from './fixtures.ts';

const test = testAlone();

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
