import { Link } from 'react-router';
import classes from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';

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
  const text = useText();
  const last = items.at(-1);
  return (
    <section className={classes.section} id="events">
      <h2>{text('settings.security.events')}</h2>
      <p>{text('settings.security.events_hint')}</p>
      {items.length === 0 ? (
        <p>{text(isFirst ? 'settings.security.events_none' : 'settings.security.events_none_older')}</p>
      ) : (
        <ol className={classes.rows} aria-label={text('settings.security.events_list')}>
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
            {text('settings.security.events_newest')}
          </Link>
        )}
        {hasMore && last ? (
          <Link to={`?before=${last.id}#events`} preventScrollReset>
            {text('settings.security.events_older')}
          </Link>
        ) : null}
      </p>
    </section>
  );
}
