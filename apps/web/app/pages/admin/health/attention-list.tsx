import type { Attention } from '@readout/domain/platform/attention';
import { Link } from 'react-router';
import { IconAlertTriangleFilled, IconCheck } from '../../../ui/icons.ts';
import { Row, Text } from '../../../ui/layout.tsx';
import { useText } from '../../../ui/texts.tsx';
import classes from './health.module.css';

/** What needs somebody, each with its reason, what to do and where; one line where there is nothing. */
export function AttentionList({ items }: { items: readonly Attention[] }) {
  const text = useText();
  if (items.length === 0)
    return (
      <Row as="p" isOneLine gap={8} align="center" size={14} tone="signal" below={24}>
        <IconCheck size={16} aria-hidden /> {text('operation.health.nothing_wrong')}
      </Row>
    );
  return (
    <section aria-label={text('operation.health.attention')}>
      <ul className={classes.attention}>
        {items.map(({ key, tone, title, text: reason, to, link }) => (
          <li key={key} data-tone={tone}>
            <IconAlertTriangleFilled size={16} aria-hidden />
            <div>
              <Text as="h2" size={14} weight={600} isBroken>
                {title}
              </Text>
              <p>{reason}</p>
            </div>
            {to.startsWith('#') ? <a href={to}>{link}</a> : <Link to={to}>{link}</Link>}
          </li>
        ))}
      </ul>
    </section>
  );
}
