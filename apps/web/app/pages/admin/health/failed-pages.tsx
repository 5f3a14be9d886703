import { Button } from '@mantine/core';
import type { FailureCauseEverywhere } from '@readout/domain/platform/retry-failed-everywhere';
import { Form, useNavigation } from 'react-router';
import { Outcome, type Problem } from '../../../problems/outcome.tsx';
import table from '../../../ui/list/list.module.css';
import { Table } from '../../../ui/list/table.tsx';
import { wholeNumber } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import { useLocale, useText } from '../../../ui/texts.tsx';
import { useMay } from '../use-may.ts';

type Answer =
  | { retried?: { pages: number; companies: number; left: number }; problem?: Problem | undefined }
  | undefined;

/** Why pages failed that still wait for somebody, over all companies, each reason with a way to read all of them again. */
export function FailedPages({
  causes,
  answer,
}: {
  causes: readonly (FailureCauseEverywhere & { title: string })[];
  answer: Answer;
}) {
  const text = useText();
  const locale = useLocale();
  const mayTry = useMay()('readings.try_again');
  const navigation = useNavigation();
  const trying = navigation.formData?.get('code');
  if (causes.length === 0 && !answer) return null;
  return (
    <section className={page.section} id="failed">
      <h2 className={page.sectionTitle}>{text('operation.health.failed.title')}</h2>
      <p>{text('operation.health.failed.lead')}</p>
      <Outcome
        problem={answer?.problem}
        done={answer?.retried && text('operation.health.failed.retried', answer.retried)}
      />
      {causes.length > 0 ? (
        <Table
          label={text('operation.health.failed.table')}
          head={
            <>
              <th scope="col">{text('operation.column', { column: 'cause' })}</th>
              <th scope="col" className={table.number}>
                {text('operation.column', { column: 'pages' })}
              </th>
              {mayTry ? <th scope="col">{text('operation.column', { column: 'read_again' })}</th> : null}
            </>
          }
        >
          {causes.map(({ code, title, pages, companies }) => (
            <tr key={code}>
              <td>
                {title}
                <div className={table.sub}>{code}</div>
              </td>
              <td className={table.number}>
                {wholeNumber(pages, locale)}
                <div className={table.sub}>
                  {text('operation.health.failed.companies', { count: companies })}
                </div>
              </td>
              {mayTry ? (
                <td>
                  <Form method="post" preventScrollReset>
                    <Button
                      type="submit"
                      name="code"
                      value={code}
                      size="compact-xs"
                      variant="default"
                      loading={trying === code}
                      aria-label={text('operation.health.failed.try_all_of', { cause: title })}
                    >
                      {text('operation.health.failed.try_all')}
                    </Button>
                  </Form>
                </td>
              ) : null}
            </tr>
          ))}
        </Table>
      ) : null}
    </section>
  );
}
