import type { CodeChanges } from '@readout/domain/plugins/compare-versions';
import settings from '../ui/settings.module.css';
import { useText } from '../ui/texts.tsx';
import classes from './plugins.module.css';

export function Sentences({ sentences }: { sentences: string[] }) {
  return (
    <ul className={classes.sentences}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** The lines never change order. */
const numbered = (lines: readonly string[]) => lines.map((line, place) => ({ line, place }));

/** What differs between two programs, line by line. */
export function CodeSection({ code: { hunks, isCut } }: { code: CodeChanges }) {
  const text = useText();
  return (
    <section className={settings.section} aria-labelledby="code">
      <h2 id="code">{text('settings.plugins.program')}</h2>
      <p>
        {text('settings.plugins.program_differs', {
          how: hunks === null ? 'apart' : hunks.length === 0 ? 'same' : undefined,
        })}
        {isCut ? ` ${text('settings.plugins.program_cut')}` : ''}
      </p>
      {hunks && hunks.length > 0 ? (
        <section
          className={classes.code}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
          tabIndex={0}
          aria-label={text('settings.plugins.lines_that_differ')}
        >
          {hunks.map((hunk) => (
            <pre key={`${hunk.from} ${hunk.to}`}>
              <span className={classes.place}>
                {text('settings.plugins.line_from_to', { from: hunk.from, to: hunk.to })}
                {'\n'}
              </span>
              {numbered(hunk.lines).map(({ line, place }) => (
                <span
                  key={place}
                  data-is={line.startsWith('+') ? 'new' : line.startsWith('-') ? 'old' : undefined}
                >
                  {line}
                  {'\n'}
                </span>
              ))}
            </pre>
          ))}
        </section>
      ) : null}
    </section>
  );
}
