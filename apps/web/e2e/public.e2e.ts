import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

const PAGES = [
  '/',
  '/changelog',
  '/privacy-policy',
  '/tos',
  '/auth/sign-in',
  '/auth/sign-up',
  '/auth/error?error=state_mismatch',
];

test('public pages need no account, load without a complaint of the browser, and are accessible', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${page.url()} ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()} ${error.message}`));
  for (const address of PAGES) await expectAccessible(page, address);
  expect(complaints).toEqual([]);
});

test('on the start page a field lights the pixels it was read from', async ({ page }) => {
  await page.goto('/');
  const date = page.getByRole('button', { name: /^Date/ });
  await date.hover();
  await expect(date).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('g[data-on="true"] polygon')).toHaveCount(1);
  await page.getByRole('link', { name: 'Shipping label' }).click();
  await expect(page.getByRole('button', { name: /^Tracking number/ })).toContainText('1Z999AA10123456784');
});

test('the changelog filters by kind, has an address for each version and an Atom feed', async ({
  page,
  request,
}) => {
  await page.goto('/changelog');
  await expect(page.getByRole('heading', { name: 'Added' })).toBeVisible();
  await page.getByRole('link', { name: 'Security' }).click();
  await expect(page).toHaveURL(/kind=security/);
  await expect(page.getByRole('heading', { name: 'Added' })).toHaveCount(0);
  const feed = await request.get('/changelog.atom');
  expect(feed.headers()['content-type']).toContain('application/atom+xml');
  expect(await feed.text()).toContain('<feed xmlns="http://www.w3.org/2005/Atom">');
});

test('what an address says about an error is never shown as it came', async ({ page }) => {
  let ran = false;
  page.on('dialog', async (dialog) => {
    ran = true;
    await dialog.dismiss();
  });
  await page.goto(
    `/auth/error?error=${encodeURIComponent('<script>alert(1)</script>')}&error_description=Pay%20me`,
  );
  await expect(page.getByRole('heading', { name: 'The sign-in did not work' })).toBeVisible();
  await expect(page.getByText('Pay me')).toHaveCount(0);
  await expect(page.getByText('alert(1)')).toHaveCount(0);
  expect(ran).toBe(false);
  await page.goto('/auth/error?error=access_denied');
  await expect(page.getByText('Code access_denied')).toBeVisible();
});

test('an address without a page is a 404 that helps', async ({ page }) => {
  for (const address of ['/nowhere', '/admin/company/a/b', '/camera/x']) {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('link', { name: 'Go to the start page' })).toBeVisible();
  }
});

test('pages for members lead to the sign-in and come back', async ({ page }) => {
  for (const address of ['/app', '/dashboard', '/camera', '/desktop', '/admin', '/settings/account']) {
    await page.goto(address);
    await expect(page).toHaveURL(`/auth/sign-in?to=${encodeURIComponent(address)}`);
  }
});

test('search engines get the public pages and nothing else', async ({ request }) => {
  expect(await (await request.get('/robots.txt')).text()).toContain('Disallow: /app');
  const sitemap = await (await request.get('/sitemap.xml')).text();
  expect(sitemap.match(/<loc>/g)).toHaveLength(4);
  expect((await request.get('/manifest.webmanifest')).ok()).toBe(true);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('signing up says what is missing, keeps what was typed, and works', async ({ page }) => {
    await page.goto('/auth/sign-up');
    await page.getByLabel('Your name').fill('Kim Example');
    await page.getByLabel('Email').fill('kim@');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByText('Use at least 10 characters.')).toBeVisible();
    await expect(page.getByText('Accept the terms to go on.')).toBeVisible();
    await expect(page.getByLabel('Your name')).toHaveValue('Kim Example');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');

    await page.getByLabel('Email').fill(`kim-${process.pid}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await page.getByLabel('Company').fill('Kim and Co');
    await page.locator('input[name=accept]').check();
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.waitForURL('**/app');
  });
});
