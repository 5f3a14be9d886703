import { Button } from '@mantine/core';
import { Link } from 'react-router';
import classes from '../settings.module.css';

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
  if (isDone && keepsCodes) return null;
  return (
    <div className={classes.note} role="status" style={{ marginTop: 16 }}>
      {isDone || company === null ? (
        <>
          <p>
            {isDone ? 'Your second factor is switched on.' : 'A second factor is not demanded here any more.'}
          </p>
          <p>
            <Button component={Link} to="/app" size="xs">
              Go on to the workspace
            </Button>
          </p>
        </>
      ) : (
        <>
          <p>
            <strong dir="auto">{company}</strong> demands a second factor of its members. Set one up below;
            until then its pages stay closed to you.
          </p>
          <p>You need an authenticator app on your phone or computer, and two minutes.</p>
        </>
      )}
    </div>
  );
}
