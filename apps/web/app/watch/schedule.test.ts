import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextMoment, wasAsleep } from './schedule.ts';

test('whatever reading takes, the moments stay on the interval for days', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2e12 }),
      fc.integer({ min: 1000, max: 86_400_000 }),
      fc.array(fc.nat(400), { maxLength: 50 }),
      (start, intervalMs, delays) => {
        let now = start;
        let last: number | undefined;
        for (const delay of delays) {
          const next = nextMoment(now, intervalMs);
          expect(next % intervalMs).toBe(0);
          expect(next).toBeGreaterThan(now);
          if (last !== undefined) expect(next - last).toBe(intervalMs);
          last = next;
          // Woken late, and it reads for a while.
          now = next + delay;
        }
      },
    ),
    { seed: 20_261_121 },
  );
});

test('a machine that slept is told from one that is slow', () => {
  expect(wasAsleep(3000, 1000)).toBe(false);
  expect(wasAsleep(60_000, 1000)).toBe(true);
  expect(wasAsleep(3_700_000, 3_600_000)).toBe(false);
});
