import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { wholeNumber } from '../../ui/numbers.ts';
import { useArrivalFocus } from '../../ui/use-arrival-focus.ts';
import classes from './selection.module.css';

interface Item {
  id: string;
  name: string;
  /** What changes about it, or why nothing does. */
  note?: string | undefined;
}

/** What a bulk action is about to do, and to what nothing and why; or what it did, with the way back. */
export function BulkPanel({
  title,
  change,
  ids,
  changes,
  unchanged,
  problem,
  fields,
  isPreviewNeeded = false,
  run,
  backTo,
}: {
  title: string;
  change: string;
  ids: readonly string[];
  changes: Item[];
  unchanged: Item[];
  problem?: string | undefined;
  /** What else has to be entered. */
  fields?: ReactNode;
  /** Whether what was entered has to be looked at first. */
  isPreviewNeeded?: boolean;
  /** What the button says. */
  run: string;
  backTo: string;
}) {
  const heading = useArrivalFocus();
  const isBusy = useNavigation().state === 'submitting';
  return (
    <section className={classes.panel} aria-label={title}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="change" value={change} />
        <input type="hidden" name="ids" value={ids.join(' ')} />
        {fields ? <div className={classes.fields}>{fields}</div> : null}
        <div className={classes.columns}>
          <List title={`${wholeNumber(changes.length)} to be changed`} items={changes} />
          <List title={`${wholeNumber(unchanged.length)} not changed`} items={unchanged} />
        </div>
        {problem ? (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        ) : null}
        <div className={classes.buttons}>
          {changes.length > 0 && !isPreviewNeeded ? (
            <Button type="submit" name="intent" value="run" loading={isBusy}>
              {run}
            </Button>
          ) : null}
          {fields ? (
            <Button type="submit" name="intent" value="preview" variant="default">
              Preview
            </Button>
          ) : null}
          <Button component={Link} to={backTo} variant="subtle" color="gray" preventScrollReset>
            Cancel
          </Button>
        </div>
      </Form>
    </section>
  );
}

export function BulkDone({ text, bulkId, backTo }: { text: string; bulkId: string | null; backTo: string }) {
  const heading = useArrivalFocus();
  return (
    <section className={classes.panel} data-tone="done" aria-label="Done">
      <h2 ref={heading} tabIndex={-1} role="status">
        {text}
      </h2>
      <Form method="post" className={classes.buttons} preventScrollReset>
        {bulkId ? (
          <>
            <input type="hidden" name="bulkId" value={bulkId} />
            <Button type="submit" name="intent" value="undo" variant="default">
              Undo
            </Button>
          </>
        ) : null}
        <Button component={Link} to={backTo} variant="subtle" color="gray" preventScrollReset>
          Close
        </Button>
      </Form>
    </section>
  );
}

function List({ title, items }: { title: string; items: Item[] }) {
  const shown = items.slice(0, 200);
  return (
    <div>
      <h3>{title}</h3>
      {shown.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
        <ul tabIndex={0} aria-label={title}>
          {shown.map((item) => (
            <li key={item.id}>
              <span dir="auto">{item.name}</span> {item.note ? <small>{item.note}</small> : null}
            </li>
          ))}
          {items.length > shown.length ? <li>and {wholeNumber(items.length - shown.length)} more</li> : null}
        </ul>
      ) : null}
    </div>
  );
}
