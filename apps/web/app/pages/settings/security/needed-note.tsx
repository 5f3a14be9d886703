import { Button } from '@mantine/core';
import { Link } from 'react-router';
import classes from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';

/** Why one was led here instead of to the company's pages, and what to do. */
export function NeededNote({
  company,
  isDone,
  keepsCodes,
}: {
  /** That demands it; null where the one worked in does not (any more). */
  company: string | null;
  isDone: boolean;
  /** Recovery codes are on the page and not yet kept. */
  keepsCodes: boolean;
}) {
  const text = useText();
  if (isDone && keepsCodes) return null;
  return (
    <div className={classes.note} role="status" style={{ marginTop: 16 }}>
      {isDone || company === null ? (
        <>
          <p>{text(isDone ? 'settings.security.needed_done' : 'settings.security.needed_no_more')}</p>
          <p>
            <Button component={Link} to="/app" size="xs">
              {text('settings.security.go_on')}
            </Button>
          </p>
        </>
      ) : (
        <>
          <p>
            <FormattedText
              id="settings.security.needed"
              values={{ company: <strong dir="auto">{company}</strong> }}
            />
          </p>
          <p>{text('settings.security.needed_hint')}</p>
        </>
      )}
    </div>
  );
}
