import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { getCompany } from '@readout/domain/companies/get-company';
import { getCompanySettings } from '@readout/domain/companies/get-company-settings';
import { updateCompanyIdentity } from '@readout/domain/companies/update-company-identity';
import { updateCompanySettings } from '@readout/domain/companies/update-company-settings';
import { chooseReaders } from '@readout/domain/plugins/choose-readers';
import { captureKinds } from '@readout/domain/plugins/rules';
import { whyNot } from '@readout/domain/policy';
import { usualRates } from '@readout/domain/records/tax-rates';
import { regionCurrency } from '@readout/plugin-kit';
import { useState } from 'react';
import { Form, Link, redirect, useNavigation } from 'react-router';
import { currentLocale } from '../../../server/request/locale.ts';
import classes from '../../account/auth.module.css';
import { LanguageChoice } from '../../account/language-choice.tsx';
import { problemOf } from '../../forms/answer.ts';
import { actionOf, form, lines, text, texts, wholeNumber } from '../../forms/form.server.ts';
import { Refusal } from '../../forms/outcome.tsx';
import { useAnswer } from '../../forms/use-answer.ts';
import { countryChoices, LOCALES, languageName, listedLocale } from '../../languages.ts';
import { orProblemPage } from '../../problems/page-problem.ts';
import { requireMember } from '../../session.ts';
import { pageTitle } from '../../texts/page-title.ts';
import { Row } from '../../ui/layout.tsx';
import { Reticle } from '../../ui/reticle.tsx';
import { FormattedText, useLocale, useText } from '../../ui/texts.tsx';
import type { Route } from './+types/page';

