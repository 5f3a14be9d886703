import { Button, Checkbox } from '@mantine/core';
import type { StoreFindings } from '@readout/domain/platform/store-findings';
import { wholeNumber } from '@readout/texts/numbers';
import { Form, Link } from 'react-router';
import type { Problem } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import { Row } from '../../../ui/layout.tsx';
import table from '../../../ui/list/list.module.css';
import { Table } from '../../../ui/list/table.tsx';
import { FormattedText, useLocale, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import admin from '../admin.module.css';
import classes from '../system.module.css';
import { useMay } from '../use-may.ts';

/** Whether the stored files are what was captured, and what becomes of those nobody knows. */
export function StoreSection({ store, problem }: { store: StoreFindings; problem: Problem | undefined }) {
  const [text, locale] = [useText(), useLocale()];
  const { companies, hold, oldestCheckAt } = store;
  return (
    <section className={classes.section} id="store">
      <h2>{text('operation.store.title')}</h2>
      <p>
        <FormattedText
          id="operation.store.lead"
          values={{
            looked: oldestCheckAt ? (
              <FormattedText id="operation.store.looked" values={{ when: <When iso={oldestCheckAt} /> }} />
            ) : (
              text('operation.store.looked_none')
            ),
          }}
        />
      </p>
      {companies.length > 0 ? (
        <Table
          label={text('operation.store.damaged')}
          head={
            <>
              <th scope="col">{text('operation.column', { column: 'company' })}</th>
              <th scope="col" className={table.number}>
                {text('operation.column', { column: 'missing' })}
              </th>
              <th scope="col" className={table.number}>
                {text('operation.column', { column: 'altered' })}
              </th>
            </>
          }
        >
          {companies.map((each) => (
            <tr key={each.companyId}>
              <td className={admin.name} dir="auto">
                <Link to={`/admin/company/${each.companyId}`}>{each.companyName}</Link>
              </td>
              <td className={table.number}>{wholeNumber(each.missing, locale)}</td>
              <td className={table.number}>{wholeNumber(each.altered, locale)}</td>
            </tr>
          ))}
        </Table>
      ) : null}
      {hold ? <Hold hold={hold} /> : null}
      <Outcome problem={problem} />
    </section>
  );
}

function Hold({ hold }: { hold: NonNullable<StoreFindings['hold']> }) {
  const text = useText();
  const may = useMay();
  const isBusy = useSending()('allow-quarantine');
  const { orphans, files, cap, isAllowed, since } = hold;
  return (
    <>
      <h3>{text('operation.store.unknown')}</h3>
      <div className={classes.now}>
        <p>
          <FormattedText
            id="operation.store.unknown_hint"
            values={{ allowed: isAllowed ? 'yes' : 'no', orphans, files, cap, when: <When iso={since} /> }}
          />
        </p>
      </div>
      {isAllowed || !may('store.release') ? null : (
        <Form method="post" className={classes.form}>
          <input type="hidden" name="orphans" value={orphans} />
          <Checkbox label={text('operation.store.sure', { count: orphans })} required />
          <Row gap={8}>
            <Button type="submit" name="intent" value="allow-quarantine" loading={isBusy}>
              {text('operation.store.move')}
            </Button>
          </Row>
          <p>{text('operation.store.quarantine_hint')}</p>
        </Form>
      )}
    </>
  );
}
