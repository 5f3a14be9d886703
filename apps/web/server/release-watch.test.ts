import { expect, test } from 'vitest';
import { watchRelease } from './release-watch.ts';

test('a process that became too old says so once, and stays it', async () => {
  const told: unknown[] = [];
  let oldest = '0.3.0';
  let now = 0;
  const watch = watchRelease({
    read: () => Promise.resolve(oldest),
    log: { error: (...line: unknown[]) => told.push(line) } as never,
    ours: '0.3.0',
    clock: () => now,
  });
  let calls = 0;
  watch.onTooOld(() => calls++);
  expect(await watch.look()).toBe(false);
  oldest = '0.10.0';
  now = 1_001;
  expect(await watch.look()).toBe(true);
  now = 2_002;
  oldest = '0.3.0';
  expect(await watch.look()).toBe(true);
  expect(watch.isTooOld()).toBe(true);
  expect(calls).toBe(1);
  expect(told).toEqual([
    [
      { event: 'release.too_old', release: '0.3.0', oldest: '0.10.0' },
      expect.stringContaining('Start 0.10.0'),
    ],
  ]);
  watch.close();
});

test('a database that does not say makes nobody too old', async () => {
  const watch = watchRelease({
    read: () => Promise.reject(new Error('away')),
    log: { error() {} },
    ours: '0.3.0',
  });
  expect(await watch.look()).toBe(false);
  watch.close();
});
