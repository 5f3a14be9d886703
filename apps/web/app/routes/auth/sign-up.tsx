import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { Form, Link, redirect, useNavigation } from 'react-router';
import { accountsContext, servicesContext, sessionContext } from '../../context.ts';
import { READING_LANGUAGES, suggestedLanguages, suggestedLocale } from '../../languages.ts';
import { Reticle } from '../../ui/reticle.tsx';
import { legalVersions } from '../public/legal/legal-texts.server.ts';
import type { Route } from './+types/sign-up';
import classes from './auth.module.css';
import { Problem, refused } from './problem.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  if (context.get(sessionContext)) throw redirect('/app');
  const state = await context.get(accountsContext).signUpState();
  const { config } = context.get(servicesContext);
  return {
    ...state,
    versions: await legalVersions(config),
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
    return redirect('/app', { headers });
  } catch (error) {
    return refused(error, typed);
  }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Sign up · Readout' },
  { name: 'description', content: 'Make an account and a company to work in.' },
];

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { mode, isFirstAccount, needsSetupCode, versions } = loaderData;
  if (mode === 'closed' && !isFirstAccount) return <Closed />;
  const typed = actionData?.typed;
  const fields: Record<string, string> = actionData?.fields ?? {};
  return (
    <Reticle className={`${classes.card} ${classes.wide}`}>
      <h1 className={classes.title}>{isFirstAccount ? 'Make the first account' : 'Sign up'}</h1>
      <p className={classes.lead}>
        {isFirstAccount
          ? 'This installation is fresh. Its first account becomes its administrator.'
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
        <fieldset className={classes.languages} aria-describedby="languages-hint">
          <legend>Languages of what you capture</legend>
          <p id="languages-hint">
            Decides which letters are looked for, such as ö, ß, ç or å. Can be changed later.
          </p>
          <div className={classes.choices}>
            {READING_LANGUAGES.map(({ tag, name }) => (
              <Checkbox
                key={tag}
                name="languages"
                value={tag}
                label={name}
                defaultChecked={(typed?.languages ?? loaderData.languages).includes(tag)}
              />
            ))}
          </div>
          {fields.languages ? <p style={{ color: 'var(--alarm)' }}>{fields.languages}</p> : null}
        </fieldset>
        <input type="hidden" name="termsVersion" value={versions.terms} />
        <input type="hidden" name="privacyVersion" value={versions.privacy} />
        <Checkbox
          name="accept"
          value="yes"
          defaultChecked={typed?.hasAccepted}
          error={fields.termsVersion ?? fields.privacyVersion}
          label={
            <>
              I accept the{' '}
              <Link to="/tos" target="_blank">
                terms of service
              </Link>{' '}
              and the{' '}
              <Link to="/privacy-policy" target="_blank">
                privacy policy
              </Link>
              .
            </>
          }
        />
        <SubmitButton />
      </Form>
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
        This installation takes no new accounts. If you need one, ask the people who run it.
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
