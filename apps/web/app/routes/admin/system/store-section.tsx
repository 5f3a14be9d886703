import { Button, Checkbox } from '@mantine/core';
import type { StoreFindings } from '@readout/domain/platform/store-findings';
import { Form, Link, useNavigation } from 'react-router';
import { plural, wholeNumber } from '../../../ui/numbers.ts';
import table from '../../../ui/table.module.css';
import { Table } from '../../../ui/table.tsx';
import { When } from '../../../ui/when.tsx';
import { Outcome, type Problem } from '../../settings/outcome.tsx';
import admin from '../admin.module.css';
import { useMay } from '../use-may.ts';
import classes from './system.module.css';

/** Whether the stored files are what was captured, and what becomes of those nobody knows. */
export function StoreSection({ store, problem }: { store: StoreFindings; problem: Problem | undefined }) {
  const { companies, hold, oldestCheckAt } = store;
  return (
    <section className={classes.section} id="store">
      <h2>Store</h2>
      <p>
        Every stored original is compared with its SHA-256 in the background, each once in thirty days, and
        whenever it is handed out or read.{' '}
        {oldestCheckAt ? (
          <>
            The one looked at least lately: <When iso={oldestCheckAt} />.
          </>
        ) : (
          'There is none yet.'
        )}{' '}
        To check all of them now: <code>npx --no-install readout verify</code>.
      </p>
      {companies.length > 0 ? (
        <Table
          label="Damaged originals"
          head={
            <>
              <th scope="col">Company</th>
              <th scope="col" className={table.number}>
                Missing
              </th>
              <th scope="col" className={table.number}>
                Altered
              </th>
            </>
          }
        >
          {companies.map((each) => (
            <tr key={each.companyId}>
              <td className={admin.name} dir="auto">
                <Link to={`/admin/company/${each.companyId}`}>{each.companyName}</Link>
              </td>
              <td className={table.number}>{wholeNumber(each.missing)}</td>
              <td className={table.number}>{wholeNumber(each.altered)}</td>
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
  const may = useMay();
  const isBusy = useNavigation().formData?.get('intent') === 'allow-quarantine';
  const { orphans, files, cap, isAllowed, since } = hold;
  return (
    <>
      <h3>Files that the database does not know</h3>
      <div className={classes.now}>
        <p>
          {wholeNumber(orphans)} of {plural(files, 'stored file')} (<When iso={since} />
          ). A sweep moves at most {wholeNumber(cap)} by itself.{' '}
          {isAllowed
            ? 'You have let them go: the next sweep, within a quarter of an hour, moves them to the quarantine.'
            : 'Nothing was moved. If the database is not the right one, or an old backup, stop Readout and put the right one in its place.'}
        </p>
      </div>
      {isAllowed || !may('store.release') ? null : (
        <Form method="post" className={classes.form}>
          <input type="hidden" name="orphans" value={orphans} />
          <Checkbox label={`Yes, nobody needs these ${wholeNumber(orphans)} files`} required />
          <div className={classes.buttons}>
            <Button type="submit" name="intent" value="allow-quarantine" loading={isBusy}>
              Move them to the quarantine
            </Button>
          </div>
          <p>They stay there for thirty days and come back by themselves if a row names them.</p>
        </Form>
      )}
    </>
  );
}
