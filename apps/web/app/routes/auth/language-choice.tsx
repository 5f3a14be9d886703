import { Checkbox } from '@mantine/core';
import { READING_LANGUAGES } from '../../languages.ts';
import classes from './auth.module.css';

/** Which languages a new company reads. */
export function LanguageChoice({ chosen, problem }: { chosen: string[]; problem: string | undefined }) {
  return (
    <fieldset className={classes.languages} aria-describedby="languages-hint">
      <legend>Languages of what you capture</legend>
      <p id="languages-hint">
        Decides which letters are looked for, such as ö, ß, ç or å. Can be changed later.
      </p>
      <div className={classes.choices}>
        {READING_LANGUAGES.map(({ tag, name }) => (
          <Checkbox
            key={tag}
            name="languages"
            value={tag}
            label={name}
            defaultChecked={chosen.includes(tag)}
          />
        ))}
      </div>
      {problem ? <p className={classes.fieldProblem}>{problem}</p> : null}
    </fieldset>
  );
}
