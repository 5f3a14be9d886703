import { Button, NativeSelect } from '@mantine/core';
import { LANGUAGES } from '@readout/texts';
import { Form } from 'react-router';
import { problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import classes from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';

export function LanguageSection({
  language,
  isSaved,
  answer,
}: {
  /** Tag; null: as the browser asks. */
  language: string | null;
  isSaved: boolean;
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const offered = LANGUAGES.filter(({ isWhole }) => isWhole);
  if (offered.length < 2) return null;
  const chosen = offered.find(({ tag }) => tag === language);
  return (
    <section className={classes.section} id="language">
      <h2>{text('common.language')}</h2>
      <p>{text('settings.account.language_hint')}</p>
      {/* The page is loaded again, as a whole in the language chosen. */}
      <Form method="post" reloadDocument className={classes.form}>
        <NativeSelect label={text('common.language')} name="language" defaultValue={language ?? ''}>
          <option value="">{text('settings.account.language_of_browser')}</option>
          {offered.map(({ tag, name }) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </NativeSelect>
        <Button type="submit" name="intent" value="language">
          {text('settings.account.save_language')}
        </Button>
        <Outcome
          done={
            isSaved &&
            (chosen
              ? text('settings.account.language_saved', { language: chosen.name })
              : text('common.saved'))
          }
          problem={problemOf(answer, 'language')}
        />
      </Form>
    </section>
  );
}
