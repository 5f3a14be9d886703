import { Button, Checkbox } from '@mantine/core';
import type { StoreFindings } from '@readout/domain/platform/store-findings';
import { Form, Link } from 'react-router';
import type { Problem } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import { Row } from '../../../ui/layout.tsx';
import { ListTable } from '../../../ui/list/table.tsx';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import admin from '../admin.module.css';
import classes from '../system.module.css';
import { useMay } from '../use-may.ts';

/** Whether the stored files are what was captured, and what becomes of those nobody knows. */
export function StoreSection({ store, problem }: { store: StoreFindings; problem: Problem | undefined }) {
  const text = useText();
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
        <ListTable
          label={text('operation.store.damaged')}
          rows={companies.map((company) => ({ ...company, id: company.companyId }))}
          columns={{
            company: [
              text('operation.column', { column: 'company' }),
              ({ id, companyName }) => <Link to={`/admin/company/${id}`}>{companyName}</Link>,
              { className: admin.name, dir: 'auto' },
            ],
            missing: [
              text('operation.column', { column: 'missing' }),
              (of) => of.missing,
              { isNumber: true },
            ],
            altered: [
              text('operation.column', { column: 'altered' }),
              (of) => of.altered,
              { isNumber: true },
            ],
          }}
        />
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
