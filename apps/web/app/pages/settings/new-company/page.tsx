import { Button, NativeSelect, TextInput } from '@mantine/core';
import { createCompany, type Founder, whyNoCompany } from '@readout/domain/companies/create-company';
import { Form, redirectDocument, useNavigation } from 'react-router';
import { accountsContext, clientAddressContext } from '../../../../server/http/context.ts';
import { toldError } from '../../../../server/http/problem.ts';
import type { Session } from '../../../../server/request/session.ts';
import { LanguageChoice } from '../../../account/language-choice.tsx';
import { problemOf } from '../../../forms/answer.ts';
import { actionOf, form, text, texts } from '../../../forms/form.server.ts';
import { Refusal } from '../../../forms/outcome.tsx';
import { useAnswer } from '../../../forms/use-answer.ts';
import { LOCALES, languageName, suggestedLanguages, suggestedLocale } from '../../../languages.ts';
import { requireSession } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import page from '../../../ui/page.module.css';
import classes from '../../../ui/settings.module.css';
import { useLocale, useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';

const founderOf = ({ user, impersonatedBy }: Session, ipAddress: string): Founder => ({
  userId: user.id,
  name: user.name,
  platformRole: user.role,
  ipAddress,
  ...(impersonatedBy ? { impersonatedBy } : {}),
});

export function loader({ context, request }: Route.LoaderArgs) {
  const { services, session } = requireSession(context, request);
  const refusal = whyNoCompany(services.config.signUp, founderOf(session, ''));
  const spoken = request.headers.get('accept-language');
  return {
    whyNot: refusal && toldError(refusal).sentence,
    languages: suggestedLanguages(spoken),
    locale: suggestedLocale(spoken),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, session } = requireSession(context, request);
  return actionOf(request, {
    make: form({ name: text, languages: texts, locale: text }, async (company) => {
      const { companyId } = await createCompany(
        { auth: services.db.auth, mode: services.config.signUp, firstPlugins: services.firstPlugins },
        { founder: founderOf(session, context.get(clientAddressContext)), ...company },
      );
      const headers = await context.get(accountsContext).switchCompany(session, companyId);
      return redirectDocument('/app', { headers });
    }),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'settings.new_company.title');

export default function NewCompany({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const isBusy = useNavigation().state !== 'idle';
  const { whyNot } = loaderData;
  const problem = problemOf(useAnswer(actionData), 'make');
  const { typed, fields } = problem ?? {};
  const readers = useLocale();
  const locale = typed?.locale ?? loaderData.locale;
  const locales = LOCALES.map(({ tag }) => ({ value: tag as string, label: languageName(tag, readers) }));
  if (!locales.some(({ value }) => value === locale))
    locales.unshift({ value: locale, label: languageName(locale, readers) });
  return (
    <>
      <h1 className={page.title}>{text('settings.new_company.title')}</h1>
      <section className={classes.section}>
        <p>{text('settings.new_company.lead')}</p>
        {whyNot ? (
          <p className={classes.note}>{whyNot}</p>
        ) : (
          <>
            <Refusal problem={problem} />
            <Form method="post" className={classes.form} noValidate>
              <TextInput
                label={text('common.name')}
                name="name"
                dir="auto"
                maxLength={400}
                autoComplete="organization"
                defaultValue={typed?.name}
                error={fields?.name}
              />
              <LanguageChoice chosen={typed?.languages ?? loaderData.languages} problem={fields?.languages} />
              <NativeSelect
                label={text('settings.company.country')}
                description={text('settings.company.country_hint')}
                name="locale"
                defaultValue={locale}
                data={locales}
                error={fields?.locale}
              />
              <Button type="submit" loading={isBusy}>
                {text('settings.new_company.make')}
              </Button>
            </Form>
          </>
        )}
      </section>
    </>
  );
}
