import { randomBytes } from 'node:crypto';
import { Button } from '@mantine/core';
import { Form, Link } from 'react-router';
import { servicesContext } from '../../../server/request/context.ts';
import type { ScriptsHandle } from '../../shell/page-scripts.tsx';
import { Reticle } from '../../ui/reticle.tsx';
import type { Route } from './+types/error';
import classes from './auth.module.css';
import { type ProblemButton, START } from './problems/problem.ts';
import { explainSignInProblem, printableCode, UNKNOWN_PROBLEM } from './sign-in-problems.ts';

export function loader({ context, request }: Route.LoaderArgs) {
  const code = printableCode(new URL(request.url).searchParams.get('error'));
  if (explainSignInProblem(code)) return { code, reference: null };
  const reference = randomBytes(5).toString('hex');
  context.get(servicesContext).log.info({ reference, code }, 'a sign-in problem without an explanation');
  return { code, reference };
}

export const handle: ScriptsHandle = { scripts: 'never' };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${(explainSignInProblem(loaderData?.code ?? '') ?? UNKNOWN_PROBLEM).title} · Readout` },
  {
    name: 'description',
    content: 'What went wrong while signing in or following a link, and what to do next.',
  },
  { name: 'robots', content: 'noindex' },
];

export default function AuthError({ loaderData }: Route.ComponentProps) {
  const { code, reference } = loaderData;
  const problem = explainSignInProblem(code) ?? UNKNOWN_PROBLEM;
  const also = problem.also ?? (problem.button.to === START.to ? undefined : START);
  return (
    <Reticle tone="notice" className={`${classes.card} ${classes.wide}`}>
      <h1 className={classes.title}>{problem.title}</h1>
      <p className={classes.text}>{problem.cause}</p>
      <p className={classes.text}>
        <strong>What to do:</strong> {problem.next}
      </p>
      <p className={classes.code}>
        {code ? `Code ${code}` : 'No code was given'}
        {reference ? `, reference ${reference}` : null}
      </p>
      <div className={classes.actions}>
        <WayOn button={problem.button} />
        {also ? <WayOn button={also} isSecond /> : null}
      </div>
    </Reticle>
  );
}

function WayOn({ button, isSecond = false }: { button: ProblemButton; isSecond?: boolean }) {
  const variant = isSecond ? 'default' : 'filled';
  if (!button.isPosted)
    return (
      <Button component={Link} to={button.to} variant={variant}>
        {button.label}
      </Button>
    );
  return (
    <Form method="post" action={button.to} reloadDocument>
      <Button type="submit" variant={variant}>
        {button.label}
      </Button>
    </Form>
  );
}
