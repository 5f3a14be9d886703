import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { CompanySettings } from '@readout/domain/companies/company-settings';
import type { Permission } from '@readout/domain/policy';
import { Form } from 'react-router';
import { besideOf, doneOf, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import { LOCALES, languageName, READING_LANGUAGES } from '../../../languages.ts';
import { useReadable } from '../../../record/use-readable.ts';
import classes from '../../../ui/settings.module.css';
import { useLocale, useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';
import { Reserved } from './reserved.tsx';

/** How what is captured is read and reviewed. */
export function ReadingSection({
  settings,
  may,
  answer,
}: {
  settings: CompanySettings & { revision: number };
  may: Permission;
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const locale = useLocale();
  const problem = problemOf(answer, 'reading');
  const meanwhile = besideOf(answer, 'reading');
  const isBusy = useSending()('reading');
  const shown = problem?.typed ?? settings;
  const locales = LOCALES.map(({ tag }) => ({ value: tag as string, label: languageName(tag, locale) }));
  // A locale from sign-up may be one the list does not name.
  if (!locales.some(({ value }) => value === shown.locale))
    locales.unshift({ value: shown.locale, label: languageName(shown.locale, locale) });
  // Set in an order of importance; the boxes keep it.
  const order = [...settings.languages, ...READING_LANGUAGES.map(({ tag }) => tag as string)];
  const languages = [...READING_LANGUAGES].sort((a, b) => order.indexOf(a.tag) - order.indexOf(b.tag));
  return (
    <section className={classes.section}>
      <h2>{text('settings.company.reading')}</h2>
      <p>{text('settings.company.reading_hint')}</p>
      <Form method="post" className={classes.form}>
        <input type="hidden" name="revision" value={meanwhile?.revision ?? settings.revision} />
        <fieldset className={classes.choices} disabled={!may.allowed}>
          <legend>{text('settings.company.languages')}</legend>
          <div>
            {languages.map(({ tag }) => (
              <Checkbox
                key={tag}
                name="languages"
                value={tag}
                label={languageName(tag, locale)}
                defaultChecked={shown.languages.includes(tag)}
              />
            ))}
          </div>
          {problem?.fields.languages ? <p className={classes.problem}>{problem.fields.languages}</p> : null}
        </fieldset>
        <NativeSelect
          label={text('settings.company.country')}
          description={text('settings.company.country_hint')}
          name="locale"
          defaultValue={shown.locale}
          data={locales}
          disabled={!may.allowed}
          error={problem?.fields.locale}
        />
        <Checkbox
          name="operatorsMayConfirm"
          label={text('settings.company.operators_confirm')}
          description={text('settings.company.operators_confirm_hint')}
          defaultChecked={shown.operatorsMayConfirm}
          disabled={!may.allowed}
        />
        <Checkbox
          name="keepLocation"
          label={text('settings.company.keep_location')}
          description={text('settings.company.keep_location_hint')}
          defaultChecked={shown.keepLocation}
          disabled={!may.allowed}
        />
        <TextInput
          label={text('settings.company.second_person')}
          description={text('settings.company.second_person_hint')}
          name="secondPersonAbove"
          inputMode="decimal"
          defaultValue={shown.secondPersonAbove ?? ''}
          disabled={!may.allowed}
          error={problem?.fields.secondPersonAbove}
        />
        {meanwhile ? <Meanwhile kept={meanwhile.current} /> : null}
        <Reserved sentence={may.sentence} />
        {may.allowed ? (
          <Button type="submit" name="intent" value="reading" loading={isBusy}>
            {text('common.save')}
          </Button>
        ) : null}
        <Outcome done={doneOf(answer, 'reading') && text('common.saved')} problem={problem} />
      </Form>
    </section>
  );
}

function Meanwhile({ kept }: { kept: CompanySettings }) {
  const [text, readable] = [useText(), useReadable()];
  const locale = useLocale();
  return (
    <div className={classes.note}>
      <p>{text('settings.company.saved_meanwhile')}</p>
      <p>
        {text('settings.company.kept_now', {
          languages: new Intl.ListFormat(locale, { type: 'unit' }).format(
            kept.languages.map((tag) => languageName(tag, locale)),
          ),
          country: languageName(kept.locale, locale),
          confirm: kept.operatorsMayConfirm ? 'yes' : undefined,
          location: kept.keepLocation ? 'yes' : undefined,
          second: kept.secondPersonAbove === null ? undefined : 'yes',
          above: readable(String(kept.secondPersonAbove ?? 0), 'amount'),
        })}
      </p>
      <p>{text('settings.company.save_again')}</p>
    </div>
  );
}
