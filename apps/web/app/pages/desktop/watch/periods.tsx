import { Link, useSearchParams } from 'react-router';
import { useHydrated } from '../../../ui/hydrated.ts';
import { PageTabs } from '../../../ui/layout.tsx';
import { useLocale, useText } from '../../../ui/texts.tsx';
import { type Period, type PeriodName, periods } from './period.ts';
import classes from './watch.module.css';

/** How much of the past is shown; a stretch one zoomed to leads back to now. */
export function Periods({ period }: { period: Period }) {
  const text = useText();
  const locale = useLocale();
  const [params] = useSearchParams();
  const hydrated = useHydrated();
  const at = (name: PeriodName) => {
    const next = new URLSearchParams(params);
    next.delete('from');
    next.delete('to');
    next.set('period', name);
    return `?${next}`;
  };
  const moment = (iso: string) =>
    hydrated
      ? new Date(iso).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'medium' })
      : `${iso.slice(0, 19).replace('T', ' ')} UTC`;
  return (
    <PageTabs aria-label={text('watch.page.period')}>
      {period.name === null ? (
        <span className={classes.zoomed}>
          {text('watch.page.between', { from: moment(period.from), to: moment(period.to) })}
        </span>
      ) : null}
      {(Object.keys(periods) as PeriodName[]).map((name) => (
        <Link
          key={name}
          to={at(name)}
          aria-current={name === period.name ? 'page' : undefined}
          preventScrollReset
          replace
        >
          {text('watch.page.period_name', { name: periods[name].name })}
        </Link>
      ))}
    </PageTabs>
  );
}
