import { useReadable } from '../../record/use-readable.ts';
import { useLocale, useText } from '../../ui/texts.tsx';
import classes from './demonstration.module.css';
import type { Sample } from './samples/sample.ts';

/** A value as the visitor's country writes it: rows for lists, name and value for maps. */
export function FieldValue({ field: { value, type, columns } }: { field: Sample['fields'][number] }) {
  const text = useText();
  const readable = useReadable();
  const percents = new Intl.NumberFormat(useLocale(), { style: 'percent', maximumFractionDigits: 2 });
  if (value === null) return <>{text('public.landing.no_value')}</>;
  if (Array.isArray(value)) {
    return (
      <span className={classes.rows}>
        {value.map((row) => (
          <span key={JSON.stringify(row)} className={classes.row}>
            {typeof row === 'object' && row !== null && !Array.isArray(row)
              ? Object.entries(row).map(([name, cell]) => (
                  <span key={name}>
                    {cell === null
                      ? ''
                      : name === 'rate'
                        ? percents.format(Number(cell) / 100)
                        : readable(cell, columns?.find((column) => column.name === name)?.type ?? 'text')}
                  </span>
                ))
              : String(row)}
          </span>
        ))}
      </span>
    );
  }
  if (typeof value === 'object') {
    return (
      <span className={classes.rows}>
        {Object.entries(value).map(([name, cell]) => (
          <span key={name} className={classes.row}>
            <span>{name}</span>
            <span>{String(cell)}</span>
          </span>
        ))}
      </span>
    );
  }
  return <>{readable(value, type)}</>;
}
