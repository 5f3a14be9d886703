import { wholeNumber } from '@readout/texts/numbers';
import { Link } from 'react-router';
import classes from './bars.module.css';
import { Hidden } from './layout.tsx';
import { useLocale, useText } from './texts.tsx';

export interface Bar {
  /** ISO day or hour. */
  at: string;
  /** Stacked from below. */
  parts: { value: number; tone: 'plain' | 'signal' | 'alarm' }[];
  /** What a person reads, for instance `3 captures, 1 failed`. */
  text: string;
  to?: string;
}

/** A small plot beside numbers: one bar for each day or hour, with its numbers to hover, to focus and to read aloud. */
export function Bars({
  label,
  bars,
  ends,
  format,
}: {
  label: string;
  bars: Bar[];
  ends: [from: string, to: string];
  /** How a value is written. */
  format?: (value: number) => string;
}) {
  const text = useText();
  const locale = useLocale();
  const sum = (bar: Bar) => bar.parts.reduce((total, part) => total + part.value, 0);
  const top = Math.max(1, ...bars.map(sum));
  return (
    <figure className={classes.figure}>
      <ol className={classes.bars} aria-label={label}>
        {bars.map((bar) => {
          const stack = bar.parts.map(({ value, tone }) =>
            value > 0 ? (
              <span key={tone} data-tone={tone} style={{ height: `${Math.max(2, (100 * value) / top)}%` }} />
            ) : null,
          );
          const said = `${bar.at.slice(0, 16).replace('T', ' ')}: ${bar.text}`;
          return (
            <li key={bar.at} title={said}>
              {bar.to && sum(bar) > 0 ? (
                <Link to={bar.to} aria-label={said}>
                  {stack}
                </Link>
              ) : (
                <span className={classes.stack}>
                  <Hidden>{said}</Hidden>
                  {stack}
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <figcaption className={classes.ends} aria-hidden>
        <span>{ends[0]}</span>
        <span>{text('common.most', { value: format ? format(top) : wholeNumber(top, locale) })}</span>
        <span>{ends[1]}</span>
      </figcaption>
    </figure>
  );
}
