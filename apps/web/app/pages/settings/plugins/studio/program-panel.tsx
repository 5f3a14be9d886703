import { memo } from 'react';
import { useLocale, useText } from '../../../../ui/texts.tsx';
import type { Outcome } from './run/use-runs.ts';
import classes from './studio.module.css';

interface ProgramPanelProps {
  outcome: Outcome;
  onGoTo(place: { line: number; column: number }): void;
  onManifest(): void;
}

/** What is wrong, what the program said, and what the run took. */
export const ProgramPanel = memo(function ProgramPanel({ outcome, onGoTo, onManifest }: ProgramPanelProps) {
  const text = useText();
  const { problems, manifestProblems, run, console: lines } = outcome;
  return (
    <section className={classes.output} aria-label={text('editor.output.title')}>
      <p className={classes.timing} role="status">
        {run ? (
          <Timing ms={run.ms} ticks={run.ticks} />
        ) : problems.length + manifestProblems.length > 0 ? (
          text('editor.output.not_run')
        ) : null}
      </p>
      <ul>
        {problems.map(({ message, line, column = 1 }) => (
          <li key={`${line}:${column}:${message}`} data-level="error">
            {line === undefined ? (
              <b>{text('editor.desk.part', { part: 'program' })}</b>
            ) : (
              <Place line={line} column={column} onGoTo={onGoTo} />
            )}
            <span>{message}</span>
          </li>
        ))}
        {manifestProblems.map((message) => (
          <li key={message} data-level="error">
            <button type="button" onClick={onManifest}>
              {text('editor.desk.part', { part: 'manifest' })}
            </button>
            <span>{message}</span>
          </li>
        ))}
        {run && !run.ok ? (
          <li data-level="error">
            <b>{text('editor.output.failure', { code: failureOf(run.code) })}</b>
            {run.line === undefined ? null : <Place line={run.line} column={1} onGoTo={onGoTo} />}
            <span>{run.message}</span>
          </li>
        ) : null}
        {lines.map(({ level, text: said }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same line may come twice, and lines keep their places
          <li key={index} data-level={level}>
            <code>{said}</code>
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
  const text = useText();
  return (
    <button type="button" onClick={() => onGoTo({ line, column: column ?? 1 })}>
      {column === undefined
        ? text('editor.output.line', { line })
        : text('editor.output.line_column', { line, column })}
    </button>
  );
}

/** What a run took: below ten milliseconds with a decimal. */
function Timing({ ms, ticks }: { ms: number; ticks: number | undefined }) {
  const text = useText();
  const digits = ms < 10 ? 1 : 0;
  const took = new Intl.NumberFormat(useLocale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(ms);
  return ticks === undefined
    ? text('editor.output.timing', { ms: took })
    : text('editor.output.timing_ticks', { ms: took, ticks });
}

const failures = {
  'plugin.timed_out': 'timed_out',
  'plugin.out_of_memory': 'out_of_memory',
  'plugin.threw': 'threw',
  'plugin.bad_output': 'bad_output',
  'plugin.too_large': 'too_large',
  'plugin.kind_not_runnable': 'kind_not_runnable',
} as const;

const failureOf = (code: string) => failures[code as keyof typeof failures] ?? 'unknown';
