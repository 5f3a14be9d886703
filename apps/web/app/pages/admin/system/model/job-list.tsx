import { Progress } from '@mantine/core';
import type { TextModelJob } from '@readout/domain/platform/text-models/text-model-jobs';
import type { TrialReport } from '@readout/model-trial';
import { fileSize, wholeNumber } from '@readout/texts/numbers';
import { Stack, Text } from '../../../../ui/layout.tsx';
import table from '../../../../ui/list/list.module.css';
import { Table } from '../../../../ui/list/table.tsx';
import { useLocale, useText } from '../../../../ui/texts.tsx';
import { When } from '../../../../ui/when.tsx';
import classes from '../../system.module.css';

type Job = Omit<TextModelJob, 'failure'> & { failure: { code: string; sentence: string } | null };
const tones = { running: 'notice', done: 'signal', failed: 'alarm', broken_off: 'alarm' } as const;

/** What is under way and how it ended, with what trials found. */
export function JobList({ jobs }: { jobs: readonly Job[] }) {
  const [text, locale] = [useText(), useLocale()];
  return (
    <section className={classes.section} id="jobs">
      <h2>{text('operation.models.jobs')}</h2>
      <Stack gap={24}>
        {jobs.map((job) => {
          const { kind, name, state, done, of, by, startedAt, failure, report } = job;
          const title = text('operation.models.job', { kind, name });
          const amount = (value: number) =>
            kind === 'add' ? fileSize(value, locale) : wholeNumber(value, locale);
          return (
            <article key={`${kind} ${name}`} className={classes.form}>
              <h3 dir="auto">{title}</h3>
              <div>
                <span className={table.state} data-tone={tones[state]}>
                  {text('operation.models.job_state', { state })}
                </span>{' '}
                <span className={table.sub}>
                  <When iso={startedAt} exact />, <span dir="auto">{by}</span>
                </span>
              </div>
              {state === 'running' ? (
                <div>
                  <Progress value={of > 0 ? (100 * done) / of : 0} aria-label={title} />
                  <span className={table.sub}>
                    {text('operation.models.progress', { done: amount(done), of: amount(of) })}
                  </span>
                </div>
              ) : null}
              {failure ? (
                <Text size={14} isLong isBroken dir="auto">
                  {failure.sentence} ({failure.code})
                </Text>
              ) : null}
              {report ? <Report report={report} /> : null}
            </article>
          );
        })}
      </Stack>
    </section>
  );
}

function Report({ report }: { report: TrialReport }) {
  const [text, locale] = [useText(), useLocale()];
  const { captures, lines, pageMs, fields, recordsLeftOut, instead } = report;
  if (captures.compared + captures.failed + captures.notReached === 0)
    return <p>{text('operation.models.nothing_confirmed')}</p>;
  return (
    <>
      <p>
        {text('operation.models.found', {
          instead,
          captures: captures.compared,
          lines: lines.compared,
          changed: lines.changed,
          now: pageMs.now,
          tried: pageMs.tried,
        })}{' '}
        {captures.failed + captures.notReached + recordsLeftOut > 0
          ? text('operation.models.not_compared', {
              failed: captures.failed,
              rest: captures.notReached,
              records: recordsLeftOut,
            })
          : null}
      </p>
      {fields.length > 0 ? (
        <Table
          label={text('operation.models.values', { name: report.model })}
          head={
            <>
              <th scope="col">{text('operation.column', { column: 'plugin' })}</th>
              <th scope="col">{text('operation.column', { column: 'field' })}</th>
              {outcomes.map((outcome) => (
                <th key={outcome} scope="col" className={table.number}>
                  {text('operation.models.outcome', { outcome })}
                </th>
              ))}
            </>
          }
        >
          {fields.map((tally) => (
            <tr key={`${tally.reader} ${tally.field}`}>
              <td dir="auto">{tally.reader}</td>
              <th scope="row" dir="auto">
                {tally.field}
              </th>
              {outcomes.map((outcome) => (
                <td key={outcome} className={table.number}>
                  {wholeNumber(tally[outcome], locale)}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      ) : null}
    </>
  );
}

const outcomes = ['becomesRight', 'becomesWrong', 'staysRight', 'staysWrong'] as const;
