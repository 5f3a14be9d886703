import { Button, PasswordInput, TextInput } from '@mantine/core';
import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { accountsContext, servicesContext, sessionContext } from '../../../server/request/context.ts';
import { localAddress } from '../../../server/request/local-address.ts';
import { suggestedLanguages, suggestedLocale } from '../../languages.ts';
import type { ScriptsHandle } from '../../shell/page-scripts.tsx';
import { Reticle } from '../../ui/reticle.tsx';
import type { Route } from './+types/sign-up';
import { AcceptLegal } from './accept-legal.tsx';
import classes from './auth.module.css';
import { LanguageChoice } from './language-choice.tsx';
import { LookIntoMailbox } from './mailbox.tsx';
import { OtherWays } from './other-ways.tsx';
import { Problem } from './problem.tsx';
import { refused } from './refused.server.ts';

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
    languages: suggestedLanguages(request.headers.get('accept-language')),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const typed = {
    name: text('name'),
    email: text('email'),
    companyName: text('companyName'),
    languages: form.getAll('languages').map(String),
    setupCode: text('setupCode'),
    hasAccepted: form.has('accept'),
  };
  const { hasAccepted, setupCode, ...given } = typed;
  try {
    const headers = await context.get(accountsContext).signUp({
      ...given,
      password: String(form.get('password') ?? ''),
      locale: suggestedLocale(request.headers.get('accept-language')),
      // The versions that were shown, so that nobody accepts a text published while they were typing.
      termsVersion: hasAccepted ? text('termsVersion') : '',
      privacyVersion: hasAccepted ? text('privacyVersion') : '',
      ...(setupCode ? { setupCode } : {}),
    });
    if (headers.getSetCookie().length === 0)
      return data({ message: '', code: '', fields: {} as Record<string, string>, typed, isMailSent: true });
    return redirect(localAddress(form.get('to'), '/app'), { headers });
  } catch (error) {
    return refused(error, typed);
  }
}

/** The form works without them. */
export const handle: ScriptsHandle = { scripts: 'interaction' };

export const meta: Route.MetaFunction = () => [
  { title: 'Sign up · Readout' },
  { name: 'description', content: 'Make an account and a company to work in.' },
];

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { mode, isFirstAccount, needsSetupCode, versions, providers, to } = loaderData;
  if (actionData && 'isMailSent' in actionData)
    return (
      <LookIntoMailbox email={actionData.typed.email}>
        <p className={classes.text}>
          A mail is on its way to this address. Follow its link to confirm that the address is yours, then
          sign in.
        </p>
      </LookIntoMailbox>
    );
  if (mode === 'closed' && !isFirstAccount) return <Closed />;
  const typed = actionData?.typed;
  const fields: Record<string, string> = actionData?.fields ?? {};
  return (
    <Reticle className={`${classes.card} ${classes.wide}`}>
      <h1 className={classes.title}>{isFirstAccount ? 'Make the first account' : 'Sign up'}</h1>
      <p className={classes.lead}>
        {isFirstAccount
          ? 'This installation is new. The first account becomes its administrator.'
          : mode === 'invite'
            ? 'Here accounts are made by invitation: use the email address your invitation was sent to.'
            : 'You get a company to work in, with yourself as its owner.'}
      </p>
      <Problem message={actionData?.message} />
      <Form method="post" className={classes.form} noValidate>
        {needsSetupCode ? (
          <TextInput
            label="Set-up code"
            description="The start of the server printed it. It keeps strangers from claiming a fresh installation."
            name="setupCode"
            autoComplete="off"
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--font-mono)' } }}
            defaultValue={typed?.setupCode}
            error={fields.setupCode}
          />
        ) : null}
        <TextInput
          label="Your name"
          name="name"
          autoComplete="name"
          defaultValue={typed?.name}
          error={fields.name}
        />
        <TextInput
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={typed?.email}
          error={fields.email}
        />
        <PasswordInput
          label="Password"
          description="At least 10 characters. A few unrelated words do well."
          name="password"
          autoComplete="new-password"
          error={fields.password}
        />
        <TextInput
          label="Company"
          description="What you capture belongs to it. Your own name will do."
          name="companyName"
          autoComplete="organization"
          defaultValue={typed?.companyName}
          error={fields.companyName}
        />
        <LanguageChoice chosen={typed?.languages ?? loaderData.languages} problem={fields.languages} />
        <AcceptLegal
          versions={versions}
          hasAccepted={typed?.hasAccepted}
          problem={fields.termsVersion ?? fields.privacyVersion}
        />
        <input type="hidden" name="to" value={to} />
        <SubmitButton />
      </Form>
      {mode === 'open' ? <OtherWays providers={providers} to={to} /> : null}
      <p className={classes.other}>
        Have an account? <Link to="/auth/sign-in">Sign in</Link>
      </p>
    </Reticle>
  );
}

function SubmitButton() {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Button type="submit" size="md" loading={isBusy}>
      Sign up
    </Button>
  );
}

function Closed() {
  return (
    <Reticle tone="notice" className={classes.card ?? ''}>
      <h1 className={classes.title}>Sign-up is closed</h1>
      <p className={classes.text}>
        Nobody signs up here without an invitation. Open the link of yours, or ask the people of your company
        or those who run this installation for one.
      </p>
      <div className={classes.actions}>
        <Button component={Link} to="/auth/sign-in">
          Sign in
        </Button>
        <Button component={Link} to="/" variant="default">
          Start page
        </Button>
      </div>
    </Reticle>
  );
}
