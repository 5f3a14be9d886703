import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { ScriptsHandle } from '../../ui/page-scripts.tsx';
import { Reticle } from '../../ui/reticle.tsx';
import type { Route } from './+types/error';
import classes from './auth.module.css';
import { explainSignInProblem, printableCode, UNKNOWN_PROBLEM } from './sign-in-problems.ts';

export function loader({ request }: Route.LoaderArgs) {
  const code = printableCode(new URL(request.url).searchParams.get('error'));
  return { code, isKnown: explainSignInProblem(code) !== undefined, at: new Date().toISOString() };
}

export const handle: ScriptsHandle = { scripts: 'never' };

export const meta: Route.MetaFunction = () => [
  { title: 'Sign-in problem · Readout' },
  { name: 'robots', content: 'noindex' },
];

export default function AuthError({ loaderData }: Route.ComponentProps) {
  const { code, isKnown, at } = loaderData;
  const problem = explainSignInProblem(code) ?? UNKNOWN_PROBLEM;
  return (
    <Reticle tone="notice" className={`${classes.card} ${classes.wide}`}>
      <h1 className={classes.title}>{problem.title}</h1>
      <p className={classes.text}>{problem.cause}</p>
      <p className={classes.text}>
        <strong>What to do:</strong> {problem.next}
      </p>
      <p className={classes.code}>
        {code ? `Code ${code}` : 'No code was given'}
        {isKnown ? null : `, reference ${at}`}
      </p>
      <div className={classes.actions}>
        <Button component={Link} to={problem.button.to}>
          {problem.button.label}
        </Button>
        {problem.button.to === '/' ? null : (
          <Button component={Link} to="/" variant="default">
            Start page
          </Button>
        )}
      </div>
    </Reticle>
  );
}
