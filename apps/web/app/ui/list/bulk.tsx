import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form, Link, useLocation, useNavigation } from 'react-router';
import { useText } from '../texts.tsx';
import { useArrivalFocus } from '../use-arrival-focus.ts';
import classes from './list.module.css';

interface Item {
  id: string;
  name: string;
  /** What changes about it, or why nothing does. */
  note?: string | undefined;
}

interface Preview {
  change: string;
  ids: readonly string[];
  changes: Item[];
  unchanged: Item[];
}

interface Said {
  title: string;
  /** What else has to be entered. */
  fields: ReactNode;
  /** Said where nothing was entered yet. */
  missing?: string | undefined;
  /** What the button says. */
  run: string;
}

interface Problem {
  message: string;
  fields: Record<string, string>;
}

/** What a bulk action is about to do, and to what nothing and why; or what it did, with the way back. */
export function Bulk<Shown extends Preview>({
  done,
  bulkId = null,
  problem,
  shown,
  panel,
}: {
  /** What was done or undone, as a sentence. */
  done: string | undefined;
  bulkId: string | null | undefined;
  problem: Problem | undefined;
  shown: Shown | undefined;
  panel: (shown: Shown) => Said;
}) {
  const { pathname, search } = useLocation();
  const backTo = `${pathname}${search}`;
  if (done) return <Done sentence={done} bulkId={bulkId} backTo={backTo} />;
  if (shown)
    return <Panel key={shown.change} shown={shown} said={panel(shown)} problem={problem} backTo={backTo} />;
  return problem ? <Done sentence={problem.message} bulkId={null} backTo={backTo} /> : null;
}

function Panel({
  shown: { change, ids, changes, unchanged },
  said: { title, fields, missing, run },
  problem: refused,
  backTo,
}: {
  shown: Preview;
  said: Said;
  problem: Problem | undefined;
  backTo: string;
}) {
  const isBesideField = Object.keys(refused?.fields ?? {}).length > 0;
  const problem = refused && !isBesideField ? refused.message : missing;
  const text = useText();
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
          <List title={text('common.bulk.changed', { count: changes.length })} items={changes} />
          <List title={text('common.bulk.unchanged', { count: unchanged.length })} items={unchanged} />
        </div>
        {problem ? (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        ) : null}
        <div className={classes.buttons}>
          {changes.length > 0 ? (
            <Button type="submit" name="intent" value="run" loading={isBusy}>
              {run}
            </Button>
          ) : null}
          {fields ? (
            <Button type="submit" name="intent" value="preview" variant="default">
              {text('common.bulk.preview')}
            </Button>
          ) : null}
          <Button component={Link} to={backTo} variant="subtle" color="gray" preventScrollReset>
            {text('common.cancel')}
          </Button>
        </div>
      </Form>
    </section>
  );
}

function Done({ sentence, bulkId, backTo }: { sentence: string; bulkId: string | null; backTo: string }) {
  const text = useText();
  const heading = useArrivalFocus();
  return (
    <section className={classes.panel} data-tone="done" aria-label={text('common.bulk.done')}>
      <h2 ref={heading} tabIndex={-1} role="status">
        {sentence}
      </h2>
      <Form method="post" className={classes.buttons} preventScrollReset>
        {bulkId ? (
          <>
            <input type="hidden" name="bulkId" value={bulkId} />
            <Button type="submit" name="intent" value="undo" variant="default">
              {text('common.undo')}
            </Button>
          </>
        ) : null}
        <Button component={Link} to={backTo} variant="subtle" color="gray" preventScrollReset>
          {text('common.close')}
        </Button>
      </Form>
    </section>
  );
}

function List({ title, items }: { title: string; items: Item[] }) {
  const text = useText();
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
          {items.length > shown.length ? (
            <li>{text('common.bulk.more', { count: items.length - shown.length })}</li>
          ) : null}
        </ul>
      ) : null}
    </div>
  );
}
