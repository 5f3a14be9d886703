import type { Counted } from '@readout/domain/dashboard/overview-of';
import { wholeNumber } from '@readout/texts/numbers';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { dayNames, listAddress, percent } from '../../dashboard/words.ts';
import { Text } from '../../ui/layout.tsx';
import table from '../../ui/list/list.module.css';
import { Table } from '../../ui/list/table.tsx';
import page from '../../ui/page.module.css';
import { Plot, type PlotSeries } from '../../ui/plot.tsx';
import { useLocale, useText } from '../../ui/texts.tsx';
import classes from './dashboard.module.css';

/** The period as the list's filter has it. */
export interface Span {
  place: 'kept';
  from: string;
  to: string;
  timeZone: string;
}

interface Props {
  overview: Counted;
  span: Span;
}

const onDay = (span: Span, day: string) => ({ ...span, from: day, to: day });

function useDayName() {
  const locale = useLocale();
  return useMemo(() => dayNames(locale), [locale]);
}

export function CapturesByDay({ overview: { days, total }, span }: Props) {
  const text = useText();
  const series: PlotSeries[] = [
    {
      name: text('dashboard.plots.read'),
      tone: 'signal',
      total: total.read,
      to: listAddress({ ...span, state: 'read' }),
    },
    {
      name: text('dashboard.plots.failed'),
      tone: 'alarm',
      total: total.failed,
      to: listAddress({ ...span, state: 'failed' }),
    },
    {
      name: text('dashboard.plots.not_read_yet'),
      tone: 'plain',
      total: total.unread,
      to: listAddress({ ...span, state: 'unread' }),
    },
  ];
  const dayName = useDayName();
  const bars = useMemo(
    () =>
      days.map(({ day, captures, read, failed, unread }) => ({
        name: dayName(day),
        text: text('dashboard.plots.captures_of_day', { count: captures, failed, unread }),
        values: [read, failed, unread],
        to: listAddress(onDay(span, day)),
      })),
    [days, span, text, dayName],
  );
  return <Plot label={text('dashboard.plots.captures_on_each_day_by')} series={series} bars={bars} />;
}

export function RecordsByDay({ overview: { days, total }, span }: Props) {
  const text = useText();
  const state = (review: 'confirmed' | 'needs_review' | 'rejected') => ({
    total: total.byState[review].records,
    to: listAddress({ ...span, review }),
  });
  const series: PlotSeries[] = [
    { name: text('dashboard.plots.confirmed'), tone: 'signal', ...state('confirmed') },
    { name: text('dashboard.plots.to_review'), tone: 'notice', ...state('needs_review') },
    { name: text('dashboard.plots.rejected'), tone: 'plain', ...state('rejected') },
  ];
  const dayName = useDayName();
  const bars = useMemo(
    () =>
      days.map(({ day, records, recorded, byState }) => ({
        name: dayName(day),
        text: text('dashboard.plots.records_of_day', {
          records,
          captures: recorded,
          confirmed: byState.confirmed.records,
          waiting: byState.needs_review.records,
          rejected: byState.rejected.records,
        }),
        values: [byState.confirmed.records, byState.needs_review.records, byState.rejected.records],
        to: listAddress({ ...onDay(span, day), review: 'any' }),
      })),
    [days, span, text, dayName],
  );
  return <Plot label={text('dashboard.plots.records_on_each_day_by')} series={series} bars={bars} />;
}

export function WaitingByDay({ overview: { days }, span }: Props) {
  const text = useText();
  const series: PlotSeries[] = [
    { name: text('dashboard.plots.captures_waited_when_day_ended'), tone: 'notice' },
  ];
  const dayName = useDayName();
  const bars = useMemo(
    () =>
      days.map(({ day, waiting }, index) => ({
        name: dayName(day),
        text: text(index === days.length - 1 ? 'dashboard.plots.waits_now' : 'dashboard.plots.waited', {
          count: waiting,
        }),
        values: [waiting],
        to: listAddress({ place: 'all', waitingAt: day, timeZone: span.timeZone }),
      })),
    [days, span, text, dayName],
  );
  return <Plot label={text('dashboard.plots.captures_waited_for_review_at')} series={series} bars={bars} />;
}

export function ConfidencePlot({ overview: { confidence, total }, span }: Props) {
  const text = useText();
  const bars = useMemo(
    () =>
      confidence.map(({ fromPercent, toPercent, records, captures }) => ({
        name: text('dashboard.plots.percent_range', { from: fromPercent, to: toPercent }),
        text: text('dashboard.plots.records_in_captures', { records, captures }),
        values: [records],
        to: listAddress({ ...span, confidence: `${fromPercent}-${toPercent}` }),
      })),
    [confidence, span, text],
  );
  if (total.records === 0)
    return <p className={page.dim}>{text('dashboard.plots.no_data_yet_no_records')}</p>;
  return (
    <Plot
      label={text('dashboard.plots.records_by_confidence_in_steps')}
      series={[{ name: text('dashboard.plots.records'), tone: 'signal', total: total.records }]}
      bars={bars}
      hint={text('dashboard.plots.confidence_record')}
    />
  );
}

