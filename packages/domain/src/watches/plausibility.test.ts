import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findImplausible, type Rules, rangeFrom, stepOf } from './plausibility.ts';
import type { Baseline } from './rules.ts';

const hour = 3_600_000;
const nine = Date.UTC(2026, 10, 21, 9, 12);
const meter: Rules = { reads: {}, maxRate: 5, ratePerMs: hour, direction: 'up' };
const confirmed: Baseline = { value: 12_841, takenAt: nine, by: 'Ana', step: 0.1 };
const found = (value: number, afterMs: number, rules = meter) =>
  findImplausible({ value, takenAt: nine + afterMs }, { before: confirmed }, rules);

describe('a value against what a person confirmed', () => {
  test('beyond the rate says by how much, in which time, since when and by whom', () => {
    expect(found(12_845.3, 10_000)).toMatchObject({
      rule: 'rate',
      difference: expect.closeTo(4.3),
      elapsedMs: 10_000,
      confirmed: { value: 12_841, takenAt: nine, by: 'Ana' },
      maxRate: 5,
    });
    expect(found(12_845.3, hour)).toBeUndefined();
  });

  test('against the direction says so, however long ago', () => {
    expect(found(12_840.9, 100 * 24 * hour)).toMatchObject({ rule: 'direction', direction: 'up' });
  });

  test('outside of what the display can show is wrong without any history', () => {
    expect(
      findImplausible({ value: 140, takenAt: nine }, {}, { ...meter, reads: { min: 0, max: 100 } }),
    ).toEqual({ rule: 'range', value: 140, min: 0, max: 100 });
  });

  test('the last digit of a display that turns over at once is no jump', () => {
    expect(found(12_841.1, 1000)).toBeUndefined();
    expect(found(12_841.3, 1000)).toMatchObject({ rule: 'rate' });
    expect(stepOf(undefined, '12 841.0 kWh')).toBe(0.1);
    expect(stepOf(3, '12')).toBe(0.001);
    expect(stepOf(undefined, null)).toBe(1);
  });

  test('nothing confirmed, nothing to doubt', () => {
    expect(findImplausible({ value: 1e9, takenAt: nine }, {}, meter)).toBeUndefined();
  });
});

const anyRules = fc.record({
  reads: fc.constant({}),
  maxRate: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })),
  ratePerMs: fc.option(fc.integer({ min: 1, max: 86_400_000 })),
  direction: fc.constantFrom('any' as const, 'up' as const, 'down' as const),
});
const anyBaseline = fc.record({
  value: fc.double({ min: -1e9, max: 1e9, noNaN: true }),
  takenAt: fc.integer({ min: 0, max: 2e12 }),
  by: fc.constant('Ana'),
  step: fc.constantFrom(1, 0.1, 0.001),
});

test('what was confirmed is itself plausible, under any rule, from either side', () => {
  fc.assert(
    fc.property(anyBaseline, anyRules, (baseline, rules) => {
      const sample = { value: baseline.value, takenAt: baseline.takenAt };
      expect(findImplausible(sample, { before: baseline }, rules)).toBeUndefined();
      expect(findImplausible(sample, { after: baseline }, rules)).toBeUndefined();
    }),
    { seed: 20_261_121 },
  );
});

test('more time allows more, never less', () => {
  fc.assert(
    fc.property(anyBaseline, anyRules, fc.nat(1e9), fc.nat(1e9), (baseline, rules, near, more) => {
      for (const side of [1, -1]) {
        const [soon, later] = [near, near + more].map((ms) =>
          rangeFrom(baseline, rules, baseline.takenAt + side * (ms + 1)),
        );
        expect(later!.low).toBeLessThanOrEqual(soon!.low);
        expect(later!.high).toBeGreaterThanOrEqual(soon!.high);
      }
    }),
    { seed: 20_261_121 },
  );
});

test('a series that keeps to rate and direction is believed from its first value to its last, looked at from both ends', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.001, max: 1000, noNaN: true }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 1e7 }), fc.double({ min: 0, max: 1, noNaN: true })), {
        minLength: 2,
        maxLength: 30,
      }),
      (maxRate, steps) => {
        const rules: Rules = { reads: {}, maxRate, ratePerMs: hour, direction: 'up' };
        let [value, takenAt] = [100, nine];
        const series = steps.map(([ms, share]) => {
          takenAt += ms;
          value += (share * maxRate * ms) / hour;
          return { value, takenAt };
        });
        const ends = [series[0]!, series.at(-1)!].map((end) => ({ ...end, by: 'Ana', step: 0.001 }));
        for (const sample of series)
          expect(findImplausible(sample, { before: ends[0], after: ends[1] }, rules)).toBeUndefined();
      },
    ),
    { seed: 20_261_121 },
  );
});
