import { defineConfig } from '@playwright/test';

const isRoot = process.getuid?.() === 0;

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
  timeout: 120_000,
  // Four times what they take: a machine that hangs is told from one that is slow.
  globalTimeout: 40 * 60_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
