// cspell:ignore chngelog contentinfo cscript ealert paddlepaddle parsererror
import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { withDatabaseOf } from './embedded-database.ts';
import { expect, makeDataFolder, startServer, test, triedTwice } from './fixtures.ts';
import { intercept } from './intercept.ts';
import { cafe, receiptPicture } from './receipt-picture.ts';

triedTwice();

/** Bytes of scripts as they came over the wire since the call. */
async function countScriptBytes(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}

test('the API reference unfolds by keyboard and leads from an answer to its schema', async ({ page }) => {
  await page.goto('/docs/api');
  const operation = page.getByRole('region', { name: 'Get a record' });
  await expect(operation.getByText('records:read')).toBeVisible();
  const answer = operation.locator('summary', { hasText: '200' });
  await answer.focus();
  await page.keyboard.press('Enter');
  await operation.getByRole('link', { name: 'Record', exact: true }).first().click();
  await expect(page).toHaveURL(/#schema-Record$/);
  await expect(page.locator('#schema-Record').getByText('captureId', { exact: true })).toBeInViewport();
  await operation.locator('summary', { hasText: 'curl' }).click();
  await expect(operation.getByText('$READOUT/api/v1/records/$ID')).toBeVisible();
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

test("a visitor's own picture is read in their browser: records with their boxes, and nothing is sent", async ({
  page,
  browser,
}) => {
  const sent: string[] = [];
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' || request.postDataBuffer())
      sent.push(`${request.method()} ${request.url()}`);
    fetched.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await page.mouse.move(400, 300);
  const progress = page.getByRole('status').filter({ hasText: 'Your browser does the reading' });
  await expect(progress).toBeVisible();
  expect(fetched.filter((each) => /\.(onnx|wasm)$/.test(each))).toEqual([]);

  // Held until it was seen that they are waited for.
  const seen = Promise.withResolvers<void>();
  await page.route(/\.onnx$/, async (route) => {
    await seen.promise;
    await route.continue();
  });
  await page.getByLabel('Read a picture of yours').setInputFiles({
    name: 'lunch.png',
    mimeType: 'image/png',
    buffer: await receiptPicture(browser, cafe),
  });
  await expect(page.getByText(/^Fetching the engine: [\d.]+ of [\d.]+ MB$/)).toBeVisible();
  seen.resolve();
  const total = page.getByRole('button', { name: /^Total/ });
  await expect(page.getByText(/^Read just now, in this browser, in .* Nothing was sent\.$/)).toBeVisible();
  await expect(total).toContainText(cafe.total);
  await expect(page.getByRole('img', { name: 'Your picture lunch.png' })).toBeVisible();
  await total.hover();
  await expect(page.locator('g[data-on="true"] polygon').first()).toBeVisible();

  // With everything there no connection is needed at all.
  await page.context().setOffline(true);
  await page.getByLabel('Read a picture of yours').setInputFiles({
    name: 'no-picture.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('this is no picture'),
  });
  await expect(page.locator('[role=status] [data-tone=alarm]')).toContainText(/format|picture|file/i);
  await page.getByLabel('Read a picture of yours').setInputFiles({
    name: 'dinner.png',
    mimeType: 'image/png',
    buffer: await receiptPicture(browser, { ...cafe, total: '41.90', items: [['SUPPER', '41.90']] }),
  });
  await expect(total).toContainText('41.90');
  await page.context().setOffline(false);
  expect(sent).toEqual([]);
  expect(fetched.filter((each) => each.startsWith('/api/') && each !== '/api/v1/demo/readers')).toEqual([]);
});

test('a sample of the start page is read again by who does not believe it', async ({ page }) => {
  await page.goto('/?sample=product');
  await page.getByRole('button', { name: 'Read it here: Barcode' }).click();
  await expect(page.getByText(/^Read just now, in this browser/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^GTIN/ })).toBeVisible();
});

test('public pages load next to no scripts before anyone touches them', async ({ page }) => {
  const bytes = await countScriptBytes(page);
  for (const address of [
    '/privacy-policy',
    '/tos',
    '/licences',
    '/docs/api',
    '/changelog',
    '/auth/error?error=link.used',
  ]) {
    await page.goto(address, { waitUntil: 'networkidle' });
    expect(bytes(), address).toBe(0);
  }
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(bytes()).toBeLessThanOrEqual(90_000);
  await page.mouse.move(400, 300);
  await page.waitForFunction('!document.querySelector("script[data-held-scripts]")');
  await expect.poll(bytes).toBeGreaterThan(0);
});

test('the first click on the start page is not lost, though its scripts come after it', async ({ page }) => {
  await page.goto('/');
  await page.evaluate('window.stayed = true');
  await page.getByRole('link', { name: 'Shipping label' }).click();
  await expect(page.getByRole('button', { name: /^Tracking number/ })).toContainText('1Z999AA10123456784');
  await expect(page).toHaveURL('/?sample=label');
  expect(await page.evaluate('window.stayed')).toBe(true);

  await page.goto('/');
  const date = page.getByRole('button', { name: /^Date/ });
  await date.dispatchEvent('pointerdown');
  await date.dispatchEvent('click');
  await expect(date).toHaveAttribute('aria-pressed', 'true');

  await page.goto('/');
  await page.getByRole('link', { name: 'Barcode' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^GTIN/ })).toBeVisible();
});

test('the changelog filters by kind, has an address for each version and an Atom feed', async ({
  page,
  request,
}) => {
  await page.goto('/changelog');
  await expect(page.getByRole('heading', { name: 'Added' }).first()).toBeVisible();
  const kinds = page.getByRole('navigation', { name: 'Kinds of change' });
  await kinds.getByRole('link', { name: 'Security' }).click();
  await expect(page).toHaveURL(/kind=security/);
  await expect(page.getByRole('heading', { name: 'Added' })).toHaveCount(0);
  const feed = await request.get('/changelog.atom');
  expect(feed.headers()['content-type']).toContain('application/atom+xml');
  const missing = await page.evaluate(
    (xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml');
      const root = parsed.documentElement;
      if (parsed.querySelector('parsererror') || root.namespaceURI !== 'http://www.w3.org/2005/Atom')
        return ['feed'];
      // RFC 4287, sections 4.1.1 and 4.1.2: what a feed and each entry have to have.
      const has = (parent: Element, name: string) =>
        [...parent.children].some((child) => child.localName === name);
      return [root, ...parsed.querySelectorAll('entry')].flatMap((each) =>
        ['id', 'title', 'updated', 'link'].filter((name) => !has(each, name)),
      );
    },
    await feed.text(),
  );
  expect(missing).toEqual([]);
});

test('a dot tells of a new release until the changelog was open', async ({ page, signUp }) => {
  await signUp(page);
  const account = page.getByRole('button', { name: /^Account:/ });
  await expect(account).toHaveAccessibleName(/new release/);
  await page.goto('/changelog');
  await page.goto('/app');
  await expect(account).not.toHaveAccessibleName(/new release/);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Open the workspace' }).first()).toBeVisible();
});

test('previews, canonical addresses and what search engines may list', async ({ page, request, server }) => {
  for (const address of ['/', '/changelog', '/docs/api', '/licences', '/privacy-policy', '/tos']) {
    const answer = await page.goto(`${address}?utm_source=x`);
    expect(answer?.headers()['x-robots-tag']).toBeUndefined();
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', server.origin + address);
    const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
    expect((await request.get(picture ?? '')).headers()['content-type']).toBe('image/png');
  }
  for (const address of ['/auth/sign-in', '/auth/error', '/nowhere'])
    expect((await request.get(address)).headers()['x-robots-tag']).toBe('noindex');
  await page.goto('/');
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(data ?? '')).toMatchObject({ '@type': 'SoftwareApplication', name: 'Readout' });
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
  for (const hostile of [
    'a'.repeat(10_000),
    '\u202Egnp.exe',
    'x&error[]=<b>',
    '<img src=x onerror=alert(1)>',
  ]) {
    await page.goto(
      `/auth/error?error=${encodeURIComponent(hostile)}&error=%3Cscript%3Ealert(1)%3C/script%3E`,
    );
    await expect(page.getByText(/^No code was given, reference [0-9a-f]{10}$/)).toBeVisible();
    expect(await page.evaluate('document.body.innerText.length')).toBeLessThan(600);
  }
  expect(ran).toBe(false);
  await page.goto('/auth/error?error=access_denied');
  await expect(page.getByText('Code access_denied')).toBeVisible();
});

