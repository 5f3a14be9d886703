import { Button } from '@mantine/core';
import type { FirstStep } from '@readout/domain/dashboard/first-steps';
import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { IconCircle, IconCircleCheckFilled } from '../../ui/icons.ts';
import { Row } from '../../ui/layout.tsx';
import { Reticle } from '../../ui/reticle.tsx';
import { FormattedText, useText } from '../../ui/texts.tsx';
import classes from './dashboard.module.css';

const to = (address: string) => (inside: ReactNode[]) => <Link to={address}>{inside}</Link>;
const links = {
  workspace: to('/app'),
  camera: to('/camera'),
  desktop: to('/desktop'),
  review: to('/app?review=needs_review'),
  security: to('/settings/security'),
  members: to('/settings/members'),
  list: to('/app'),
};

/** Ticks itself; gone once everything is done, or the person has seen enough of it. */
export function FirstSteps({ steps }: { steps: FirstStep[] }) {
  const text = useText();
  const open = steps.filter((step) => !step.isDone).length;
  const isNew = steps.some(({ step, isDone }) => step === 'capture' && !isDone);
  return (
    <Reticle tone={isNew ? 'signal' : 'plain'} className={classes.steps ?? ''}>
      <Row isOneLine gap={16} align="start" justify="space-between">
        <h2>
          {isNew
            ? text('dashboard.steps.begin_with_picture')
            : open === 1
              ? text('dashboard.steps.one_more_step')
              : text('dashboard.steps.to_go', { count: open })}
        </h2>
        {isNew ? null : (
          <Form method="post">
            <Button type="submit" name="intent" value="dismiss-steps" variant="subtle" size="compact-sm">
              {text('dashboard.steps.dismiss')}
            </Button>
          </Form>
        )}
      </Row>
      <ol>
        {steps.map(({ step, isDone }) => (
          <li key={step} data-done={isDone}>
            {isDone ? (
              <IconCircleCheckFilled size={20} aria-label={text('dashboard.steps.done')} />
            ) : (
              <IconCircle size={20} stroke={1.5} aria-label={text('dashboard.steps.to_do')} />
            )}
            <span>
              <FormattedText id="dashboard.steps.step" values={{ step, ...links }} />
            </span>
          </li>
        ))}
      </ol>
      {isNew ? (
        <Row gap={8} above={20}>
          <Button component={Link} to="/app">
            {text('dashboard.steps.file')}
          </Button>
          <Button component={Link} to="/camera" variant="default">
            {text('dashboard.steps.photo')}
          </Button>
          <Button component={Link} to="/desktop" variant="default">
            {text('dashboard.steps.screen')}
          </Button>
        </Row>
      ) : null}
    </Reticle>
  );
}
