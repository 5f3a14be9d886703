import { Button, TextInput } from '@mantine/core';
import { AppError } from '@readout/domain/errors';
import type { ReactNode } from 'react';
import { Form, Link, redirect } from 'react-router';
import { accountsContext, sessionContext } from '../../../../server/http/context.ts';
import { localAddress } from '../../../../server/request/local-address.ts';
import { currentLocale } from '../../../../server/request/locale.ts';
import classes from '../../../account/auth.module.css';
import { LookIntoMailbox } from '../../../account/mailbox.tsx';
import { nextPage } from '../../../account/next-page.ts';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { actionOf, form, secret, text } from '../../../forms/form.server.ts';
import { Refusal } from '../../../forms/outcome.tsx';
import { useAnswer } from '../../../forms/use-answer.ts';
import { useSending } from '../../../forms/use-sending.ts';
import { localeOfMatches, pageTitle } from '../../../texts/page-title.ts';
import { IconMail } from '../../../ui/icons.ts';
import { Text } from '../../../ui/layout.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { Reticle } from '../../../ui/reticle.tsx';
import { FormattedText, textsIn, useText } from '../../../ui/texts.tsx';
import { OtherWays } from '../other-ways.tsx';
import { PasskeyButton } from '../passkey-button.tsx';
import type { Route } from './+types/page';

/** What was done just before, as an address names it. */
const NEWS = ['password', 'verified'] as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const to = localAddress(searchParams.get('to'), '/app');
  if (context.get(sessionContext)) throw redirect(to);
  const accounts = context.get(accountsContext);
  const { isFirstAccount } = await accounts.signUpState();
  const news = NEWS.find((done) => done === searchParams.get('done')) ?? null;
  return { to, isFirstAccount, news, ...accounts.signInState() };
}

export async function action({ context, request }: Route.ActionArgs) {
  const accounts = context.get(accountsContext);
  const forms = {
    password: form({ email: text, password: secret, to: text }, async ({ email, password, to }) => {
      demandFilled({ email, password });
      const headers = await accounts.signIn({ email, password });
      return redirect(nextPage(headers, localAddress(to, '/app')), { headers });
    }),
    link: form({ email: text, to: text }, async ({ email, to }) => {
      demandFilled({ email });
      await accounts.requestSignInLink({ email, to: localAddress(to, '/app') });
      return { email };
    }),
  };
  return actionOf(request, forms, 'password');
}

/** @throws AppError `sign_up.invalid` */
function demandFilled(given: { email: string; password?: string }): void {
  const say = textsIn(currentLocale());
  const fields = {
    ...(given.email === '' ? { email: say('account.sign_in.email_missing') } : {}),
    ...(given.password === '' ? { password: say('account.sign_in.password_missing') } : {}),
  };
  if (Object.keys(fields).length > 0) throw new AppError('sign_up.invalid', { fields });
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(matches, 'account.sign_in.title'),
  { name: 'description', content: textsIn(localeOfMatches(matches))('account.sign_in.description') },
];

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { to, isFirstAccount, news, providers, hasMail, hasPasskeys } = loaderData;
  const text = useText();
  const isSending = useSending();
  const answer = useAnswer(actionData);
  const problem = problemOf(answer, 'password', 'link');
  const asked = doneOf(answer, 'link');
  if (asked)
    return (
      <LookIntoMailbox email={asked.email}>
        <p className={classes.text}>{text('account.sign_in.link_sent')}</p>
      </LookIntoMailbox>
    );
  return (
    <Reticle className={classes.card ?? ''}>
      <h1 className={classes.title}>{text('account.sign_in.title')}</h1>
      <p className={classes.lead}>
        {isFirstAccount ? (
          <FormattedText
            id="account.sign_in.first"
            values={{ link: (inside: ReactNode) => <Link to="/auth/sign-up">{inside}</Link> }}
          />
        ) : (
          text('account.sign_in.lead')
        )}
      </p>
      {news && !answer ? (
        <p className={classes.news} role="status">
          {text('account.sign_in.news', { news })}
        </p>
      ) : null}
      <Refusal problem={problem}>
        {problem?.code === 'sign_in.unverified' ? (
          <p>
            <Link to={`/auth/verify?email=${encodeURIComponent(problem.typed.email)}`}>
              {text('account.sign_in.send_again')}
            </Link>
          </p>
        ) : null}
      </Refusal>
      <Form method="post" className={classes.form} noValidate>
        <input type="hidden" name="to" value={to} />
        <TextInput
          label={text('common.email')}
          name="email"
          type="email"
          autoComplete="username webauthn"
          defaultValue={problem?.typed.email}
          error={problem?.fields.email}
          required
          withAsterisk={false}
        />
        <div>
          <PasswordInput
            label={text('account.password')}
            name="password"
            autoComplete="current-password"
            error={problem?.fields.password}
            required
            withAsterisk={false}
          />
          <p className={classes.beside}>
            <Link to="/auth/forgot-password">{text('account.sign_in.forgot')}</Link>
          </p>
        </div>
        <Button type="submit" name="intent" value="password" size="md" loading={isSending('password')}>
          {text('account.sign_in.title')}
        </Button>
        <OtherWays providers={providers} to={to}>
          {hasMail || hasPasskeys ? (
            <>
              {hasPasskeys ? <PasskeyButton to={to} /> : null}
              {hasMail ? (
                <Button
                  type="submit"
                  name="intent"
                  value="link"
                  variant="default"
                  fullWidth
                  leftSection={<IconMail size={18} aria-hidden="true" />}
                  loading={isSending('link')}
                >
                  {text('account.sign_in.email_link')}
                </Button>
              ) : null}
            </>
          ) : null}
        </OtherWays>
      </Form>
      <Text size={14} tone="dim" above={24}>
        <FormattedText
          id="account.sign_in.no_account"
          values={{ link: (inside: ReactNode) => <Link to="/auth/sign-up">{inside}</Link> }}
        />
      </Text>
    </Reticle>
  );
}
