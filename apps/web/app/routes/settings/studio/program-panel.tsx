import { memo } from 'react';
import type { Outcome } from './run/use-runs.ts';
import classes from './studio.module.css';

interface ProgramPanelProps {
  outcome: Outcome;
  onGoTo(place: { line: number; column: number }): void;
  onManifest(): void;
}

/** What is wrong, what the program said, and what the run took. */
export const ProgramPanel = memo(function ProgramPanel({ outcome, onGoTo, onManifest }: ProgramPanelProps) {
  const { problems, manifestProblems, run, console: lines } = outcome;
  return (
    <section className={classes.output} aria-label="Output">
      <p className={classes.timing} role="status">
        {run
          ? `${run.ms < 10 ? run.ms.toFixed(1) : Math.round(run.ms)} ms${run.ticks === undefined ? '' : `, ${run.ticks} ${run.ticks === 1 ? 'tick' : 'ticks'}`}`
          : problems.length + manifestProblems.length > 0
            ? 'Not run'
            : ''}
      </p>
      <ul>
        {problems.map(({ message, line, column = 1 }) => (
          <li key={`${line}:${column}:${message}`} data-level="error">
            {line === undefined ? <b>Program</b> : <Place line={line} column={column} onGoTo={onGoTo} />}
            <span>{message}</span>
          </li>
        ))}
        {manifestProblems.map((message) => (
          <li key={message} data-level="error">
            <button type="button" onClick={onManifest}>
              Manifest
            </button>
            <span>{message}</span>
          </li>
        ))}
        {run && !run.ok ? (
          <li data-level="error">
            <b>{failures[run.code] ?? 'Failed'}</b>
            {run.line === undefined ? null : <Place line={run.line} column={1} onGoTo={onGoTo} />}
            <span>{run.message}</span>
          </li>
        ) : null}
        {lines.map(({ level, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same line may come twice, and lines keep their places
          <li key={index} data-level={level}>
            <code>{text}</code>
          </li>
        ))}
      </ul>
    </section>
  );
});

interface PlaceProps {
  line: number;
  column?: number;
  onGoTo: ProgramPanelProps['onGoTo'];
}

function Place({ line, column, onGoTo }: PlaceProps) {
  return (
    <button type="button" onClick={() => onGoTo({ line, column: column ?? 1 })}>
      {column === undefined ? `Line ${line}` : `Line ${line}, column ${column}`}
    </button>
  );
}

const failures: Record<string, string> = {
  'plugin.timed_out': 'Took too long',
  'plugin.out_of_memory': 'Out of memory',
  'plugin.threw': 'Threw',
  'plugin.bad_output': 'Records not as declared',
  'plugin.too_large': 'Too large',
  'plugin.kind_not_runnable': 'Does not run here',
};
