import type { ReactNode } from 'react';
import settings from '../ui/settings.module.css';
import { isBesideField, type Problem } from './answer.ts';
import classes from './outcome.module.css';

type Shown = Pick<Problem, 'message' | 'fields'>;

/** Said aloud below a form: that it is done, or why not unless a field says it already. */
export function Outcome({
  done,
  problem,
}: {
  done?: string | false | undefined;
  problem?: Shown | undefined;
}) {
  return (
    <p className={problem ? settings.problem : settings.done} role="status">
      {problem ? (isBesideField(problem) ? '' : problem.message) : done || ''}
    </p>
  );
}

/** Why it was not done, above the one form of a page, unless a field says it already. `children`: what to do about it. */
export function Refusal({ problem, children }: { problem: Shown | undefined; children?: ReactNode }) {
  if (!problem || isBesideField(problem)) return null;
  return (
    <div className={classes.problem} role="alert">
      <p>{problem.message}</p>
      {children}
    </div>
  );
}
