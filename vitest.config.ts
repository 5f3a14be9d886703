import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/build/**', '**/dist/**'];

/**
 * Limits that tell what hangs from a machine that is slow: many times what the slowest takes on a quiet one. Nothing else in
 * a test is about wall time, so no file has limits of its own but for what runs for minutes in `npm run test:long`.
 */
const patience = {
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000, interval: 50 } },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // Whatever the terminal speaks.
          env: { READOUT_LANG: 'en' },
          include: ['{apps,packages,plugins,scripts,bench}/**/*.test.ts'],
          exclude: [...exclude, '**/*.int.test.ts', '**/*.browser.test.ts'],
          ...patience,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{apps,packages,plugins,scripts}/**/*.int.test.ts'],
          exclude,
          globalSetup: [
            'packages/database/src/test-global-setup.ts',
            'apps/web/server/testing/first-start.ts',
          ],
          // As the server is started: pages are rendered by what renders them for people.
          env: { NODE_ENV: 'production', READOUT_LANG: 'en' },
          ...patience,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['{apps,packages,plugins,bench}/**/*.browser.test.ts'],
          exclude,
          ...patience,
        },
      },
    ],
    // Loaded as they are by Node: what is tested is what runs.
    pool: 'forks',
    // One more than cores: tests with a server or a database wait a good part of their time.
    maxWorkers: 3,
    // Of hundreds of tests that each wait in vain for the same thing a few tell all.
    bail: 20,
  },
});
