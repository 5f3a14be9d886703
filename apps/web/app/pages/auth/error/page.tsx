import { randomBytes } from 'node:crypto';
import { Button } from '@mantine/core';
import { Form, Link } from 'react-router';
import { servicesContext } from '../../../../server/http/context.ts';
import classes from '../../../account/auth.module.css';
import type { ScriptsHandle } from '../../../shell/page-scripts.tsx';
import { localeOfMatches, pageTitle } from '../../../texts/page-title.ts';
import { Text } from '../../../ui/layout.tsx';
import { Reticle } from '../../../ui/reticle.tsx';
import { FormattedText, textsIn, useText } from '../../../ui/texts.tsx';
import { type ProblemButton, START } from '../problems/problem.ts';
import { explainSignInProblem, printableCode, UNKNOWN_PROBLEM } from '../sign-in-problems.ts';
import type { Route } from './+types/page';

export function loader({ context, request }: Route.LoaderArgs) {
  const code = printableCode(new URL(request.url).searchParams.get('error'));
  if (explainSignInProblem(code)) return { code, reference: null };
  const reference = randomBytes(5).toString('hex');
  context.get(servicesContext).log.info({ reference, code }, 'a sign-in problem without an explanation');
  return { code, reference };
}

export const handle: ScriptsHandle = { scripts: 'never' };

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...pageTitle(
    matches,
    `problem.${(explainSignInProblem(loaderData?.code ?? '') ?? UNKNOWN_PROBLEM).name}.title`,
  ),
  { name: 'description', content: textsIn(localeOfMatches(matches))('problem.description') },
  { name: 'robots', content: 'noindex' },
];

export default function AuthError({ loaderData }: Route.ComponentProps) {
  const { code, reference } = loaderData;
  const text = useText();
  const problem = explainSignInProblem(code) ?? UNKNOWN_PROBLEM;
  const also = problem.also ?? (problem.button.to === START.to ? undefined : START);
  return (
    <Reticle tone="notice" className={`${classes.card} ${classes.wide}`}>
      <h1 className={classes.title}>{text(`problem.${problem.name}.title`)}</h1>
      <p className={classes.text}>{text(`problem.${problem.name}.cause`)}</p>
      <p className={classes.text}>
        <FormattedText id="problem.what_to_do" values={{ next: text(`problem.${problem.name}.next`) }} />
      </p>
      <Text size={12} tone="dim" below={12} isMono>
        {reference === null
          ? text('problem.code', { code })
          : code
            ? text('problem.code_and_reference', { code, reference })
            : text('problem.reference', { reference })}
      </Text>
      <div className={classes.actions}>
        <WayOn button={problem.button} />
        {also ? <WayOn button={also} isSecond /> : null}
      </div>
    </Reticle>
  );
}

function WayOn({ button, isSecond = false }: { button: ProblemButton; isSecond?: boolean }) {
  const text = useText();
  const label = text('problem.way', { way: button.way });
  const variant = isSecond ? 'default' : 'filled';
  if (!button.isPosted)
    return (
      <Button component={Link} to={button.to} variant={variant}>
        {label}
      </Button>
    );
  return (
    <Form method="post" action={button.to} reloadDocument>
      <Button type="submit" variant={variant}>
        {label}
      </Button>
    </Form>
  );
}
