import { expect, test } from 'vitest';
import { type AlarmState, followAlarms } from './follow-alarms.ts';
import type { SampleState } from './rules.ts';

const none: AlarmState = { open: new Set(), lostRun: 0 };
const rules = { low: 10, high: 20, lostAfter: 3 };
const series = (...values: (number | SampleState)[]) =>
  values.map((value, index) => ({
    id: `s${index}`,
    takenAt: `t${index}`,
    value: typeof value === 'number' ? value : 99,
    state: (typeof value === 'number' ? 'ok' : value) as SampleState,
  }));
const told = (samples: ReturnType<typeof series>, from = none) =>
  followAlarms(from, samples, rules).changes.map((change) =>
    change.type === 'open'
      ? `${change.kind} by ${change.sample.id}${change.cause ? `, ${change.cause}` : ''}`
      : `${change.kind} over at ${change.at}`,
  );

test('leaving the limits opens one alarm, however long it lasts, and coming back closes it', () => {
  expect(told(series(15, 20, 20.1, 25, 19.9, 9, 8, 10.1))).toEqual([
    'above by s2',
    'above over at t4',
    'below by s5',
    'below over at t7',
  ]);
});

test('a value that trembles at its limit is one alarm until it is clearly within', () => {
  expect(told(series(20.1, 20, 20.1, 19.95, 20.1, 19.9))).toEqual(['above by s0', 'above over at t5']);
  // Of a single limit the margin is a share of that.
  const { changes } = followAlarms(none, series(101, 99.5, 101, 99), { low: null, high: 100, lostAfter: 3 });
  expect(changes.map(({ type }) => type)).toEqual(['open', 'close']);
});

test('straight from above to below is one alarm over and another begun', () => {
  expect(told(series(25, 5))).toEqual(['above by s0', 'above over at t1', 'below by s1']);
});

test('only so many lost readings in a row are an alarm, across requests too', () => {
  expect(told(series(15, 'unreadable', 'unreadable', 15, 'unreadable', 'implausible'))).toEqual([]);
  const { state } = followAlarms(none, series(15, 'unreadable', 'unreadable'), rules);
  expect(told(series('unreadable', 'unreadable', 15), state)).toEqual([
    'lost by s0, unreadable',
    'lost over at t2',
  ]);
});

test('what cannot be believed neither raises nor ends the alarm of a limit', () => {
  expect(told(series('implausible', 15))).toEqual([]);
  expect(told(series('implausible'), { open: new Set(['below']), lostRun: 0 })).toEqual([]);
});
