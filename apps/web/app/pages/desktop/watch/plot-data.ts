import type { Series } from '@readout/domain/watches/read-series';
import type { LivePoint } from '../../../watch/running.ts';

/** Columns as uPlot takes them; times in seconds. */
export interface PlotData {
  from: number;
  to: number;
  at: number[];
  low: (number | null)[];
  high: (number | null)[];
  mean: (number | null)[];
  implausible: number[];
  unreadable: number[];
}

/**
 * A series with a hole wherever nothing was read, and behind it what this device has read since and the server does not have
 * yet.
 */
export function plotData(series: Series, live: readonly LivePoint[], isMoving: boolean): PlotData {
  const data: PlotData = {
    from: Date.parse(series.from) / 1000,
    to: Date.parse(series.to) / 1000,
    at: [],
    low: [],
    high: [],
    mean: [],
    implausible: [],
    unreadable: [],
  };
  const afterGap = new Set(series.afterGap);
  let before: number | undefined;
  const push = (
    at: number,
    low: number | null,
    high: number | null,
    mean: number | null,
    marks: [number, number],
  ) => {
    data.at.push(at / 1000);
    data.low.push(low);
    data.high.push(high);
    data.mean.push(mean);
    data.implausible.push(marks[0]);
    data.unreadable.push(marks[1]);
    before = at;
  };
  const hole = (at: number) => {
    if (before !== undefined && at > before) push((before + at) / 2, null, null, null, [0, 0]);
  };
  series.at.forEach((at, index) => {
    if (before !== undefined && (at - before > series.gapAfterMs || afterGap.has(index))) hole(at);
    push(at, series.low[index] ?? null, series.high[index] ?? null, series.mean[index] ?? null, [
      series.implausible[index] ?? 0,
      series.unreadable[index] ?? 0,
    ]);
  });
  // A step is over when the next begins: what came within the last one is in it already.
  const known = before === undefined ? Date.parse(series.from) : before + (series.stepMs ?? 0);
  for (const { at, value } of live) {
    if (at <= known) continue;
    if (before !== undefined && at - before > series.gapAfterMs) hole(at);
    push(at, value, value, value, [0, value === null ? 1 : 0]);
  }
  const last = data.at.at(-1);
  if (isMoving && last !== undefined && last > data.to) {
    data.from += last - data.to;
    data.to = last;
  }
  return data;
}
