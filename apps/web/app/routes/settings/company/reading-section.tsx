import { Button, Checkbox, NativeSelect } from '@mantine/core';
import type { CompanySettings } from '@readout/domain/companies/company-settings';
import type { Permission } from '@readout/domain/policy';
import { Form, useNavigation } from 'react-router';
import { LOCALES, READING_LANGUAGES } from '../../../languages.ts';
import { Outcome, problemOf } from '../outcome.tsx';
import classes from '../settings.module.css';
import type { CompanyAnswer } from './answer.ts';
import { Reserved } from './reserved.tsx';

/** How what is captured is read and reviewed. */
export function ReadingSection({
  settings,
  may,
  answer,
}: {
  settings: CompanySettings & { revision: number };
  may: Permission;
  answer: CompanyAnswer | undefined;
}) {
  const problem = problemOf(answer, 'reading');
  const meanwhile = problem ? answer?.meanwhile : undefined;
  const isBusy = useNavigation().formData?.get('intent') === 'reading';
  const shown = problem ? { ...settings, ...readTyped(problem.typed) } : settings;
  const locales = LOCALES.map(({ tag, name }) => ({ value: tag as string, label: name as string }));
  // A locale from sign-up may be one the list does not name.
  if (!locales.some(({ value }) => value === shown.locale))
    locales.unshift({ value: shown.locale, label: shown.locale });
  // Set in an order of importance; the boxes keep it.
  const order = [...settings.languages, ...READING_LANGUAGES.map(({ tag }) => tag as string)];
  const languages = [...READING_LANGUAGES].sort((a, b) => order.indexOf(a.tag) - order.indexOf(b.tag));
  return (
    <section className={classes.section}>
      <h2>Reading and review</h2>
      <p>What is changed here holds for everything read from now on.</p>
      <Form method="post" className={classes.form}>
        <input type="hidden" name="revision" value={meanwhile?.revision ?? settings.revision} />
        <fieldset className={classes.choices} disabled={!may.allowed}>
          <legend>Languages of what you capture</legend>
          <div>
            {languages.map(({ tag, name }) => (
              <Checkbox
                key={tag}
                name="languages"
                value={tag}
                label={name}
                defaultChecked={shown.languages.includes(tag)}
              />
            ))}
          </div>
          {problem?.fields.languages ? <p className={classes.problem}>{problem.fields.languages}</p> : null}
        </fieldset>
        <NativeSelect
          label="Country"
          description="Decides what 3/4/2026 and 1.234 mean."
          name="locale"
          defaultValue={shown.locale}
          data={locales}
          disabled={!may.allowed}
          error={problem?.fields.locale}
        />
        <Checkbox
          name="operatorsMayConfirm"
          label="Operators may confirm their own records"
          description="Otherwise a reviewer, admin or owner has to."
          defaultChecked={shown.operatorsMayConfirm}
          disabled={!may.allowed}
        />
        <Checkbox
          name="keepLocation"
          label="Keep where photos were taken"
          description="In the pictures you view and in exports. Switched off, exports leave it out at once; pictures read while it was on lose it when they are read again."
          defaultChecked={shown.keepLocation}
          disabled={!may.allowed}
        />
        {meanwhile?.settings ? <Meanwhile kept={meanwhile.settings} /> : null}
        <Reserved sentence={may.sentence} />
        {may.allowed ? (
          <Button type="submit" name="intent" value="reading" loading={isBusy}>
            Save
          </Button>
        ) : null}
        <Outcome done={answer?.done === 'reading' && 'Saved.'} problem={problem} />
      </Form>
    </section>
  );
}

/** What was typed travels as plain texts. */
export function typedSettings(settings: CompanySettings): Record<string, string> {
  return {
    languages: settings.languages.join(','),
    locale: settings.locale,
    operatorsMayConfirm: settings.operatorsMayConfirm ? 'yes' : '',
    keepLocation: settings.keepLocation ? 'yes' : '',
  };
}

function readTyped(typed: Record<string, string>): CompanySettings {
  return {
    languages: (typed.languages ?? '').split(',').filter(Boolean),
    locale: typed.locale ?? '',
    operatorsMayConfirm: typed.operatorsMayConfirm === 'yes',
    keepLocation: typed.keepLocation === 'yes',
  };
}

function Meanwhile({ kept }: { kept: CompanySettings }) {
  const names = kept.languages.map(
    (tag) => READING_LANGUAGES.find((language) => language.tag === tag)?.name ?? tag,
  );
  return (
    <div className={classes.note}>
      <p>Somebody else saved these meanwhile. Kept now:</p>
      <p>
        {names.join(', ')}; {LOCALES.find(({ tag }) => tag === kept.locale)?.name ?? kept.locale}; operators{' '}
        {kept.operatorsMayConfirm ? 'may' : 'may not'} confirm; places of photos{' '}
        {kept.keepLocation ? 'are' : 'are not'} kept.
      </p>
      <p>Save again to replace them with yours above.</p>
    </div>
  );
}
