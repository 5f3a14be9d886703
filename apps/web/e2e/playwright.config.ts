import { defineConfig } from '@playwright/test';

const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../../test-results',
  // One server, one reader: journeys after one another say more about each than several at once about the machine.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  // Of all that wait in vain for the same thing a few tell all.
  maxFailures: 8,
  timeout: 90_000,
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
