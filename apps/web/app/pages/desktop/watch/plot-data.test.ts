import type { Series } from '@readout/domain/watches/read-series';
import { expect, test } from 'vitest';
import { plotData } from './plot-data.ts';

const series = (at: number[], more: Partial<Series> = {}): Series => ({
  from: new Date(0).toISOString(),
  to: new Date(60_000).toISOString(),
  stepMs: null,
  gapAfterMs: 2500,
  at,
  low: at.map(() => 1),
  high: at.map(() => 3),
  mean: at.map(() => 2),
  implausible: at.map(() => 0),
  unreadable: at.map(() => 0),
  afterGap: [],
  ...more,
});

test('the line is broken where nothing was read, and where the device says that it was away', () => {
  expect(plotData(series([0, 1000, 9000, 10_000]), [], true).mean).toEqual([2, 2, null, 2, 2]);
  expect(plotData(series([0, 1000, 2000], { afterGap: [1] }), [], true).mean).toEqual([2, null, 2, 2]);
});

test('what this device has read since is drawn at once, and once', () => {
  const live = [1000, 2000, 3000].map((at) => ({ at, value: at }));
  expect(plotData(series([0, 1000]), live, true).mean).toEqual([2, 2, 2000, 3000]);
  const ahead = [{ at: 61_000, value: 5 }];
  expect(plotData(series([0]), ahead, true)).toMatchObject({ from: 1, to: 61 });
});
