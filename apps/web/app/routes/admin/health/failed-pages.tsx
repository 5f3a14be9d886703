import { Button } from '@mantine/core';
import type { FailureCauseEverywhere } from '@readout/domain/platform/retry-failed-everywhere';
import { Form, useNavigation } from 'react-router';
import { plural, wholeNumber } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import table from '../../../ui/table.module.css';
import { Table } from '../../../ui/table.tsx';
import { Outcome, type Problem } from '../../settings/outcome.tsx';
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
  const mayTry = useMay()('readings.try_again');
  const navigation = useNavigation();
  const trying = navigation.formData?.get('code');
  if (causes.length === 0 && !answer) return null;
  return (
    <section className={page.section} id="failed">
      <h2 className={page.sectionTitle}>Failed pages</h2>
      <p>
        Of all active companies, by cause. Once what was the matter is over, they can be read again; it is not
        counted as the companies’ own rereads. Each company’s audit list says so.
      </p>
      <Outcome problem={answer?.problem} done={answer?.retried && retriedText(answer.retried)} />
      {causes.length > 0 ? (
        <Table
          label="Failed pages by cause"
          head={
            <>
              <th scope="col">Cause</th>
              <th scope="col" className={table.number}>
                Pages
              </th>
              {mayTry ? <th scope="col">Read again</th> : null}
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
                {wholeNumber(pages)}
                <div className={table.sub}>{plural(companies, 'company', 'companies')}</div>
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
                      aria-label={`Try all again: ${title}`}
                    >
                      Try all again
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

function retriedText({ pages, companies, left }: { pages: number; companies: number; left: number }): string {
  const rest = left > 0 ? ` ${wholeNumber(left)} more failed for it: try again for those.` : '';
  return `${plural(pages, 'page')} of ${plural(companies, 'company', 'companies')} wait to be read again.${rest}`;
}
