import type { CorrectedField } from '@readout/domain/platform/plugin-versions-for-platform';
import { wholeNumber } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import table from '../../../ui/table.module.css';
import { Table } from '../../../ui/table.tsx';
import { percent } from '../../dashboard/words.ts';
import admin from '../admin.module.css';
import classes from './plugins.module.css';

/** How often people changed what a version gave, field by field; nothing where too few stand behind a figure. */
export function CorrectedFields({ fields }: { fields: readonly CorrectedField[] }) {
  if (fields.length === 0) return <p className={page.dim}>It makes no records of its own.</p>;
  const shown = fields.filter(({ share }) => share !== null).length;
  return (
    <>
      {shown === 0 ? (
        <p className={page.dim}>Too few to show, of every field.</p>
      ) : (
        <Table
          label="Corrected by field"
          head={
            <>
              <th scope="col">Field</th>
              <th scope="col" className={table.number}>
                Value given
              </th>
              <th scope="col" className={table.number}>
                Corrected
              </th>
              <th scope="col" className={table.number}>
                Share
              </th>
              <th scope="col" className={table.number}>
                Not given, entered
              </th>
            </>
          }
        >
          {fields.map(({ record, field, share }) => (
            <tr key={`${record} ${field}`}>
              <td className={admin.name} dir="auto">
                {field} <span className={table.sub}>{record}</span>
              </td>
              {share ? (
                <>
                  <td className={table.number}>{wholeNumber(share.given)}</td>
                  <td className={table.number}>{wholeNumber(share.corrected)}</td>
                  <td className={table.number}>
                    <span className={classes.share}>
                      <meter min={0} max={1} value={share.corrected / share.given} aria-hidden />
                      {percent(share.corrected, share.given)}
                    </span>
                  </td>
                  <td className={table.number}>{wholeNumber(share.added)}</td>
                </>
              ) : (
                <td colSpan={4} className={page.dim}>
                  too few to show
                </td>
              )}
            </tr>
          ))}
        </Table>
      )}
      <p className={admin.counted}>
        Of records that people confirmed in the last 90 days, over all companies: in how many it gave a value,
        and in how many of these another one stood when it was confirmed. Shown from three companies and 20
        records on, so that no figure tells of one company. What was confirmed by a rule is not counted.
      </p>
    </>
  );
}
