import { expect, test } from 'vitest';
import { createReadiness, readinessOf } from './readiness.ts';

test.each([
  ['ready', { alive: 2, held: 1 }, 20],
  ['ready', { alive: 1, held: 0 }, null],
  ['no_worker', { alive: 0, held: 0 }, null],
  ['held', { alive: 2, held: 2 }, 20],
  ['late', { alive: 2, held: 0 }, 301],
] as const)('reading is "%s" with workers %o and an oldest page of %s s', (word, workers, oldestSeconds) => {
  expect(readinessOf({ workers, oldestSeconds })).toBe(word);
});

test('a database that does not say is no reason to fail', async () => {
  expect(await createReadiness(() => Promise.reject(new Error('refused'))).look()).toBe('unknown');
});
