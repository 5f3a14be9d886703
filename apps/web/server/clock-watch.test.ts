import { expect, test } from 'vitest';
import { watchClock } from './clock-watch.ts';

test('a clock that is an hour off is told of once, and once when it is right again', async () => {
  const told: unknown[] = [];
  const log = {
    error: ({ event, aheadSeconds }: { event: string; aheadSeconds: number }) =>
      told.push([event, aheadSeconds]),
    info: ({ event }: { event: string }) => told.push([event]),
  };
  let offMs = 0;
  const theirs = Date.parse('2026-11-27T20:00:00Z');
  const watch = watchClock({
    read: async () => new Date(theirs),
    log: log as never,
    clock: { now: () => theirs + offMs },
  });
  expect(await watch.look()).toBe(0);
  for (const seconds of [20, -20]) {
    offMs = seconds * 1000;
    expect(await watch.look()).toBe(0);
  }
  offMs = -3600_000;
  expect(await watch.look()).toBe(-3600);
  await watch.look();
  offMs = 1000;
  expect(await watch.look()).toBe(0);
  expect(told).toEqual([['clock.differs', -3600], ['clock.agrees']]);
  watch.close();
});

test('a database that is away says nothing about clocks', async () => {
  const watch = watchClock({ read: () => Promise.reject(new Error('away')), log: { error() {}, info() {} } });
  expect(await watch.look()).toBe(0);
  watch.close();
});
