import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

/** Width of the narrowest phone a page has to fit on, CSS pixels. */
const narrowest = 360;

/** Opens a page, and expects nothing that `problemsOf` finds. */
export async function expectAccessible(page: Page, address: string): Promise<void> {
  await page.goto(address);
  expect(await problemsOf(page), address).toEqual([]);
}

/** What axe finds serious in a page that was opened, in light and in dark, and by how much it is wider than a phone. */
export async function problemsOf(page: Page): Promise<string[]> {
  await expect(page.locator('h1').first()).toBeVisible();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await scrollClear(page);
  const problems = await seriousProblems(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  // Pages without scripts, or that hold them back until somebody touches them, do not notice.
  const held = await page.locator('script[data-held-scripts]').count();
  if (held > 0 || (await page.locator('script[type=module]').count()) === 0) await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  // Colours are all that differs.
  problems.push(
    ...(await seriousProblems(page, { rules: ['color-contrast'] })).map((each) => `in dark: ${each}`),
  );
  await page.emulateMedia({ colorScheme: 'light' });
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: narrowest, height: 740 });
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  if (overflow > 0) problems.push(`${overflow} px wider than ${narrowest} px`);
  if (viewport) await page.setViewportSize(viewport);
  return problems;
}

/** What lies half under the head of the page or the bar of the decision can be scrolled clear of it: sizes are measured there. */
export async function scrollClear(page: Page): Promise<void> {
  await page.evaluate('window.scrollTo(0, 0)');
  const records = page.getByRole('region', { name: 'Records', exact: true });
  if ((await records.count()) > 0) await records.evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
}

/** What comes or goes is half transparent on its way, which is no colour of the page. */
async function untilNothingFades(): Promise<void> {
  const moving = () =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      );
  for (let now = moving(); now.length > 0; now = moving())
    await Promise.allSettled(now.map(({ finished }) => finished));
}

/** Looks at every element, and finds only what axe calls moderate. */
const neverSerious = { region: { enabled: false } };

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds serious in a page as it stands, or in what a selector finds of it. In the page itself, and only what is
 * broken: with the window of its own and the list of all that is right that axe's package for Playwright makes, it takes
 * four times as long.
 */
export async function seriousProblems(
  page: Page,
  { rules, within }: { rules?: string[]; within?: string } = {},
): Promise<string[]> {
  await page.evaluate(untilNothingFades);
  // Half a megabyte, which stays in a page until it is left.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(runAxe, {
    within,
    options: { resultTypes: ['violations'], runOnly: rules ?? standard, rules: neverSerious },
  } satisfies Parameters<typeof runAxe>[0]);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** In the page, where axe is. */
async function runAxe(asked: {
  within: string | undefined;
  options: RunOptions;
}): Promise<Pick<AxeResults, 'violations'>> {
  const { axe } = globalThis as unknown as {
    axe: { run(context: unknown, options: RunOptions): Promise<AxeResults> };
  };
  const { violations } = await axe.run(asked.within ?? document, asked.options);
  return { violations };
}
