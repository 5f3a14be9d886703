import { Button, NativeSelect, TextInput } from '@mantine/core';
import { createCompany, type Founder, whyNoCompany } from '@readout/domain/companies/create-company';
import { Form, redirectDocument, useNavigation } from 'react-router';
import { accountsContext, clientAddressContext } from '../../../server/request/context.ts';
import type { Session } from '../../../server/request/session.ts';
import { LOCALES, suggestedLanguages, suggestedLocale } from '../../languages.ts';
import { requireSession } from '../../session.ts';
import page from '../../ui/page.module.css';
import { LanguageChoice } from '../auth/language-choice.tsx';
import { Problem } from '../auth/problem.tsx';
import { refused } from '../auth/refused.server.ts';
import type { Route } from './+types/new-company';
import classes from './settings.module.css';

const founderOf = ({ user, impersonatedBy }: Session, ipAddress: string): Founder => ({
  userId: user.id,
  name: user.name,
  platformRole: user.role,
  ipAddress,
  ...(impersonatedBy ? { impersonatedBy } : {}),
});

export function loader({ context, request }: Route.LoaderArgs) {
  const { services, session } = requireSession(context, request);
  const spoken = request.headers.get('accept-language');
  return {
    whyNot: whyNoCompany(services.config.signUp, founderOf(session, '')),
    languages: suggestedLanguages(spoken),
    locale: suggestedLocale(spoken),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, session } = requireSession(context, request);
  const form = await request.formData();
  const typed = {
    name: String(form.get('name') ?? ''),
    languages: form.getAll('languages').map(String),
    locale: String(form.get('locale') ?? ''),
  };
  try {
    const { companyId } = await createCompany(
      { auth: services.db.auth, mode: services.config.signUp, firstPlugins: services.firstPlugins },
      { founder: founderOf(session, context.get(clientAddressContext)), ...typed },
    );
    const headers = await context.get(accountsContext).switchCompany(session, companyId);
    return redirectDocument('/app', { headers });
  } catch (error) {
    return refused(error, typed);
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'New company · Readout' }];

export default function NewCompany({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle';
  const { whyNot } = loaderData;
  const typed = actionData?.typed;
  const fields: Record<string, string> = actionData?.fields ?? {};
  const locale = typed?.locale ?? loaderData.locale;
  const locales = LOCALES.map(({ tag, name }) => ({ value: tag as string, label: name as string }));
  if (!locales.some(({ value }) => value === locale)) locales.unshift({ value: locale, label: locale });
  return (
    <>
      <h1 className={page.title}>New company</h1>
      <section className={classes.section}>
        <p>
          A company has its own captures, members, plugins and settings; nothing is shared between companies.
          You become its owner and work in it next. The menu at the top changes between your companies.
        </p>
        {whyNot ? (
          <p className={classes.note}>{whyNot}</p>
        ) : (
          <>
            <Problem message={Object.keys(fields).length > 0 ? undefined : actionData?.message} />
            <Form method="post" className={classes.form} noValidate>
              <TextInput
                label="Name"
                name="name"
                dir="auto"
                maxLength={400}
                autoComplete="organization"
                defaultValue={typed?.name}
                error={fields.name}
              />
              <LanguageChoice chosen={typed?.languages ?? loaderData.languages} problem={fields.languages} />
              <NativeSelect
                label="Country"
                description="Decides what 3/4/2026 and 1.234 mean."
                name="locale"
                defaultValue={locale}
                data={locales}
                error={fields.locale}
              />
              <Button type="submit" loading={isBusy}>
                Make the company
              </Button>
            </Form>
          </>
        )}
      </section>
    </>
  );
}
