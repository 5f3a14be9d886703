import type { Series } from '@readout/domain/watches/read-series';
import type { Watch, WatchAlarm } from '@readout/domain/watches/rules';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useHydrated } from '../../../ui/hydrated.ts';
import { Text } from '../../../ui/layout.tsx';
import page from '../../../ui/page.module.css';
import { useLocale, useText } from '../../../ui/texts.tsx';
import type { LivePoint } from '../../../watch/running.ts';
import { valueText } from '../../../watch/words.ts';
import { drawPlot, type PlotHandle } from './draw-plot.ts';
import { plotData } from './plot-data.ts';
import classes from './watch.module.css';

/**
 * The course of a watch: mean as a line, least and greatest as a band, limits as dashed lines, gaps as gaps, doubtful and lost
 * readings as marks below, alarms as bars above. Dragging over a stretch zooms to it.
 */
export function WatchPlot({
  series,
  reads,
  low,
  high,
  alarms,
  live,
  isMoving,
}: {
  series: Series;
  reads: Watch['reads'];
  low: number | null;
  high: number | null;
  alarms: readonly WatchAlarm[];
  live: readonly LivePoint[];
  /** Whether its end is now. */
  isMoving: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const handle = useRef<PlotHandle | undefined>(undefined);
  const [, setParams] = useSearchParams();
  const [isDrawn, setIsDrawn] = useState(false);
  const data = useMemo(() => plotData(series, live, isMoving), [series, live, isMoving]);
  const text = useText();
  const locale = useLocale();
  const scene = useMemo(
    () => ({ data, reads, low, high, alarms, text, locale }),
    [data, reads, low, high, alarms, text, locale],
  );
  const newest = useRef(scene);
  newest.current = scene;
  const zoom = useRef((_from: number, _to: number) => {});
  zoom.current = (from, to) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('period');
        next.set('from', new Date(from).toISOString());
        next.set('to', new Date(to).toISOString());
        return next;
      },
      { preventScrollReset: true },
    );

  useEffect(() => {
    const target = box.current;
    if (!target) return;
    let isOver = false;
    void import('./draw-plot.client.ts').then(({ uPlot }) => {
      if (isOver) return;
      handle.current = drawPlot(uPlot, target, newest.current, (from, to) => zoom.current(from, to));
      setIsDrawn(true);
    });
    return () => {
      isOver = true;
      handle.current?.destroy();
      handle.current = undefined;
    };
  }, []);
  useEffect(() => {
    if (isDrawn) handle.current?.show(scene);
  }, [scene, isDrawn]);

  return (
    <figure className={classes.plotFigure}>
      <div ref={box} className={classes.plot} aria-hidden />
      <figcaption>
        <PlotWords series={series} reads={reads} low={low} high={high} />
      </figcaption>
    </figure>
  );
}

/** What the plot shows, for who does not see it; the numbers themselves are in the list of samples and the CSV. */
function PlotWords({
  series,
  reads,
  low,
  high,
}: {
  series: Series;
  reads: Watch['reads'];
  low: number | null;
  high: number | null;
}) {
  const text = useText();
  const locale = useLocale();
  const hydrated = useHydrated();
  const known = series.mean.filter((mean) => mean !== null);
  if (known.length === 0) return <p className={page.dim}>{text('watch.page.nothing_was_read_in_period')}</p>;
  const least = Math.min(...series.low.filter((value) => value !== null));
  const most = Math.max(...series.high.filter((value) => value !== null));
  const gaps = series.at.filter(
    (at, index) => index > 0 && at - (series.at[index - 1] ?? at) > series.gapAfterMs,
  ).length;
  const doubtful = series.implausible.reduce((sum, count) => sum + count, 0);
  const lost = series.unreadable.reduce((sum, count) => sum + count, 0);

  const time = (at: number | undefined) =>
    at === undefined
      ? ''
      : hydrated
        ? new Date(at).toLocaleTimeString(locale)
        : `${new Date(at).toISOString().slice(11, 19)} UTC`;
  const facts = [
    low === null ? '' : text('watch.page.lower_limit', { value: valueText(low, reads, locale) }),
    high === null ? '' : text('watch.page.upper_limit', { value: valueText(high, reads, locale) }),
    gaps === 0 ? '' : text('watch.page.gaps', { count: gaps }),
    doubtful === 0 ? '' : text('watch.page.not_plausible', { count: doubtful }),
    lost === 0 ? '' : text('watch.page.readings_lost', { count: lost }),
  ].filter(Boolean);
  return (
    <Text size={13} tone="dim" above={8}>
      {text('watch.page.plot_in_words', {
        from: valueText(least, reads, locale),
        to: valueText(most, reads, locale),
        begin: time(series.at[0]),
        end: time(series.at.at(-1)),
        more: facts.length > 0 ? 'some' : 'none',
        facts: facts.join('; '),
      })}
    </Text>
  );
}
