import type { BrowserContextOptions, Page, PlaywrightWorkerArgs } from '@playwright/test';
import { seriousProblems } from './accessibility.ts';
import { chromiumPath } from './browser.ts';
import { type Account, expect, test } from './fixtures.ts';
import { type Film, label, movingPicture, parcels, twoCodes } from './moving-pictures.ts';

type Launching = Pick<PlaywrightWorkerArgs, 'playwright'> & { baseURL: string | undefined };

interface Camera {
  /** What the camera shows; without one there is no camera. */
  film?: Film;
  /** So many of the browser's own test cameras, without a film. */
  lenses?: number;
  /** The person, asked by the browser, says no. */
  isDenied?: boolean;
}

const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

/** Opens a browser of its own: what its camera shows is decided when it starts. */
async function withCamera(
  { playwright, baseURL }: Launching,
  { film, lenses, isDenied = false }: Camera,
  options: BrowserContextOptions,
  journey: (page: Page) => Promise<void>,
): Promise<void> {
  const { launchOptions } = test.info().project.use;
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    executablePath: chromiumPath,
    args: [
      ...(launchOptions?.args ?? []),
      isDenied ? '--deny-permission-prompts' : '--use-fake-ui-for-media-stream',
      ...(film || lenses ? [`--use-fake-device-for-media-stream=device-count=${lenses ?? 1}`] : []),
      ...(film ? [`--use-file-for-fake-video-capture=${await movingPicture(film)}`] : []),
    ],
  });
  try {
    const context = await browser.newContext({
      ...(baseURL ? { baseURL } : {}),
      locale: 'en-GB',
      ...options,
    });
    await journey(await context.newPage());
  } finally {
    await browser.close();
  }
}

const chips = (page: Page) => page.getByRole('region', { name: 'What was read' }).getByRole('listitem');
const boxes = (page: Page) => page.locator('[data-boxes] g[data-tone=code]');
const shutter = (page: Page) => page.getByRole('button', { name: 'Take a picture', exact: true });

/** Cookies and storage of somebody who signed in before. */
type SignedIn = Exclude<BrowserContextOptions['storageState'], string | undefined>;
type SignUp = (page: Page, details?: Partial<Account>, to?: string) => Promise<Account>;

async function openCamera(page: Page, signUp: SignUp): Promise<void> {
  await signUp(page, {}, '/camera');
}

test('a label held before the camera: its code boxed at once, its fields once it is still, and one key sends it', async ({
  playwright,
  baseURL,
  signUp,
}) => {
  await withCamera({ playwright, baseURL }, { film: 'label-held' }, {}, async (page) => {
    const refused: string[] = [];
    await page.exposeFunction('tellRefused', (what: string) => refused.push(what));
    await page.addInitScript(
      "addEventListener('securitypolicyviolation', (event) => tellRefused([event.violatedDirective, event.blockedURI, event.sourceFile].join(' ')))",
    );
    await openCamera(page, signUp);
    await expect(chips(page).filter({ hasText: label.tracking })).toContainText('check digit right');

    // The box lies on the bars: in the lower half of the label, which is in the middle of the frame.
    const picture = await page.locator('video').boundingBox();
    const box = await boxes(page).first().locator('polygon').boundingBox();
    if (!picture || !box) throw new Error('There is no box to measure.');
    expect(box.y).toBeGreaterThan(picture.y + picture.height * 0.5);
    expect(box.x + box.width / 2).toBeGreaterThan(picture.x + picture.width * 0.42);
    expect(box.x + box.width / 2).toBeLessThan(picture.x + picture.width * 0.58);

    // Text is read on the device as soon as it can be; on a busy machine that takes a while.
    await expect(chips(page).filter({ hasText: 'Carrier' })).toContainText('UPS');
    await expect(page.locator('[data-tags] [data-tone=field]').first()).toBeVisible();
    // Nothing that it loaded on the way tried what the page's policy forbids.
    expect(refused).toEqual([]);
    expect(await seriousProblems(page)).toEqual([]);

    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Taken on this visit: 1 picture' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Everything is sent' })).toBeVisible();
    await page.getByRole('button', { name: 'Taken on this visit: 1 picture' }).click();
    const taken = page.getByRole('list', { name: 'Given in on this visit' });
    await expect(taken.getByRole('link')).toContainText(label.tracking);
    await taken.getByRole('link').click();
    await expect(page.getByLabel('Tracking number')).toHaveValue(label.tracking);
  });
});

