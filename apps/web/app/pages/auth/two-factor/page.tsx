import { Button, Checkbox, TextInput } from '@mantine/core';
import { Form, Link, redirect, useNavigation, useSearchParams } from 'react-router';
import { accountsContext, sessionContext } from '../../../../server/http/context.ts';
import { localAddress } from '../../../../server/request/local-address.ts';
import classes from '../../../account/auth.module.css';
import { nextPage } from '../../../account/next-page.ts';
import { problemOf } from '../../../forms/answer.ts';
import { actionOf, flag, form, oneOf, secret, text } from '../../../forms/form.server.ts';
import { Refusal } from '../../../forms/outcome.tsx';
import { useAnswer } from '../../../forms/use-answer.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { Text } from '../../../ui/layout.tsx';
import { Reticle } from '../../../ui/reticle.tsx';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';

export async function loader({ context, request }: Route.LoaderArgs) {
  const to = localAddress(new URL(request.url).searchParams.get('to'), '/app');
  if (context.get(sessionContext)) throw redirect(to);
  if (!(await context.get(accountsContext).isSecondFactorDue()))
    throw redirect(`/auth/sign-in?to=${encodeURIComponent(to)}`);
  return { to };
}

export async function action({ context, request }: Route.ActionArgs) {
  const fields = { code: secret, kind: oneOf(['totp', 'recovery']), trustBrowser: flag, to: text };
  return actionOf(request, {
    give: form(fields, async ({ code, kind, trustBrowser, to }) => {
      const isRecoveryCode = kind === 'recovery';
      const headers = await context
        .get(accountsContext)
        .giveSecondFactor({ code: code.trim(), isRecoveryCode, trustBrowser });
      return redirect(nextPage(headers, localAddress(to, '/app')), { headers });
    }),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'account.two_factor.title');

export default function TwoFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { to } = loaderData;
  const text = useText();
  const [search] = useSearchParams();
  const isBusy = useNavigation().state !== 'idle';
  const wantsRecovery = search.get('with') === 'recovery-code';
  const other = `?${new URLSearchParams(wantsRecovery ? { to } : { to, with: 'recovery-code' })}`;
  const kind = wantsRecovery ? 'recovery' : 'app';
  const problem = problemOf(useAnswer(actionData), 'give');
  const isOver = problem?.code === 'two_factor.expired';
  return (
    <Reticle className={classes.card ?? ''}>
      <h1 className={classes.title}>{text('account.two_factor.heading', { kind })}</h1>
      <p className={classes.lead}>{text('account.two_factor.lead', { kind })}</p>
      <Refusal problem={problem}>
        {isOver ? (
          <p>
            <Link to={`/auth/sign-in?to=${encodeURIComponent(to)}`}>
              {text('account.two_factor.begin_again')}
            </Link>
          </p>
        ) : null}
      </Refusal>
      <Form method="post" className={classes.form} key={kind} noValidate>
        <input type="hidden" name="to" value={to} />
        <input type="hidden" name="kind" value={wantsRecovery ? 'recovery' : 'totp'} />
        <TextInput
          label={text('account.two_factor.code', { kind })}
          name="code"
          autoComplete={wantsRecovery ? 'off' : 'one-time-code'}
          inputMode={wantsRecovery ? 'text' : 'numeric'}
          autoFocus
          spellCheck={false}
          autoCapitalize="off"
          maxLength={40}
          placeholder={wantsRecovery ? 'XXXX-XXXX-XXXX-XXXX' : '000000'}
          styles={{
            input: { fontFamily: 'var(--font-mono)', fontSize: '1.125rem', letterSpacing: '0.08em' },
          }}
        />
        <Checkbox
          name="trustBrowser"
          value="yes"
          label={text('account.two_factor.trust')}
          description={text('account.two_factor.trust_hint')}
          defaultChecked={problem?.typed.trustBrowser ?? false}
        />
        <Button type="submit" size="md" loading={isBusy}>
          {text('common.go_on')}
        </Button>
      </Form>
      <Text size={14} tone="dim" above={24}>
        <Link to={other}>{text('account.two_factor.other_kind', { kind })}</Link>
        {' · '}
        <Link to="/auth/sign-in">{text('account.two_factor.other_account')}</Link>
      </Text>
      {wantsRecovery ? (
        <Text size={14} tone="dim" above={24}>
          {text('account.two_factor.lost')}
        </Text>
      ) : null}
    </Reticle>
  );
}
