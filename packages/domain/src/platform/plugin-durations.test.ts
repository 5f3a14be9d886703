import { describe, expect, test } from 'vitest';
import { durationAt } from './plugin-durations.ts';

const bucketOf = (ms: number) => Math.floor(Math.log(ms) / Math.log(1.1));
const histogram = (durations: number[]) => {
  const counts = new Map<number, number>();
  for (const ms of durations) counts.set(bucketOf(ms), (counts.get(bucketOf(ms)) ?? 0) + 1);
  return [...counts].map(([bucket, runs]) => ({ bucket, runs }));
};

describe('the duration most runs stay below', () => {
  test('is within a tenth of the exact one', () => {
    const durations = Array.from({ length: 2000 }, (_, index) => 0.2 + ((index * 7919) % 400));
    const sorted = durations.toSorted((a, b) => a - b);
    for (const share of [0.5, 0.95, 0.99]) {
      const exact = sorted[Math.ceil(share * sorted.length) - 1]!;
      const found = durationAt(histogram(durations), share)!;
      expect(Math.abs(found - exact) / exact).toBeLessThan(0.1);
    }
  });

  test('of a single run is about that run, of none is none', () => {
    const found = durationAt(histogram([0.05]), 0.95)!;
    expect(found).toBeGreaterThan(0.045);
    expect(found).toBeLessThan(0.056);
    expect(durationAt([], 0.95)).toBeNull();
    expect(durationAt([{ bucket: 3, runs: 0 }], 0.95)).toBeNull();
  });
});
