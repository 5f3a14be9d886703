import { Button, Checkbox, TextInput } from '@mantine/core';
import { Form, Link, redirect, useNavigation, useSearchParams } from 'react-router';
import { accountsContext, sessionContext } from '../../../server/request/context.ts';
import { localAddress } from '../../../server/request/local-address.ts';
import { Reticle } from '../../ui/reticle.tsx';
import type { Route } from './+types/two-factor';
import classes from './auth.module.css';
import { nextPage } from './next-page.ts';
import { Problem } from './problem.tsx';
import { refused } from './refused.server.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const to = localAddress(new URL(request.url).searchParams.get('to'), '/app');
  if (context.get(sessionContext)) throw redirect(to);
  if (!(await context.get(accountsContext).isSecondFactorDue()))
    throw redirect(`/auth/sign-in?to=${encodeURIComponent(to)}`);
  return { to };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const isRecoveryCode = form.get('kind') === 'recovery';
  const typed = { isRecoveryCode, trustBrowser: form.has('trustBrowser') };
  const code = String(form.get('code') ?? '').trim();
  try {
    const headers = await context
      .get(accountsContext)
      .giveSecondFactor({ code, isRecoveryCode, trustBrowser: typed.trustBrowser });
    return redirect(nextPage(headers, localAddress(form.get('to'), '/app')), { headers });
  } catch (error) {
    return refused(error, typed);
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'Second factor · Readout' }];

export default function TwoFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { to } = loaderData;
  const [search] = useSearchParams();
  const isBusy = useNavigation().state !== 'idle';
  const wantsRecovery = search.get('with') === 'recovery-code';
  const other = `?${new URLSearchParams(wantsRecovery ? { to } : { to, with: 'recovery-code' })}`;
  const isOver = actionData?.code === 'two_factor.expired';
  return (
    <Reticle className={classes.card ?? ''}>
      <h1 className={classes.title}>{wantsRecovery ? 'Recovery code' : 'Second factor'}</h1>
      <p className={classes.lead}>
        {wantsRecovery
          ? 'One of the codes you kept when you switched the second factor on. Each works once.'
          : 'The six digits your authenticator app shows for Readout now.'}
      </p>
      <Problem message={actionData?.message}>
        {isOver ? (
          <p>
            <Link to={`/auth/sign-in?to=${encodeURIComponent(to)}`}>Begin again</Link>
          </p>
        ) : null}
      </Problem>
      <Form method="post" className={classes.form} key={wantsRecovery ? 'recovery' : 'app'} noValidate>
        <input type="hidden" name="to" value={to} />
        <input type="hidden" name="kind" value={wantsRecovery ? 'recovery' : 'totp'} />
        <TextInput
          label={wantsRecovery ? 'Recovery code' : 'Code'}
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
          label="Trust this browser for 30 days"
          description="It is not asked for a code then. Only on a device that is yours alone."
          defaultChecked={actionData?.typed.trustBrowser ?? false}
        />
        <Button type="submit" size="md" loading={isBusy}>
          Go on
        </Button>
      </Form>
      <p className={classes.other}>
        {wantsRecovery ? <Link to={other}>Use the app</Link> : <Link to={other}>Use a recovery code</Link>}
        {' · '}
        <Link to="/auth/sign-in">Other account</Link>
      </p>
      {wantsRecovery ? (
        <p className={classes.other}>
          Lost the codes too? Whoever runs this Readout can take the second factor off your account.
        </p>
      ) : null}
    </Reticle>
  );
}