/** Once, after a company was made: what decides how its papers are read. Everything has a proposal and can wait. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope, session } = requireMember(context, request);
  if (!whyNot(scope.actor, 'company.profile', currentLocale()).allowed) throw redirect('/app');
  const deps = { db: services.db.app };
  const [company, settings] = await orProblemPage(
    Promise.all([getCompany(deps, { scope }), getCompanySettings(deps, { scope })]),
  );
  const today = new Date().toISOString().slice(0, 10);
  return {
    name: session.user.name,
    company: company.name,
    settings,
    habits: LOCALES.map(({ tag }) => ({
      tag,
      currency: regionCurrency(tag),
      rates: usualRates(tag.slice(3), today),
    })),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app };
  return actionOf(request, {
    set_up: form(
      {
        locale: text,
        languages: texts,
        kinds: texts,
        otherNames: lines,
        address: text,
        taxIds: lines,
        ibans: lines,
        revision: wholeNumber,
      },
      async ({ locale, languages, kinds, revision, ...identity }) => {
        // What may be refused comes first, so that a wrong account leaves everything as it was.
        const named = await updateCompanyIdentity(deps, { scope, identity, revision });
        const settings = { ...(await getCompanySettings(deps, { scope })), locale, languages };
        await updateCompanySettings(deps, { scope, settings, revision: named.revision });
        await chooseReaders(deps, { scope, kinds: captureKinds.filter((kind) => kinds.includes(kind)) });
        return redirect('/app');
      },
    ),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'account.set_up.title');

export default function Welcome({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const locale = useLocale();
  const { name, company, settings, habits } = loaderData;
  const isBusy = useNavigation().state !== 'idle';
  const problem = problemOf(useAnswer(actionData), 'set_up');
  const { typed, fields } = problem ?? {};
  const chosen = habits.find(({ tag }) => tag === typed?.locale)?.tag ?? listedLocale(settings.locale);
  const [country, setCountry] = useState(chosen);
  const countries = countryChoices(locale).map(({ tag, name: label }) => ({ value: tag, label }));
  if (!countries.some(({ value }) => value === country))
    countries.unshift({ value: country, label: languageName(country, locale) });
  return (
    <Reticle className={`${classes.card} ${classes.wide}`}>
      <h1 className={classes.title}>
        <FormattedText id="account.welcome.heading" values={{ name: <span dir="auto">{name}</span> }} />
      </h1>
      <p className={classes.lead}>{text('account.set_up.lead')}</p>
      <Refusal problem={problem} />
      <Form method="post" className={classes.form} noValidate>
        <input type="hidden" name="revision" value={settings.revision} />
        <NativeSelect
          label={text('account.set_up.country')}
          description={
            <Habits of={habits.find(({ tag }) => tag === country) ?? { tag: country, rates: [] }} />
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          name="locale"
          data-as-typed
          value={country}
          onChange={(event) => setCountry(event.currentTarget.value)}
          data={countries}
          error={fields?.locale}
        />
        <LanguageChoice chosen={typed?.languages ?? settings.languages} problem={fields?.languages} />
        <fieldset className={classes.languages} aria-describedby="kinds-hint">
          <legend>{text('account.set_up.kinds')}</legend>
          <p id="kinds-hint">{text('account.set_up.kinds_hint')}</p>
          <Row gap="8px 20px" above={8}>
            {captureKinds.map((kind) => (
              <Checkbox
                key={kind}
                name="kinds"
                value={kind}
                label={text('account.set_up.kind', { kind })}
                defaultChecked={typed?.kinds.includes(kind)}
              />
            ))}
          </Row>
        </fieldset>
        <fieldset className={classes.own} aria-describedby="own-hint">
          <legend>{text('account.set_up.own')}</legend>
          <p id="own-hint">{text('account.set_up.own_hint')}</p>
          <Textarea
            label={text('account.set_up.own_name')}
            description={text('account.set_up.own_name_hint')}
            name="otherNames"
            dir="auto"
            autosize
            minRows={1}
            spellCheck={false}
            autoComplete="off"
            defaultValue={typed?.otherNames.join('\n') ?? (settings.otherNames.join('\n') || company)}
            error={fields?.otherNames}
          />
          <Textarea
            label={text('account.set_up.address')}
            description={text('account.set_up.address_hint')}
            name="address"
            dir="auto"
            autosize
            minRows={2}
            autoComplete="street-address"
            defaultValue={typed?.address ?? settings.address}
            error={fields?.address}
          />
          <TextInput
            label={text('account.set_up.tax_id')}
            name="taxIds"
            spellCheck={false}
            autoComplete="off"
            defaultValue={(typed?.taxIds ?? settings.taxIds).join('\n')}
            error={fields?.taxIds}
          />
          <TextInput
            label={text('account.set_up.iban')}
            name="ibans"
            spellCheck={false}
            autoComplete="off"
            defaultValue={(typed?.ibans ?? settings.ibans).join('\n')}
            error={fields?.ibans}
          />
        </fieldset>
        <Button type="submit" size="md" loading={isBusy}>
          {text('account.set_up.save')}
        </Button>
        <p className={classes.beside}>
          <Link to="/app">{text('account.set_up.later')}</Link> {text('account.set_up.later_hint')}
        </p>
      </Form>
    </Reticle>
  );
}

/** What a country settles: its money, days and numbers as they are written there, its tax rates. */
function Habits({
  of: { tag, currency, rates },
}: {
  of: { tag: string; currency?: string | undefined; rates: readonly number[] };
}) {
  const text = useText();
  const locale = useLocale();
  const day = new Intl.DateTimeFormat(tag, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: 'UTC',
  });
  const amount = currency
    ? new Intl.NumberFormat(tag, { style: 'currency', currency })
    : new Intl.NumberFormat(tag, { minimumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <span suppressHydrationWarning>
      {text('account.set_up.habits', {
        day: day.format(new Date('2026-12-31')),
        amount: amount.format(1234.5),
        known: rates.length > 0 ? 'yes' : 'no',
        rates: new Intl.ListFormat(locale, { type: 'unit' }).format(
          rates.map((rate) => percent.format(rate / 100)),
        ),
      })}
    </span>
  );
}
