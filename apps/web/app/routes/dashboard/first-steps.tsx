import { Button } from '@mantine/core';
import type { FirstStep } from '@readout/domain/dashboard/first-steps';
import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { IconCircle, IconCircleCheckFilled } from '../../ui/icons.ts';
import { Reticle } from '../../ui/reticle.tsx';
import classes from './dashboard.module.css';

const sentences: Record<FirstStep['step'], ReactNode> = {
  capture: (
    <>
      Capture something: <Link to="/app">drop a file in the workspace</Link>,{' '}
      <Link to="/camera">take a photo</Link> or <Link to="/desktop">paste a screenshot</Link>.
    </>
  ),
  confirm: (
    <>
      Look at what was read, correct what is wrong, and{' '}
      <Link to="/app?review=needs_review">confirm the record</Link>.
    </>
  ),
  two_factor: (
    <>
      Protect your account with a <Link to="/settings/security">second factor</Link>.
    </>
  ),
  invite: (
    <>
      <Link to="/settings/members">Invite a colleague</Link> who captures or reviews.
    </>
  ),
  export: (
    <>
      Take your records along: <Link to="/app">export the list</Link> as CSV, Excel or JSON.
    </>
  ),
};

/** Ticks itself; gone once everything is done, or the person has seen enough of it. */
export function FirstSteps({ steps }: { steps: FirstStep[] }) {
  const open = steps.filter((step) => !step.isDone).length;
  const isNew = steps.some(({ step, isDone }) => step === 'capture' && !isDone);
  return (
    <Reticle tone={isNew ? 'signal' : 'plain'} className={classes.steps ?? ''}>
      <div className={classes.stepsHead}>
        <h2>
          {isNew ? 'Begin with a picture' : open === 1 ? 'One more step' : `First steps, ${open} to go`}
        </h2>
        {isNew ? null : (
          <Form method="post">
            <Button type="submit" name="intent" value="dismiss-steps" variant="subtle" size="compact-sm">
              Dismiss
            </Button>
          </Form>
        )}
      </div>
      <ol>
        {steps.map(({ step, isDone }) => (
          <li key={step} data-done={isDone}>
            {isDone ? (
              <IconCircleCheckFilled size={20} aria-label="Done:" />
            ) : (
              <IconCircle size={20} stroke={1.5} aria-label="To do:" />
            )}
            <span>{sentences[step]}</span>
          </li>
        ))}
      </ol>
    </Reticle>
  );
}
