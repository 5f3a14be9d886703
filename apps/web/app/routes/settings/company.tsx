import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { getCompanySettings } from '@readout/domain/companies/get-company-settings';
import { listMembers } from '@readout/domain/companies/list-members';
import { updateCompanySettings } from '@readout/domain/companies/update-company-settings';
import { Form, useNavigation } from 'react-router';
import { LOCALES, READING_LANGUAGES } from '../../languages.ts';
import { requireMember } from '../../session.ts';
import page from '../../ui/page.module.css';
import { orProblemPage } from '../app/page-problem.ts';
import { refused } from '../auth/problem.tsx';
import type { Route } from './+types/company';
import classes from './settings.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope, session } = requireMember(context, request);
  const deps = { db: services.db.app };
  const [settings, members] = await orProblemPage(
    Promise.all([getCompanySettings(deps, { scope }), listMembers(deps, { scope })]),
  );
  return { company: session.company, role: session.role, settings, members };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  const form = await request.formData();
  const settings = {
    languages: form.getAll('languages').map(String),
    locale: String(form.get('locale') ?? ''),
    operatorsMayConfirm: form.has('operatorsMayConfirm'),
    keepLocation: form.has('keepLocation'),
  };
  try {
    await updateCompanySettings({ db: services.db.app }, { scope, settings });
    return { isSaved: true, message: '', fields: {} as Record<string, string> };
  } catch (error) {
    return refused(error, settings);
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'Company settings · Readout' }];

export default function CompanySettings({ loaderData, actionData }: Route.ComponentProps) {
  const { company, role, settings, members } = loaderData;
  const isBusy = useNavigation().state !== 'idle';
  const isLocked = role !== 'owner';
  const locales = LOCALES.map(({ tag, name }) => ({ value: tag as string, label: name as string }));
  // A locale from sign-up may be one the list does not name.
  if (!locales.some(({ value }) => value === settings.locale)) {
    locales.unshift({ value: settings.locale, label: settings.locale });
  }
  // Set in an order of importance; the boxes keep it.
  const order = [...settings.languages, ...READING_LANGUAGES.map(({ tag }) => tag as string)];
  const languages = [...READING_LANGUAGES].sort((a, b) => order.indexOf(a.tag) - order.indexOf(b.tag));
  return (
    <>
      <h1 className={page.title}>{company.name}</h1>
      <section className={classes.section}>
        <h2>Reading and review</h2>
        <p>
          {isLocked
            ? 'Only owners change these.'
            : 'What is changed here holds for everything read from now on.'}
        </p>
        <Form method="post" className={classes.form}>
          <fieldset className={classes.choices} disabled={isLocked}>
            <legend>Languages of what you capture</legend>
            <div>
              {languages.map(({ tag, name }) => (
                <Checkbox
                  key={tag}
                  name="languages"
                  value={tag}
                  label={name}
                  defaultChecked={settings.languages.includes(tag)}
                />
              ))}
            </div>
            {actionData?.fields.languages ? (
              <p className={classes.problem}>{actionData.fields.languages}</p>
            ) : null}
          </fieldset>
          <NativeSelect
            label="Country"
            description="Settles what 3/4/2026 or 1.234 means."
            name="locale"
            defaultValue={settings.locale}
            data={locales}
            disabled={isLocked}
            error={actionData?.fields.locale}
          />
          <Checkbox
            name="operatorsMayConfirm"
            label="Operators may confirm their own records"
            description="Otherwise a reviewer, admin or owner has to."
            defaultChecked={settings.operatorsMayConfirm}
            disabled={isLocked}
          />
          <Checkbox
            name="keepLocation"
            label="Keep where photos were taken"
            description="In the pictures you view and in exports. Switched off, exports leave it out at once; pictures read while it was on lose it when they are read again."
            defaultChecked={settings.keepLocation}
            disabled={isLocked}
          />
          {isLocked ? null : (
            <Button type="submit" loading={isBusy}>
              Save
            </Button>
          )}
          <p className={actionData?.message ? classes.problem : classes.done} role="status">
            {actionData?.message || (actionData ? 'Saved.' : '')}
          </p>
        </Form>
      </section>
      <section className={classes.section}>
        <h2>Members</h2>
        <p>Your own role is {role}. Inviting others is not there yet.</p>
        <ul className={classes.list}>
          {members.map((member) => (
            <li key={member.userId}>
              {member.name} <span>{member.role}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
