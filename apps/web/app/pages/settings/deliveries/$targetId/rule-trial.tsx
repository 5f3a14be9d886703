import type { PreviewedRecord, RulePreview } from '@readout/domain/deliveries/rules';
import { Link } from 'react-router';
import { useReadable } from '../../../../record/use-readable.ts';
import list from '../../../../ui/list/list.module.css';
import { Table } from '../../../../ui/list/table.tsx';
import settings from '../../../../ui/settings.module.css';
import { useLocale, useText } from '../../../../ui/texts.tsx';
import { When } from '../../../../ui/when.tsx';
import classes from '../deliveries.module.css';

/** What a rule makes of the last confirmed records, and why not of each that would have stayed. */
export function RuleTrial({ preview: { records, leaving } }: { preview: RulePreview }) {
  const text = useText();
  return (
    <div className={settings.panel} id="trial">
      <p role="status">{text('deliveries.rule.would', { count: records.length, leaving })}</p>
      {records.length > 0 ? (
        <div className={classes.trial}>
          <Table
            label={text('deliveries.rule.tried')}
            head={
              <>
                <th scope="col">{text('deliveries.rule.column', { column: 'record' })}</th>
                <th scope="col">{text('deliveries.rule.column', { column: 'result' })}</th>
                <th scope="col" className={list.number}>
                  {text('deliveries.rule.column', { column: 'amount' })}
                </th>
                <th scope="col">{text('deliveries.rule.column', { column: 'confirmed' })}</th>
              </>
            }
          >
            {records.map((record) => (
              <TriedRecord key={record.recordId} record={record} />
            ))}
          </Table>
        </div>
      ) : null}
    </div>
  );
}

function TriedRecord({ record }: { record: PreviewedRecord }) {
  const [text, locale, readable] = [useText(), useLocale(), useReadable()];
  const { captureId, title, typeLabel, amount, currency, confirmedBy, confirmedAt, misses } = record;
  const why = misses.map((miss) => text('deliveries.rule.miss', { miss }));
  return (
    <tr>
      <td className={list.wide}>
        <Link to={`/app/${captureId}?place=all`} dir="auto">
          {title || typeLabel}
        </Link>
        {title ? <div className={list.sub}>{typeLabel}</div> : null}
      </td>
      <td className={list.state} data-tone={misses.length === 0 ? 'signal' : undefined}>
        {misses.length === 0
          ? text('deliveries.rule.leaves')
          : text('deliveries.rule.stays', {
              misses: new Intl.ListFormat(locale, { type: 'unit' }).format(why),
            })}
      </td>
      <td className={list.number}>
        {amount === null ? null : `${readable(amount, 'amount')} ${currency ?? ''}`}
      </td>
      <td>
        <When iso={confirmedAt} />
        <div className={list.sub}>
          {confirmedBy === null ? text('deliveries.rule.a_rule') : <bdi>{confirmedBy}</bdi>}
        </div>
      </td>
    </tr>
  );
}
