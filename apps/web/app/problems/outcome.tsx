import classes from '../ui/settings.module.css';

/** Why something was not done, at the form it was asked for with. */
export interface Problem {
  /** Which form. */
  intent: string;
  /** Of the error catalogue. */
  code: string;
  message: string;
  /** Sentences beside the fields they are about. */
  fields: Record<string, string>;
  /** What was typed, without passwords. */
  typed: Record<string, string>;
}

/** What the action of a page with several forms answers: which of them was done, or why one was not. */
export interface FormAnswer {
  done?: string;
  problem?: Problem;
}

/** What a form has to show of the last answer: nothing where it was another form's. */
export function problemOf(
  actionData: { problem?: Problem | undefined } | undefined,
  intent: string,
): Problem | undefined {
  return actionData?.problem?.intent === intent ? actionData.problem : undefined;
}

/** Said aloud: that it is done, or why not unless a field says it already. */
export function Outcome({
  done,
  problem,
}: {
  done?: string | false | undefined;
  problem?: Problem | undefined;
}) {
  const isBesideField = problem !== undefined && Object.keys(problem.fields).length > 0;
  return (
    <p className={problem ? classes.problem : classes.done} role="status">
      {problem ? (isBesideField ? '' : problem.message) : done || ''}
    </p>
  );
}
