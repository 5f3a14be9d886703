import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form, Link, redirect, useNavigation } from 'react-router';
import { accountsContext, servicesContext, sessionContext } from '../../../../server/http/context.ts';
import { localAddress } from '../../../../server/request/local-address.ts';
import classes from '../../../account/auth.module.css';
import { LookIntoMailbox } from '../../../account/mailbox.tsx';
import { newAccount, nothingAccepted } from '../../../account/new-account.server.ts';
import { NewAccount } from '../../../account/new-account.tsx';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { actionOf, form, text } from '../../../forms/form.server.ts';
import { Refusal } from '../../../forms/outcome.tsx';
import { useAnswer } from '../../../forms/use-answer.ts';
import { suggestedLanguages, suggestedLocale } from '../../../languages.ts';
import type { ScriptsHandle } from '../../../shell/page-scripts.tsx';
import { localeOfMatches, pageTitle } from '../../../texts/page-title.ts';
import { Text } from '../../../ui/layout.tsx';
import { Reticle } from '../../../ui/reticle.tsx';
import { FormattedText, textsIn, useText } from '../../../ui/texts.tsx';
import { afterFounding } from '../after-founding.ts';
import { OtherWays } from '../other-ways.tsx';
import type { Route } from './+types/page';

export async function loader({ context, request }: Route.LoaderArgs) {
  const to = localAddress(new URL(request.url).searchParams.get('to'), '/app');
  if (context.get(sessionContext)) throw redirect(to);
  const accounts = context.get(accountsContext);
  const state = await accounts.signUpState();
  const { legal } = context.get(servicesContext);
  // The first account is made with a password and, from elsewhere, the set-up code.
  const providers = state.isFirstAccount ? [] : accounts.signInState().providers;
  return {
    to,
    providers,
    ...state,
    versions: await legal.refresh(),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  return actionOf(request, {
    sign_up: form(
      { ...newAccount, companyName: text, setupCode: text, to: text },
      async ({ accept, setupCode, to, ...given }) => {
        const headers = await context.get(accountsContext).signUp({
          ...given,
          languages: suggestedLanguages(request.headers.get('accept-language')),
          locale: suggestedLocale(request.headers.get('accept-language')),
          ...(accept ? {} : nothingAccepted),
          ...(setupCode ? { setupCode } : {}),
        });
        if (headers.getSetCookie().length === 0) return { email: given.email };
        return redirect(afterFounding(localAddress(to, '/app')), { headers });
      },
    ),
  });
}

/** The form works without them. */
export const handle: ScriptsHandle = { scripts: 'interaction' };

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(matches, 'account.sign_up.title'),
  { name: 'description', content: textsIn(localeOfMatches(matches))('account.sign_up.description') },
];

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { mode, isFirstAccount, needsSetupCode, versions, providers, to } = loaderData;
  const text = useText();
  const answer = useAnswer(actionData);
  const made = doneOf(answer, 'sign_up');
  if (made)
    return (
      <LookIntoMailbox email={made.email}>
        <p className={classes.text}>{text('account.sign_up.mail_sent')}</p>
      </LookIntoMailbox>
    );
  if (mode === 'closed' && !isFirstAccount) return <Closed />;
  const problem = problemOf(answer, 'sign_up');
  const { typed, fields } = problem ?? {};
  return (
    <Reticle className={`${classes.card} ${classes.wide}`}>
      <h1 className={classes.title}>
        {text(isFirstAccount ? 'account.sign_up.first' : 'account.sign_up.title')}
      </h1>
      <p className={classes.lead}>
        {text('account.sign_up.lead', {
          state: isFirstAccount ? 'first' : mode === 'invite' ? 'invite' : 'open',
        })}
      </p>
      <Refusal problem={problem} />
      <Form method="post" className={classes.form} noValidate>
        {needsSetupCode ? (
          <TextInput
            label={text('account.sign_up.setup_code')}
            description={text('account.sign_up.setup_code_hint')}
            name="setupCode"
            autoComplete="off"
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--font-mono)' } }}
            defaultValue={typed?.setupCode}
            error={fields?.setupCode}
          />
        ) : null}
        <NewAccount versions={versions} problem={problem}>
          <TextInput
            label={text('account.company')}
            description={text('account.company_hint')}
            name="companyName"
            autoComplete="organization"
            defaultValue={typed?.companyName}
            error={fields?.companyName}
          />
        </NewAccount>
        <input type="hidden" name="to" value={to} />
        <SubmitButton />
      </Form>
      {mode === 'open' ? <OtherWays providers={providers} to={to} /> : null}
      <Text size={14} tone="dim" above={24}>
        <FormattedText
          id="account.sign_up.have_one"
          values={{ link: (inside: ReactNode) => <Link to="/auth/sign-in">{inside}</Link> }}
        />
      </Text>
    </Reticle>
  );
}

function SubmitButton() {
  const text = useText();
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Button type="submit" size="md" loading={isBusy}>
      {text('account.sign_up.title')}
    </Button>
  );
}

function Closed() {
  const text = useText();
  return (
    <Reticle tone="notice" className={classes.card ?? ''}>
      <h1 className={classes.title}>{text('account.sign_up.closed')}</h1>
      <p className={classes.text}>{text('account.sign_up.closed_detail')}</p>
      <div className={classes.actions}>
        <Button component={Link} to="/auth/sign-in">
          {text('account.sign_in.title')}
        </Button>
        <Button component={Link} to="/" variant="default">
          {text('common.page_name', { page: 'start' })}
        </Button>
      </div>
    </Reticle>
  );
}
