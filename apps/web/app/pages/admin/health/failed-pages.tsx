import { Button } from '@mantine/core';
import type { FailureCauseEverywhere } from '@readout/domain/platform/retry-failed-everywhere';
import { wholeNumber } from '@readout/texts/numbers';
import { Form } from 'react-router';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import table from '../../../ui/list/list.module.css';
import { Table } from '../../../ui/list/table.tsx';
import page from '../../../ui/page.module.css';
import { useLocale, useText } from '../../../ui/texts.tsx';
import type { Route } from '../+types/page';
import { useMay } from '../use-may.ts';

/** Why pages failed that still wait for somebody, over all companies, each reason with a way to read all of them again. */
export function FailedPages({
  causes,
  answer,
}: {
  causes: readonly (FailureCauseEverywhere & { title: string })[];
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const locale = useLocale();
  const mayTry = useMay()('readings.try_again');
  const isSending = useSending();
  const retried = doneOf(answer, 'retry');
  if (causes.length === 0 && !answer) return null;
  return (
    <section className={page.section} id="failed">
      <h2 className={page.sectionTitle}>{text('operation.health.failed.title')}</h2>
      <p>{text('operation.health.failed.lead')}</p>
      <Outcome
        problem={problemOf(answer, 'retry')}
        done={retried && text('operation.health.failed.retried', retried)}
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
                    <input type="hidden" name="intent" value="retry" />
                    <Button
                      type="submit"
                      name="code"
                      value={code}
                      size="compact-xs"
                      variant="default"
                      loading={isSending('retry', { code })}
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
