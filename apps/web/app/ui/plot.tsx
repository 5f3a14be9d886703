import { wholeNumber } from '@readout/texts/numbers';
import {
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Link, useNavigate } from 'react-router';
import classes from './plot.module.css';
import { useLocale, useText } from './texts.tsx';

export type PlotTone = 'signal' | 'notice' | 'alarm' | 'plain';

export interface PlotSeries {
  name: string;
  /** Each tone has a pattern of its own: colour never stands alone. */
  tone: PlotTone;
  /** Shown beside the name, leading to what it counts. */
  total?: number;
  to?: string;
}

export interface PlotBar {
  /** What stands under the bar, for instance `Tue 3 Nov`. */
  name: string;
  /** What a person reads and hears, for instance `3 captures, 1 failed`. */
  text: string;
  /** One value a series, stacked from below. */
  values: readonly number[];
  /** The list behind the bar; a bar of nothing leads nowhere. */
  to?: string;
}

/**
 * Bars with their numbers to hover, to focus and to hear. Tab reaches the newest bar, the arrow keys the others.
 * The bars are made as text: hundreds of elements of a component each would cost the server more than all else.
 */
export function Plot({
  label,
  series,
  bars,
  isSmall = false,
  hint,
}: {
  label: string;
  series: readonly PlotSeries[];
  bars: readonly PlotBar[];
  /** One line high, without legend and axis. */
  isSmall?: boolean;
  /** While no bar is pointed at; else that one is chosen to see its captures. */
  hint?: string;
}) {
  const text = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const [told, setTold] = useState('');
  const top = Math.max(1, ...bars.map((bar) => bar.values.reduce((sum, value) => sum + value, 0)));
  const html = useMemo(() => barsAsHtml(bars, series, top), [bars, series, top]);

  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // Somebody may have been there before the scripts were.
    const bar = document.activeElement?.closest('[data-bar]');
    if (bar && list.current?.contains(bar)) setTold(bar.getAttribute('data-bar') ?? '');
  }, []);
  const tell = (event: SyntheticEvent): void => {
    const bar = event.target instanceof Element ? event.target.closest('[data-bar]') : null;
    setTold(bar?.getAttribute('data-bar') ?? '');
  };
  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    void navigate(link.getAttribute('href') ?? '');
  };
  const walk = (event: KeyboardEvent): void => {
    const links = [...event.currentTarget.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: links.length - 1 }[event.key];
    const next = to === undefined || at < 0 ? undefined : links[to];
    if (!next) return;
    event.preventDefault();
    for (const link of links) link.tabIndex = link === next ? 0 : -1;
    next.focus();
  };

  return (
    <figure className={classes.figure} data-small={isSmall || undefined}>
      {isSmall ? null : (
        <figcaption className={classes.legend}>
          {series.map(({ name, tone, total, to }) => (
            <span key={name}>
              <i className={classes.swatch} data-tone={tone} aria-hidden />
              {to && total ? <Link to={to}>{name}</Link> : name}
              {total === undefined ? null : <b>{wholeNumber(total, locale)}</b>}
            </span>
          ))}
        </figcaption>
      )}
      <div className={classes.field}>
        {isSmall ? null : (
          <span className={classes.top} aria-hidden>
            {wholeNumber(top, locale)}
          </span>
        )}
        <ol
          ref={list}
          className={classes.bars}
          aria-label={label}
          onPointerOver={tell}
          onPointerLeave={() => setTold('')}
          onFocus={tell}
          onBlur={() => setTold('')}
          onClick={follow}
          onKeyDown={walk}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: every text in it is escaped where it is made
          dangerouslySetInnerHTML={{ __html: html }}
        />
      </div>
      {isSmall ? null : (
        <div className={classes.ends} aria-hidden>
          <bdi>{bars[0]?.name}</bdi>
          <span className={classes.told}>{told || (hint ?? text('common.plot_hint'))}</span>
          <bdi>{bars.at(-1)?.name}</bdi>
        </div>
      )}
    </figure>
  );
}

/** The list items of a plot. Exported for its test: what it is given may come from anywhere. */
export function barsAsHtml(bars: readonly PlotBar[], series: readonly PlotSeries[], top: number): string {
  const newest = bars.findLastIndex((bar) => bar.to !== undefined && bar.values.some((value) => value > 0));
  return bars
    .map(({ name, text, values, to }, index) => {
      const said = asText(`${name}: ${text}`);
      const parts = values
        .map((value, of) =>
          value > 0
            ? `<i data-tone="${series[of]?.tone ?? 'plain'}" style="height:${Math.max(2, (100 * value) / top).toFixed(1)}%"></i>`
            : '',
        )
        .join('');
      const isLink = to !== undefined && parts !== '';
      return isLink
        ? `<li><a href="${asText(to)}" data-bar="${said}" aria-label="${said}" tabindex="${index === newest ? 0 : -1}">${parts}</a></li>`
        : `<li><span data-bar="${said}"><span class="${classes.spoken}">${said}</span>${parts}</span></li>`;
    })
    .join('');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const asText = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
