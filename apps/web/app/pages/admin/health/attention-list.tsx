import { Link } from 'react-router';
import { IconAlertTriangleFilled, IconCheck } from '../../../ui/icons.ts';
import { useText } from '../../../ui/texts.tsx';
import admin from '../admin.module.css';
import type { Attention } from './attention.ts';
import classes from './health.module.css';

/** What needs somebody, each with its reason, what to do and where; one line where there is nothing. */
export function AttentionList({ items }: { items: readonly Attention[] }) {
  const text = useText();
  if (items.length === 0)
    return (
      <p className={admin.fine}>
        <IconCheck size={16} aria-hidden /> {text('operation.health.nothing_wrong')}
      </p>
    );
  return (
    <section aria-label={text('operation.health.attention')}>
      <ul className={classes.attention}>
        {items.map(({ tone, title, text: reason, to, link }) => (
          <li key={title} data-tone={tone}>
            <IconAlertTriangleFilled size={16} aria-hidden />
            <div>
              <h2 className={classes.what}>{title}</h2>
              <p>{reason}</p>
            </div>
            {to.startsWith('#') ? <a href={to}>{link}</a> : <Link to={to}>{link}</Link>}
          </li>
        ))}
      </ul>
    </section>
  );
}