test('labels exchanged in place are all taken by themselves, none is called taken before it is kept, and no press is lost', async ({
  playwright,
  baseURL,
  signUp,
}) => {
  await withCamera({ playwright, baseURL }, { film: 'labels-in-place' }, {}, async (page) => {
    await openCamera(page, signUp);
    const taken = page.getByRole('button', { name: /^Taken on this visit/ });
    // Pressed while one is being kept, the next is kept after it.
    await expect(shutter(page)).toHaveAttribute('aria-disabled', 'false');
    for (let press = 0; press < 4; press++) await page.keyboard.press('Space');
    await expect(taken).toHaveAccessibleName('Taken on this visit: 4 pictures');
    await page.keyboard.press('a');
    for (const text of parcels)
      await expect(chips(page).filter({ hasText: text }).filter({ hasText: 'picture taken' })).toBeVisible();
    await page.keyboard.press('a');
    await expect(page.getByRole('link', { name: 'Everything is sent' })).toBeVisible();
    for (const text of parcels) {
      await page.goto(`/app?q=${text}`);
      await expect(page.getByRole('grid').getByRole('row').first()).toContainText(text);
    }
  });
});

test('on a phone: two codes at once, counted once each, one taken back', async ({
  playwright,
  baseURL,
  signUp,
}) => {
  await withCamera({ playwright, baseURL }, { film: 'two-codes' }, phone, async (page) => {
    await openCamera(page, signUp);
    await expect(chips(page).filter({ hasText: twoCodes.ean })).toBeVisible();
    await expect(chips(page).filter({ hasText: twoCodes.qr })).toBeVisible();
    await expect(boxes(page)).toHaveCount(2);

    await page.getByRole('radio', { name: 'Count' }).tap();
    const tally = page.getByRole('region', { name: 'Tally' });
    const counted = tally.getByRole('listitem');
    await expect(counted).toHaveCount(2);
    await tally.getByRole('button', { name: `Take back ${twoCodes.qr}` }).tap();
    await expect(counted).toHaveCount(1);
    // Both are still in sight: neither is counted a second time.
    await expect(boxes(page)).toHaveCount(2);
    await expect(tally.getByRole('status').first()).toHaveText('1');
    for (const button of await page.getByRole('main').getByRole('button').all()) {
      const size = await button.boundingBox();
      if (size)
        expect(Math.min(size.width, size.height), await button.innerHTML()).toBeGreaterThanOrEqual(44);
    }
    expect(await seriousProblems(page)).toEqual([]);

    await page.reload();
    await expect(page.getByRole('radio', { name: 'Count' })).toBeChecked();
    await expect(counted.filter({ hasText: twoCodes.ean })).toHaveCount(1);
  });
});

