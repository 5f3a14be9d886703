import { Link } from 'react-router';
import { When } from '../../../ui/when.tsx';
import classes from '../settings.module.css';

interface Event {
  id: number;
  at: string;
  text: string;
  browser: string;
  ipAddress: string;
}

export function EventsSection({
  items,
  hasMore,
  isFirst,
}: {
  items: Event[];
  hasMore: boolean;
  isFirst: boolean;
}) {
  const last = items.at(-1);
  return (
    <section className={classes.section} id="events">
      <h2>What happened to your account</h2>
      <p>Sign-ins, changes, and what administrators did. Nobody can change this list.</p>
      {items.length === 0 ? (
        <p>{isFirst ? 'Nothing yet.' : 'Nothing older.'}</p>
      ) : (
        <ol className={classes.rows} aria-label="Events of your account">
          {items.map((event) => (
            <li key={event.id}>
              <div className={classes.what}>
                <span dir="auto">{event.text}</span>
                <small>{[event.browser, event.ipAddress].filter(Boolean).join(' · ')}</small>
              </div>
              <div className={classes.hint}>
                <When iso={event.at} />
              </div>
            </li>
          ))}
        </ol>
      )}
      <p className={classes.inline}>
        {isFirst ? null : (
          <Link to="?#events" preventScrollReset>
            Newest
          </Link>
        )}
        {hasMore && last ? (
          <Link to={`?before=${last.id}#events`} preventScrollReset>
            Older
          </Link>
        ) : null}
      </p>
    </section>
  );
}
