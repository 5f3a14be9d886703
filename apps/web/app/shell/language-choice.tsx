import { LANGUAGES, languageOf } from '@readout/texts';
import { useLocation } from 'react-router';
import { useLocale, useText } from '../ui/texts.tsx';
import classes from './language-choice.module.css';

/** The languages that are whole, each by its own name, for who has no account or is not signed in. */
export function LanguageChoice() {
  const text = useText();
  const shown = languageOf(useLocale());
  const { pathname, search } = useLocation();
  const offered = LANGUAGES.filter(({ isWhole }) => isWhole);
  if (offered.length < 2) return null;
  return (
    // No router: the page is loaded again, as a whole.
    <form
      method="post"
      action="/auth/language"
      className={classes.choice}
      aria-label={text('common.language')}
    >
      <input type="hidden" name="to" value={pathname + search} />
      {offered.map(({ tag, name }) => (
        <button
          key={tag}
          type="submit"
          name="language"
          value={tag}
          lang={tag}
          {...(tag === shown ? { 'aria-current': 'true' as const } : {})}
        >
          {name}
        </button>
      ))}
    </form>
  );
}
