import { Button, TextInput } from '@mantine/core';
import { createCompany, whyNoCompany } from '@readout/domain/companies/create-company';
import { AppError } from '@readout/domain/errors';
import { Form, redirect, useNavigation } from 'react-router';
import {
  accountsContext,
  clientAddressContext,
  servicesContext,
  sessionContext,
} from '../../../../server/http/context.ts';
import { localAddress } from '../../../../server/request/local-address.ts';
import { currentLocale } from '../../../../server/request/locale.ts';
import { AcceptLegal } from '../../../account/accept-legal.tsx';
import classes from '../../../account/auth.module.css';
import { problemOf } from '../../../forms/answer.ts';
import { actionOf, flag, form, text } from '../../../forms/form.server.ts';
import { Refusal } from '../../../forms/outcome.tsx';
import { useAnswer } from '../../../forms/use-answer.ts';
import { suggestedLanguages, suggestedLocale } from '../../../languages.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { Reticle } from '../../../ui/reticle.tsx';
import { FormattedText, textsIn, useText } from '../../../ui/texts.tsx';
import { afterFounding } from '../after-founding.ts';
import type { Route } from './+types/page';

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
    makesCompany: !to.startsWith('/invite/') && !whyNoCompany(config.signUp, founderOf(session)),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = context.get(sessionContext);
  if (!session) throw redirect('/auth/sign-in');
  const fields = {
    companyName: text,
    accept: flag,
    termsVersion: text,
    privacyVersion: text,
    to: text,
  };
  return actionOf(request, {
    begin: form(fields, async ({ companyName, accept, ...given }, sent) => {
      const makesCompany = sent.has('companyName');
      const say = textsIn(currentLocale());
      const wrong = {
        ...(accept ? {} : { accept: say('account.legal.accept_to_go_on') }),
        ...(makesCompany && companyName === '' ? { name: say('account.welcome.company_missing') } : {}),
      };
      if (Object.keys(wrong).length > 0) throw new AppError('sign_up.invalid', { fields: wrong });
      const { legal, db, config, accounts } = context.get(servicesContext);
      const shown = { terms: given.termsVersion, privacy: given.privacyVersion };
      await context.get(accountsContext).acceptTerms(session, shown, await legal.refresh());
      if (makesCompany)
        await createCompany(
          { auth: db.auth, mode: config.signUp, firstPlugins: accounts.signUp.firstPlugins },
          {
            founder: { ...founderOf(session), ipAddress: context.get(clientAddressContext) },
            name: companyName,
            languages: suggestedLanguages(request.headers.get('accept-language')),
            locale: suggestedLocale(request.headers.get('accept-language')),
          },
        );
      const next = localAddress(given.to, '/app');
      return redirect(makesCompany ? afterFounding(next) : next);
    }),
  });
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

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'account.welcome.title');

export default function Welcome({ loaderData, actionData }: Route.ComponentProps) {
  const { to, name, versions, makesCompany } = loaderData;
  const text = useText();
  const isBusy = useNavigation().state !== 'idle';
  const problem = problemOf(useAnswer(actionData), 'begin');
  const { typed, fields } = problem ?? {};
  return (
    <Reticle className={`${classes.card} ${classes.wide}`}>
      <h1 className={classes.title}>
        <FormattedText id="account.welcome.heading" values={{ name: <span dir="auto">{name}</span> }} />
      </h1>
      <p className={classes.lead}>
        {text('account.welcome.lead', { makes: makesCompany ? 'company' : 'nothing' })}
      </p>
      <Refusal problem={problem} />
      <Form method="post" className={classes.form} noValidate>
        <input type="hidden" name="to" value={to} />
        <input type="hidden" name="termsVersion" value={versions.terms} />
        <input type="hidden" name="privacyVersion" value={versions.privacy} />
        {makesCompany ? (
          <TextInput
            label={text('account.company')}
            description={text('account.company_hint')}
            name="companyName"
            autoComplete="organization"
            defaultValue={typed?.companyName}
            error={fields?.name}
          />
        ) : null}
        <AcceptLegal problem={fields?.accept} />
        <Button type="submit" size="md" loading={isBusy}>
          {text('common.go_on')}
        </Button>
      </Form>
    </Reticle>
  );
}