test('pages photographed one after the other survive a reload, are put in order and become one document', async ({
  playwright,
  baseURL,
  signUp,
}) => {
  await withCamera({ playwright, baseURL }, { film: 'display-counting' }, phone, async (page) => {
    await openCamera(page, signUp);
    await page.getByRole('radio', { name: 'Document' }).tap();
    const pages = page.getByRole('region', { name: 'Pages' }).getByRole('listitem');
    for (const count of [1, 2, 3]) {
      await shutter(page).tap();
      await expect(pages).toHaveCount(count);
    }
    await page.reload();
    await expect(pages).toHaveCount(3);
    await page.getByRole('button', { name: 'Remove page 3' }).tap();
    await expect(pages).toHaveCount(2);
    const first = await pages.first().getByRole('img').getAttribute('src');
    await page.getByRole('button', { name: 'Move page 2 forward' }).tap();
    await expect(pages.nth(1).getByRole('img')).toHaveAttribute('src', first ?? '');
    await page.getByRole('button', { name: 'Finish document, 2 pages' }).tap();
    await expect(pages).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Everything is sent' })).toBeVisible();
    const list = await page.request.get('/api/v1/captures?place=all&limit=200');
    expect((await list.json()).items).toMatchObject([{ pageCount: 2, source: 'camera' }]);
  });
});

test('it says when to hold still and what is out of focus; another lens is kept to', async ({
  playwright,
  baseURL,
  signUp,
}) => {
  let signedIn: SignedIn = { cookies: [], origins: [] };
  await withCamera({ playwright, baseURL }, { film: 'label-panning' }, {}, async (page) => {
    await openCamera(page, signUp);
    await expect(page.getByText('Hold still')).toBeVisible();
    await expect(page.getByText('Hold still')).toBeHidden();
    await expect(chips(page).filter({ hasText: label.tracking })).toBeVisible();

    signedIn = await page.context().storageState();
  });
  await withCamera(
    { playwright, baseURL },
    { film: 'coming-into-focus' },
    { storageState: signedIn },
    async (page) => {
      await page.goto('/camera');
      await expect(page.getByText('Out of focus')).toBeVisible();
      await expect(page.getByText('Out of focus')).toBeHidden();
    },
  );
  await withCamera({ playwright, baseURL }, { lenses: 2 }, { storageState: signedIn }, async (page) => {
    await page.goto('/camera');
    const lens = page.getByRole('combobox', { name: 'Lens' });
    const names = lens.getByRole('option');
    await expect(names).toHaveCount(2);
    const other = (await lens.locator('option:not(:checked)').textContent()) ?? '';
    await lens.selectOption(other);
    await expect(lens.locator('option:checked')).toHaveText(other);
    await page.reload();
    await expect(lens.locator('option:checked')).toHaveText(other);
  });
});

test('without a camera or without permission it says which, and takes photos from the device', async ({
  playwright,
  baseURL,
  signUp,
}) => {
  let signedIn: SignedIn = { cookies: [], origins: [] };
  await withCamera({ playwright, baseURL }, {}, {}, async (page) => {
    await openCamera(page, signUp);
    await expect(page.getByRole('heading', { name: 'No camera was found' })).toBeVisible();
    await expect(page.getByText('NotFoundError')).toBeVisible();
    expect(await seriousProblems(page)).toEqual([]);
    signedIn = await page.context().storageState();
  });
  await withCamera(
    { playwright, baseURL },
    { film: 'label-held', isDenied: true },
    { ...phone, storageState: signedIn },
    async (page) => {
      await page.goto('/camera');
      await expect(page.getByRole('heading', { name: /camera (is blocked for|waits for)/i })).toBeVisible();
      await expect(page.getByText('NotAllowedError')).toBeVisible();
      const photo = page.getByLabel('Take a photo');
      await expect(photo).toHaveAttribute('capture', 'environment');
      const received = page.waitForResponse((response) => 'readout-capture' in response.headers());
      await photo.setInputFiles(
        new URL('../../../plugins/shipping-label/fixtures/ups-ground/input.png', import.meta.url).pathname,
      );
      // What was chosen is shown where it was chosen.
      const chosen = page.getByRole('list', { name: 'Given in on this visit' }).getByRole('listitem');
      await expect(chosen).toHaveText(/input\.png/);
      await received;
      await expect(chosen).toContainText(/received|reading|record/);
      await page.goto('/app');
      await expect(page.getByText(label.tracking).first()).toBeVisible();
      expect(await seriousProblems(page)).toEqual([]);
    },
  );
});
