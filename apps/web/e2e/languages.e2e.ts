import { expect, test } from './fixtures.ts';

test('a page gone to speaks the language of the one before, and nothing on it is without its text', async ({
  page,
  context,
  baseURL,
  signUp,
}) => {
  await signUp(page);
  const missing: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('There is no text')) missing.push(message.text());
  });
  await context.addCookies([{ name: 'readout_language', value: 'en-XA', url: baseURL! }]);
  await page.goto('/dashboard');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA');
  // A navigation of the router: what it needs of the texts comes before it is shown.
  await page.evaluate(() => {
    document.documentElement.dataset.sameDocument = 'yes';
  });
  await page.getByRole('button', { name: 'Account' }).click();
  await page.locator('a[href="/settings/account"]').first().click();
  await page.locator('a[href="/settings/api-keys"]').first().click();
  await expect(page).toHaveTitle(/^\[ÁPÎ /);
  await expect(page.locator('html')).toHaveAttribute('data-same-document', 'yes');
  expect(missing).toEqual([]);
});

test('what is refused is said in the language of who asked', async ({ page, signUp }) => {
  await signUp(page);
  const problem = await page.request.get('/api/v1/records/not-a-record', {
    headers: { cookie: '', 'accept-language': 'fr', authorization: 'Bearer readout_no' },
  });
  expect(problem.status()).toBe(401);
  expect(await problem.json()).toMatchObject({ code: 'api_key.not_valid' });
});
