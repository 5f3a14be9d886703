import { Checkbox } from '@mantine/core';
import { languageName, READING_LANGUAGES } from '../languages.ts';
import { Row } from '../ui/layout.tsx';
import { useLocale, useText } from '../ui/texts.tsx';
import classes from './auth.module.css';

/** Which languages a new company reads. */
export function LanguageChoice({ chosen, problem }: { chosen: string[]; problem: string | undefined }) {
  const text = useText();
  const locale = useLocale();
  return (
    <fieldset className={classes.languages} aria-describedby="languages-hint">
      <legend>{text('account.languages.title')}</legend>
      <p id="languages-hint">{text('account.languages.hint')}</p>
      <Row gap="8px 20px" above={8} data-as-typed>
        {READING_LANGUAGES.map(({ tag }) => (
          <Checkbox
            key={tag}
            name="languages"
            value={tag}
            label={languageName(tag, locale)}
            defaultChecked={chosen.includes(tag)}
          />
        ))}
      </Row>
      {problem ? <p className={classes.fieldProblem}>{problem}</p> : null}
    </fieldset>
  );
}
