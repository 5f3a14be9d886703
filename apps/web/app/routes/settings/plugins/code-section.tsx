import type { CodeChanges } from '@readout/domain/plugins/compare-versions';
import settings from '../settings.module.css';
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
export function CodeSection({ code: { of, hunks, isCut } }: { code: CodeChanges }) {
  return (
    <section className={settings.section} aria-labelledby="code">
      <h2 id="code">Program</h2>
      <p>
        {hunks === null
          ? 'The two programs have too little in common to say where they differ.'
          : hunks.length === 0
            ? 'The same, byte by byte.'
            : of === 'source'
              ? 'As it was written.'
              : 'As it is run, broken into lines: one of the two came without its source.'}
        {isCut ? ' Only the first 1500 lines are shown.' : ''}
      </p>
      {hunks && hunks.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
        <section className={classes.code} tabIndex={0} aria-label="Lines that differ">
          {hunks.map((hunk) => (
            <pre key={`${hunk.from} ${hunk.to}`}>
              <span className={classes.place}>
                Line {hunk.from}, now {hunk.to}
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
