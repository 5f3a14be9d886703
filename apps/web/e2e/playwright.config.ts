import { defineConfig } from '@playwright/test';
import { chromiumArgs, headlessPath } from './browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../../test-results',
  globalSetup: './started-server.ts',
  // Each with servers of its own; one journey alone often waits and leaves a core idle.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // Of all that wait in vain for the same thing a few tell all.
  maxFailures: 8,
  // Many times what they take: what hangs is told from a machine that is slow. No journey has limits of its own.
  timeout: 300_000,
  globalTimeout: 80 * 60_000,
  expect: { timeout: 90_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // What moves is drawn again and again, and waited for.
    contextOptions: { reducedMotion: 'reduce' },
    // It keeps hundreds of files for when there is no network, again for every journey; those that are about it allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Of the second try of those that may have one (`triedTwice`).
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: headlessPath,
      args: chromiumArgs,
    },
  },
});