const shownFields = 8;

export function Corrections({ overview: { corrections, confirmed }, span }: Props) {
  const text = useText();
  if (confirmed.records === 0)
    return <p className={page.dim}>{text('dashboard.plots.no_data_yet_no_record')}</p>;
  if (corrections.length === 0)
    return <p className={page.dim}>{text('dashboard.plots.nobody_changed', { count: confirmed.records })}</p>;
  return (
    <ul className={classes.corrections}>
      {corrections
        .slice(0, shownFields)
        .map(({ plugin, type, typeLabel, field, label, records, captures, of }) => (
          <li key={`${plugin} ${type} ${field}`}>
            <Link
              to={listAddress({ ...span, review: 'confirmed', plugin, type, corrected: field })}
              title={text('dashboard.plots.changed_in', { records, of, captures })}
            >
              {label}
            </Link>
            <span className={page.dim}>{typeLabel}</span>
            <span className={classes.share}>
              {percent(records, of, text)}{' '}
              <span className={page.dim}>{text('dashboard.plots.part_of', { part: records, of })}</span>
            </span>
            <span className={classes.meter} aria-hidden>
              <span style={{ width: `${of === 0 ? 0 : Math.max(1, (100 * records) / of)}%` }} />
            </span>
          </li>
        ))}
    </ul>
  );
}

export function Plugins({ overview: { plugins, days }, span }: Props) {
  const text = useText();
  if (plugins.length === 0)
    return <p className={page.dim}>{text('dashboard.plots.no_data_yet_no_records')}</p>;
  return (
    <>
      <Table
        label={text('dashboard.plots.captures_by_plugin')}
        head={
          <>
            <th scope="col">{text('dashboard.plots.plugin')}</th>
            <th scope="col">{text('dashboard.plots.by_day')}</th>
            <th scope="col" className={table.number}>
              {text('dashboard.plots.captures')}
            </th>
            <th scope="col" className={table.number}>
              {text('dashboard.plots.to_review')}
            </th>
            <th scope="col" className={table.number}>
              {text('dashboard.plots.confirmed')}
            </th>
            <th scope="col" className={table.number}>
              {text('dashboard.plots.rejected')}
            </th>
          </>
        }
      >
        {plugins.map((row) => (
          <PluginRow key={row.plugin} row={row} days={days} span={span} />
        ))}
      </Table>
      <Text size={12} tone="dim" above={8}>
        {text('dashboard.plots.captures_hold_record_plugin_by')}
      </Text>
    </>
  );
}

function PluginRow({
  row: { plugin, name, records, captures, byState, byDay },
  days,
  span,
}: {
  row: Counted['plugins'][number];
  days: Counted['days'];
  span: Span;
}) {
  const text = useText();
  const dayName = useDayName();
  const bars = useMemo(
    () =>
      days.map(({ day }, index) => ({
        name: dayName(day),
        text: text('dashboard.plots.count_captures', { count: byDay[index] ?? 0 }),
        values: [byDay[index] ?? 0],
        to: listAddress({ ...onDay(span, day), plugin }),
      })),
    [days, byDay, span, plugin, text, dayName],
  );
  return (
    <tr>
      <th scope="row" className={classes.plugin}>
        {name}
      </th>
      <td className={classes.sparkline}>
        <Plot
          label={text('dashboard.plots.captures_of_plugin', { name })}
          series={[{ name: text('dashboard.plots.captures'), tone: 'signal' }]}
          bars={bars}
          isSmall
        />
      </td>
      <Count
        value={captures}
        title={text('dashboard.plots.records_in_captures', { records, captures })}
        to={listAddress({ ...span, plugin })}
      />
      {(['needs_review', 'confirmed', 'rejected'] as const).map((review) => (
        <Count
          key={review}
          value={byState[review].captures}
          title={text('dashboard.plots.records_in_captures', byState[review])}
          to={listAddress({ ...span, plugin, review })}
        />
      ))}
    </tr>
  );
}

function Count({ value, title, to }: { value: number; title: string; to: string }) {
  const locale = useLocale();
  return (
    <td className={table.number}>
      {value > 0 ? (
        <Link to={to} title={title}>
          {wholeNumber(value, locale)}
        </Link>
      ) : (
        <span className={page.dim}>0</span>
      )}
    </td>
  );
}
