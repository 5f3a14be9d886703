import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/build/**', '**/dist/**'];

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
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{apps,packages,plugins,scripts}/**/*.int.test.ts'],
          exclude,
          globalSetup: ['packages/database/src/test-global-setup.ts'],
          // As the server is started: pages are rendered by what renders them for people.
          env: { NODE_ENV: 'production', READOUT_LANG: 'en' },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['{apps,packages,plugins,bench}/**/*.browser.test.ts'],
          exclude,
          // A real Chromium starts and loads the engine.
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
    ],
    // Loaded as they are by Node: what is tested is what runs.
    pool: 'forks',
    maxWorkers: 2,
    // Of hundreds of tests that each wait in vain for the same thing a few tell all.
    bail: 20,
  },
});
