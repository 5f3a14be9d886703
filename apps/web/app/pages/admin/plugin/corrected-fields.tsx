import type { CorrectedField } from '@readout/domain/platform/plugin-versions-for-platform';
import { wholeNumber } from '@readout/texts/numbers';
import { percent } from '../../../dashboard/words.ts';
import { Text } from '../../../ui/layout.tsx';
import table from '../../../ui/list/list.module.css';
import { Table } from '../../../ui/list/table.tsx';
import page from '../../../ui/page.module.css';
import { useLocale, useText } from '../../../ui/texts.tsx';
import admin from '../admin.module.css';
import classes from './plugins.module.css';

/** How often people changed what a version gave, field by field; nothing where too few stand behind a figure. */
export function CorrectedFields({ fields }: { fields: readonly CorrectedField[] }) {
  const text = useText();
  const locale = useLocale();
  if (fields.length === 0) return <p className={page.dim}>{text('operation.corrected.no_records')}</p>;
  const shown = fields.filter(({ share }) => share !== null).length;
  return (
    <>
      {shown === 0 ? (
        <p className={page.dim}>{text('operation.corrected.too_few_of_all')}</p>
      ) : (
        <Table
          label={text('operation.corrected.table')}
          head={
            <>
              <th scope="col">{text('operation.column', { column: 'field' })}</th>
              <th scope="col" className={table.number}>
                {text('operation.column', { column: 'given' })}
              </th>
              <th scope="col" className={table.number}>
                {text('operation.column', { column: 'corrected' })}
              </th>
              <th scope="col" className={table.number}>
                {text('operation.column', { column: 'share' })}
              </th>
              <th scope="col" className={table.number}>
                {text('operation.column', { column: 'added' })}
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
                  <td className={table.number}>{wholeNumber(share.given, locale)}</td>
                  <td className={table.number}>{wholeNumber(share.corrected, locale)}</td>
                  <td className={table.number}>
                    <span className={classes.share}>
                      <meter min={0} max={1} value={share.corrected / share.given} aria-hidden />
                      {percent(share.corrected, share.given, text)}
                    </span>
                  </td>
                  <td className={table.number}>{wholeNumber(share.added, locale)}</td>
                </>
              ) : (
                <td colSpan={4} className={page.dim}>
                  {text('operation.corrected.too_few')}
                </td>
              )}
            </tr>
          ))}
        </Table>
      )}
      <Text size={12} tone="dim" above={8}>
        {text('operation.corrected.explained')}
      </Text>
    </>
  );
}
