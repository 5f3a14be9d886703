import type { Counted } from '@readout/domain/dashboard/overview-of';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { plural, wholeNumber } from '../../ui/numbers.ts';
import page from '../../ui/page.module.css';
import { Plot, type PlotSeries } from '../../ui/plot.tsx';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import classes from './dashboard.module.css';
import { dayName, listAddress, percent } from './words.ts';

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
const recordsIn = (records: number, captures: number): string =>
  `${plural(records, 'record')} in ${plural(captures, 'capture')}`;

export function CapturesByDay({ overview: { days, total }, span }: Props) {
  const series: PlotSeries[] = [
    { name: 'Read', tone: 'signal', total: total.read, to: listAddress({ ...span, state: 'read' }) },
    { name: 'Failed', tone: 'alarm', total: total.failed, to: listAddress({ ...span, state: 'failed' }) },
    {
      name: 'Not read yet',
      tone: 'plain',
      total: total.unread,
      to: listAddress({ ...span, state: 'unread' }),
    },
  ];
  const bars = useMemo(
    () =>
      days.map(({ day, captures, read, failed, unread }) => ({
        name: dayName(day),
        text: [
          plural(captures, 'capture'),
          ...(failed > 0 ? [`${failed} failed`] : []),
          ...(unread > 0 ? [`${unread} not read yet`] : []),
        ].join(', '),
        values: [read, failed, unread],
        to: listAddress(onDay(span, day)),
      })),
    [days, span],
  );
  return <Plot label="Captures on each day, by state" series={series} bars={bars} />;
}

export function RecordsByDay({ overview: { days, total }, span }: Props) {
  const state = (review: 'confirmed' | 'needs_review' | 'rejected') => ({
    total: total.byState[review].records,
    to: listAddress({ ...span, review }),
  });
  const series: PlotSeries[] = [
    { name: 'Confirmed', tone: 'signal', ...state('confirmed') },
    { name: 'To review', tone: 'notice', ...state('needs_review') },
    { name: 'Rejected', tone: 'plain', ...state('rejected') },
  ];
  const bars = useMemo(
    () =>
      days.map(({ day, records, recorded, byState }) => ({
        name: dayName(day),
        text: `${recordsIn(records, recorded)}: ${byState.confirmed.records} confirmed, ${byState.needs_review.records} to review, ${byState.rejected.records} rejected`,
        values: [byState.confirmed.records, byState.needs_review.records, byState.rejected.records],
        to: listAddress({ ...onDay(span, day), review: 'any' }),
      })),
    [days, span],
  );
  return <Plot label="Records on each day, by state" series={series} bars={bars} />;
}

export function WaitingByDay({ overview: { days }, span }: Props) {
  const series: PlotSeries[] = [{ name: 'Captures that waited when the day ended', tone: 'notice' }];
  const bars = useMemo(
    () =>
      days.map(({ day, waiting }, index) => ({
        name: dayName(day),
        text: `${plural(waiting, 'capture')} ${index === days.length - 1 ? (waiting === 1 ? 'waits now' : 'wait now') : 'waited at the end of the day'}`,
        values: [waiting],
        to: listAddress({ place: 'all', waitingAt: day, timeZone: span.timeZone }),
      })),
    [days, span],
  );
  return <Plot label="Captures that waited for review at the end of each day" series={series} bars={bars} />;
}

export function ConfidencePlot({ overview: { confidence, total }, span }: Props) {
  const bars = useMemo(
    () =>
      confidence.map(({ fromPercent, toPercent, records, captures }) => ({
        name: `${fromPercent} to ${toPercent} %`,
        text: recordsIn(records, captures),
        values: [records],
        to: listAddress({ ...span, confidence: `${fromPercent}-${toPercent}` }),
      })),
    [confidence, span],
  );
  if (total.records === 0) return <p className={page.dim}>No data yet: no records in this period.</p>;
  return (
    <Plot
      label="Records by confidence, in steps of ten percent"
      series={[{ name: 'Records', tone: 'signal', total: total.records }]}
      bars={bars}
      hint="confidence of the record"
    />
  );
}

const shownFields = 8;

export function Corrections({ overview: { corrections, confirmed }, span }: Props) {
  if (confirmed.records === 0)
    return <p className={page.dim}>No data yet: no record of this period is confirmed.</p>;
  if (corrections.length === 0)
    return (
      <p className={page.dim}>
        Nobody had to change a field of the {plural(confirmed.records, 'confirmed record')}.
      </p>
    );
  return (
    <ul className={classes.corrections}>
      {corrections
        .slice(0, shownFields)
        .map(({ plugin, type, typeLabel, field, label, records, captures, of }) => (
          <li key={`${plugin} ${type} ${field}`}>
            <Link
              to={listAddress({ ...span, review: 'confirmed', plugin, type, corrected: field })}
              title={`Changed in ${plural(records, 'confirmed record')} of ${wholeNumber(of)}, in ${plural(captures, 'capture')}`}
            >
              {label}
            </Link>
            <span className={page.dim}>{typeLabel}</span>
            <span className={classes.share}>
              {percent(records, of)}{' '}
              <span className={page.dim}>
                {wholeNumber(records)} of {wholeNumber(of)}
              </span>
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
  if (plugins.length === 0) return <p className={page.dim}>No data yet: no records in this period.</p>;
  return (
    <>
      <Table
        label="Captures by plugin"
        head={
          <>
            <th scope="col">Plugin</th>
            <th scope="col">By day</th>
            <th scope="col" className={table.number}>
              Captures
            </th>
            <th scope="col" className={table.number}>
              To review
            </th>
            <th scope="col" className={table.number}>
              Confirmed
            </th>
            <th scope="col" className={table.number}>
              Rejected
            </th>
          </>
        }
      >
        {plugins.map((row) => (
          <PluginRow key={row.plugin} row={row} days={days} span={span} />
        ))}
      </Table>
      <p className={classes.note}>
        Captures that hold a record of the plugin, by its state; one can be in several.
      </p>
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
  const bars = useMemo(
    () =>
      days.map(({ day }, index) => ({
        name: dayName(day),
        text: plural(byDay[index] ?? 0, 'capture'),
        values: [byDay[index] ?? 0],
        to: listAddress({ ...onDay(span, day), plugin }),
      })),
    [days, byDay, span, plugin],
  );
  return (
    <tr>
      <th scope="row" className={classes.plugin}>
        {name}
      </th>
      <td className={classes.sparkline}>
        <Plot label={`${name}, captures on each day`} series={smallSeries} bars={bars} isSmall />
      </td>
      <Count value={captures} title={recordsIn(records, captures)} to={listAddress({ ...span, plugin })} />
      {(['needs_review', 'confirmed', 'rejected'] as const).map((review) => (
        <Count
          key={review}
          value={byState[review].captures}
          title={recordsIn(byState[review].records, byState[review].captures)}
          to={listAddress({ ...span, plugin, review })}
        />
      ))}
    </tr>
  );
}

const smallSeries: PlotSeries[] = [{ name: 'Captures', tone: 'signal' }];

function Count({ value, title, to }: { value: number; title: string; to: string }) {
  return (
    <td className={table.number}>
      {value > 0 ? (
        <Link to={to} title={title}>
          {wholeNumber(value)}
        </Link>
      ) : (
        <span className={page.dim}>0</span>
      )}
    </td>
  );
}
