import type { listWatches } from '@readout/domain/watches/list-watches';
import { Link } from 'react-router';
import page from '../../ui/page.module.css';
import table from '../../ui/table.module.css';
import { When } from '../../ui/when.tsx';
import { CourseLine } from '../watch/course-line.tsx';
import { shownValue, standingOf } from '../watch/words.ts';
import classes from './dashboard.module.css';

type Listed = Awaited<ReturnType<typeof listWatches>>[number];

const most = 6;

/** Watches with their last value and last hours, those with an alarm first. */
export function Watches({ watches, now }: { watches: readonly Listed[]; now: number }) {
  const shown = [...watches]
    .filter(({ state }) => state === 'active')
    .sort((a, b) => b.openAlarms.length - a.openAlarms.length || b.unseenAlarms - a.unseenAlarms)
    .slice(0, most);
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>
        <Link to="/desktop/watch" className={classes.plain}>
          Watches
        </Link>
      </h2>
      {shown.length === 0 ? (
        <p className={page.dim}>
          Nothing is watched.{' '}
          <Link to="/desktop/watch">Mark a number on a screen and its course is drawn here</Link>.
        </p>
      ) : (
        <ul className={classes.watches}>
          {shown.map((watch) => {
            const { text, tone } = standingOf(watch, now);
            return (
              <li key={watch.id}>
                <div>
                  <Link to={`/desktop/watch/${watch.id}`} dir="auto">
                    {watch.name}
                  </Link>
                  <p>
                    {watch.last ? (
                      <>
                        {shownValue(watch.last, watch.reads)}, <When iso={watch.last.takenAt} />
                      </>
                    ) : (
                      'nothing read yet'
                    )}
                  </p>
                </div>
                <CourseLine course={watch.course} reads={watch.reads} low={watch.low} high={watch.high} />
                <span className={table.state} data-tone={tone}>
                  {text}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