test('an address without a page is a 404 that helps', async ({ page }) => {
  for (const address of ['/nowhere', '/admin/company/a/b', '/camera/x']) {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(404);
    await expect(page).toHaveTitle('There is no page at this address · Readout');
    await expect(page.getByRole('link', { name: 'Go to the start page' })).toBeVisible();
  }
});

test('a slip in an address is taken for the page that was meant', async ({ page }) => {
  await page.goto('/chngelog');
  await page.getByRole('link', { name: 'Changelog' }).click();
  await expect(page).toHaveURL('/changelog');
});

test('an unforeseen failure of the server names the host and a digest that finds its line in the log', async ({
  browser,
  signUp,
}) => {
  const dataFolder = makeDataFolder();
  const own = await startServer(dataFolder);
  const page = await browser.newPage({ baseURL: own.origin });
  await signUp(page);
  // A table that went away: nothing the person could do anything about.
  await withDatabaseOf(dataFolder, (client) => client.query('alter table app.records rename to gone'));
  const answer = await page.goto('/dashboard');
  expect(answer?.status()).toBe(500);
  const { host } = new URL(own.origin);
  await expect(
    page.getByText(
      `Application error: a server-side exception has occurred while loading ${host} (see the server logs for more information).`,
    ),
  ).toBeVisible();
  const lineOfShownDigest = async () => {
    const digest = await page.locator('code').first().textContent();
    expect(digest).toMatch(/^[0-9a-f]{10}$/);
    expect(await page.content()).not.toContain('app.records');
    const lines = own.output().split('\n');
    return lines.find((each) => each.includes(`"digest":"${digest}"`));
  };
  const first = await lineOfShownDigest();
  expect(first).toContain('/dashboard');
  expect(first).toContain('app.records');

  // The same on the way there from another page, where the browser asks for the page's data only.
  await page.goto('/user');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByText(`server-side exception has occurred while loading ${host} `)).toBeVisible();
  const second = await lineOfShownDigest();
  expect(second).toContain('app.records');
  expect(second).not.toBe(first);
  await page.close();
  await own.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

test('an unforeseen failure in the browser names the host and points at the console; a lost connection says so', async ({
  page,
  server,
}) => {
  await page.goto('/');
  await page.mouse.move(400, 300);
  const date = page.getByRole('button', { name: /^Date/ });
  await date.hover();
  await expect(date).toHaveAttribute('aria-pressed', 'true');
  const mend = await intercept(page, '**/assets/page-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default function Broken() { throw new Error("made to fail"); }',
    }),
  );
  await page.getByRole('link', { name: 'Changelog' }).first().click();
  await expect(
    page.getByText(
      `Application error: a client-side exception has occurred while loading ${new URL(server.origin).host} (see the browser console for more information).`,
    ),
  ).toBeVisible();

  mend();
  await page.goto('/');
  await page.mouse.move(300, 300);
  await date.hover();
  await expect(date).toHaveAttribute('aria-pressed', 'true');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Barcode' }).click();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await page.context().setOffline(false);
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
  for (const address of ['/', '/changelog', '/docs', '/docs/api', '/licences', '/privacy-policy', '/tos'])
    expect(sitemap).toContain(`${address}</loc>`);
  expect((await request.get('/manifest.webmanifest')).ok()).toBe(true);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the licences of all parts are found from the footer, searched, and read', async ({ page }) => {
    await page.goto('/changelog');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Licences' }).click();
    await expect(page.getByText('has not said where the source of what runs here is')).toBeVisible();
    await page.getByText('GNU Affero General Public License, version 3', { exact: true }).click();
    await expect(page.getByText('13. Remote Network Interaction')).toBeVisible();

    for (const [words, name, licence, text] of [
      ['react-dom', 'react-dom', 'MIT', 'Copyright (c) Meta Platforms'],
      ['paddlepaddle', 'PP-OCRv4, models that find and read lines', 'Apache-2.0', 'PaddlePaddle Authors'],
      ['jetbrains', '@fontsource-variable/jetbrains-mono', 'OFL-1.1', 'SIL OPEN FONT LICENSE'],
      ['postgresql', 'PostgreSQL', 'PostgreSQL', 'The Regents of the University of California'],
    ] as const) {
      await page.getByRole('searchbox').fill(words);
      await page.getByRole('button', { name: 'Search' }).click();
      await expect(page).toHaveURL(`/licences?q=${words}`);
      await expect(page.getByRole('heading', { name: licence, exact: true })).toBeVisible();
      const part = page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
      await part.getByText('Text', { exact: true }).click();
      await expect(part.locator('pre')).toContainText(text);
    }
    await page.getByRole('searchbox').fill('knip');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByText(/^0 of [\d,]+ parts/)).toBeVisible();
  });

  test('the legal texts and the changelog are read, filtered and followed', async ({ page }) => {
    for (const [address, title] of [
      ['/privacy-policy', 'Your rights'],
      ['/tos', 'Liability'],
    ] as const) {
      await page.goto(address);
      await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: title }).click();
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeInViewport();
    }
    await page.goto('/changelog');
    await page.getByRole('link', { name: 'Security', exact: true }).first().click();
    await expect(page).toHaveURL('/changelog?kind=security');
    await expect(page.getByRole('heading', { name: 'Added' })).toHaveCount(0);
    await page.goto('/');
    await page.getByRole('link', { name: 'Shipping label' }).click();
    await expect(page.getByRole('button', { name: /^Tracking number/ })).toBeVisible();
  });

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
    await page.waitForURL('**/welcome');
    // Without scripts, too.
    await page.getByLabel('VAT or tax number').fill('GB123456789');
    await page.getByRole('button', { name: 'Save and begin' }).click();
    await page.waitForURL('**/app');
  });
});

test('a guide is found by words that stand in it, and the page in use leads to its own', async ({
  page,
  signUp,
}) => {
  await page.goto('/docs');
  await page.getByLabel('One or several words').fill('readout verify');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Self-hosting' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Self-hosting');
  expect(new URL(page.url()).hash).not.toBe('');
  await page.goto('/docs?q=no-such-word-anywhere');
  await expect(page.getByRole('heading', { name: 'Nothing found for' })).toBeVisible();
  expect((await page.goto('/docs/no-such-guide'))?.status()).toBe(404);

  await signUp(page, {}, '/desktop/watch');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Guide to this page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Watch');
});
