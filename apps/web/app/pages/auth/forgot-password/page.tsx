import { Button, TextInput } from '@mantine/core';
import { Form, Link, useNavigation } from 'react-router';
import { accountsContext } from '../../../../server/http/context.ts';
import classes from '../../../account/auth.module.css';
import { LookIntoMailbox } from '../../../account/mailbox.tsx';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { actionOf, form, text } from '../../../forms/form.server.ts';
import { Refusal } from '../../../forms/outcome.tsx';
import { useAnswer } from '../../../forms/use-answer.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { Text } from '../../../ui/layout.tsx';
import { Reticle } from '../../../ui/reticle.tsx';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';

export function loader({ context }: Route.LoaderArgs) {
  return { hasMail: context.get(accountsContext).signInState().hasMail };
}

export async function action({ context, request }: Route.ActionArgs) {
  return actionOf(request, {
    ask: form({ email: text }, async ({ email }) => {
      await context.get(accountsContext).requestPasswordReset({ email });
      return { email };
    }),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'account.forgot.title');

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const isBusy = useNavigation().state !== 'idle';
  const { hasMail } = loaderData;
  const mail = hasMail ? 'sent' : 'none';
  const answer = useAnswer(actionData);
  const asked = doneOf(answer, 'ask');
  const problem = problemOf(answer, 'ask');
  if (asked)
    return (
      <LookIntoMailbox email={asked.email} hasMail={hasMail}>
        <p className={classes.text}>{text('account.forgot.done', { mail })}</p>
      </LookIntoMailbox>
    );
  return (
    <Reticle className={classes.card ?? ''}>
      <h1 className={classes.title}>{text('account.forgot.title')}</h1>
      <p className={classes.lead}>{text('account.forgot.lead', { mail })}</p>
      <Refusal problem={problem} />
      <Form method="post" className={classes.form} noValidate>
        <TextInput
          label={text('common.email')}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={problem?.typed.email}
          error={problem?.fields.email}
        />
        <Button type="submit" size="md" loading={isBusy}>
          {text('account.forgot.ask', { mail })}
        </Button>
      </Form>
      <Text size={14} tone="dim" above={24}>
        <Link to="/auth/sign-in">{text('account.back_to_sign_in')}</Link>
      </Text>
    </Reticle>
  );
}
