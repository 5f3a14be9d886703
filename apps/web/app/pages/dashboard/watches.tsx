import type { listWatches } from '@readout/domain/watches/list-watches';
import { Link } from 'react-router';
import { Lines } from '../../ui/layout.tsx';
import table from '../../ui/list/list.module.css';
import page from '../../ui/page.module.css';
import { FormattedText, useLocale, useText } from '../../ui/texts.tsx';
import { When } from '../../ui/when.tsx';
import { CourseLine } from '../../watch/course-line.tsx';
import { shownValue, standingOf } from '../../watch/words.ts';
import classes from './dashboard.module.css';

type Listed = Awaited<ReturnType<typeof listWatches>>[number];

const most = 6;

/** Watches with their last value and last hours, those with an alarm first. */
export function Watches({ watches, now }: { watches: readonly Listed[]; now: number }) {
  const text = useText();
  const locale = useLocale();
  const shown = [...watches]
    .filter(({ state }) => state === 'active')
    .sort((a, b) => b.openAlarms.length - a.openAlarms.length || b.unseenAlarms - a.unseenAlarms)
    .slice(0, most);
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>
        <Link to="/desktop/watch" className={classes.plain}>
          {text('dashboard.watches.watches')}
        </Link>
      </h2>
      {shown.length === 0 ? (
        <p className={page.dim}>
          <FormattedText
            id="dashboard.watches.nothing_is_watched"
            values={{ link: (inside) => <Link to="/desktop/watch">{inside}</Link> }}
          />
        </p>
      ) : (
        <Lines className={classes.watches}>
          {shown.map((watch) => {
            const { label, tone } = standingOf(watch, now, text);
            return (
              <li key={watch.id}>
                <div>
                  <Link to={`/desktop/watch/${watch.id}`} dir="auto">
                    {watch.name}
                  </Link>
                  <p>
                    {watch.last ? (
                      <>
                        {shownValue(watch.last, watch.reads, text, locale)}, <When iso={watch.last.takenAt} />
                      </>
                    ) : (
                      text('dashboard.watches.nothing_read_yet')
                    )}
                  </p>
                </div>
                <CourseLine course={watch.course} reads={watch.reads} low={watch.low} high={watch.high} />
                <span className={table.state} data-tone={tone}>
                  {label}
                </span>
              </li>
            );
          })}
        </Lines>
      )}
    </section>
  );
}
