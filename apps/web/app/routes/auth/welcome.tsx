import { Button, TextInput } from '@mantine/core';
import { createCompany, whyNoCompany } from '@readout/domain/companies/create-company';
import { data, Form, redirect, useNavigation } from 'react-router';
import {
  accountsContext,
  clientAddressContext,
  servicesContext,
  sessionContext,
} from '../../../server/request/context.ts';
import { localAddress } from '../../../server/request/local-address.ts';
import { suggestedLanguages, suggestedLocale } from '../../languages.ts';
import { Reticle } from '../../ui/reticle.tsx';
import type { Route } from './+types/welcome';
import { AcceptLegal } from './accept-legal.tsx';
import classes from './auth.module.css';
import { LanguageChoice } from './language-choice.tsx';
import { Problem } from './problem.tsx';
import { refused } from './refused.server.ts';

/** The first time somebody signs in with another service: what sign-up would have asked. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const to = localAddress(new URL(request.url).searchParams.get('to'), '/app');
  const session = context.get(sessionContext);
  if (!session) throw redirect(`/auth/sign-in?to=${encodeURIComponent(to)}`);
  if (session.company) throw redirect(to);
  const { legal, config } = context.get(servicesContext);
  return {
    to,
    name: session.user.name,
    versions: await legal.refresh(),
    // Who follows an invitation joins that company instead of making one.
    makesCompany: !to.startsWith('/invite/') && whyNoCompany(config.signUp, founderOf(session)) === '',
    languages: suggestedLanguages(request.headers.get('accept-language')),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = context.get(sessionContext);
  if (!session) throw redirect('/auth/sign-in');
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const to = localAddress(form.get('to'), '/app');
  const typed = { companyName: text('companyName'), languages: form.getAll('languages').map(String) };
  const makesCompany = form.has('companyName');
  const fields: Record<string, string> = {
    ...(form.has('accept') ? {} : { accept: 'Accept the terms and the privacy policy to go on.' }),
    ...(makesCompany && typed.companyName === '' ? { name: 'Enter the name of your company.' } : {}),
  };
  if (Object.keys(fields).length > 0) return data({ message: '', code: '', fields, typed }, { status: 422 });
  const { legal, db, config, accounts } = context.get(servicesContext);
  try {
    const shown = { terms: text('termsVersion'), privacy: text('privacyVersion') };
    await context.get(accountsContext).acceptTerms(session, shown, await legal.refresh());
    if (makesCompany)
      await createCompany(
        { auth: db.auth, mode: config.signUp, firstPlugins: accounts.signUp.firstPlugins },
        {
          founder: { ...founderOf(session), ipAddress: context.get(clientAddressContext) },
          name: typed.companyName,
          languages: typed.languages,
          locale: suggestedLocale(request.headers.get('accept-language')),
        },
      );
    return redirect(to);
  } catch (error) {
    return refused(error, typed);
  }
}

function founderOf({ user, impersonatedBy }: NonNullable<ReturnType<typeof sessionOf>>) {
  return {
    userId: user.id,
    name: user.name,
    platformRole: user.role,
    ...(impersonatedBy ? { impersonatedBy } : {}),
  };
}
const sessionOf = (context: Route.LoaderArgs['context']) => context.get(sessionContext);

export const meta: Route.MetaFunction = () => [{ title: 'Welcome · Readout' }];

export default function Welcome({ loaderData, actionData }: Route.ComponentProps) {
  const { to, name, versions, makesCompany, languages } = loaderData;
  const isBusy = useNavigation().state !== 'idle';
  const fields: Record<string, string> = actionData?.fields ?? {};
  return (
    <Reticle className={`${classes.card} ${classes.wide}`}>
      <h1 className={classes.title}>
        Welcome, <span dir="auto">{name}</span>
      </h1>
      <p className={classes.lead}>
        {makesCompany
          ? 'You are signed in. You get a company to work in, with yourself as its owner.'
          : 'You are signed in. One thing is left.'}
      </p>
      <Problem message={actionData?.message} />
      <Form method="post" className={classes.form} noValidate>
        <input type="hidden" name="to" value={to} />
        <input type="hidden" name="termsVersion" value={versions.terms} />
        <input type="hidden" name="privacyVersion" value={versions.privacy} />
        {makesCompany ? (
          <>
            <TextInput
              label="Company"
              description="What you capture belongs to it. Your own name will do."
              name="companyName"
              autoComplete="organization"
              defaultValue={actionData?.typed.companyName}
              error={fields.name}
            />
            <LanguageChoice chosen={actionData?.typed.languages ?? languages} problem={fields.languages} />
          </>
        ) : null}
        <AcceptLegal problem={fields.accept} />
        <Button type="submit" size="md" loading={isBusy}>
          Go on
        </Button>
      </Form>
    </Reticle>
  );
}
