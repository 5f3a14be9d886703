import type { JsonValue } from '@readout/plugin-kit';
import { useText } from '../../ui/texts.tsx';
import classes from './demonstration.module.css';

/** A value as it stands in the record: rows for lists, name and value for maps. */
export function FieldValue({ value }: { value: JsonValue }) {
  const text = useText();
  if (value === null) return <>{text('public.landing.no_value')}</>;
  if (Array.isArray(value)) {
    return (
      <span className={classes.rows}>
        {value.map((row) => (
          <span key={JSON.stringify(row)} className={classes.row}>
            {typeof row === 'object' && row !== null && !Array.isArray(row)
              ? Object.entries(row).map(([name, cell]) => <span key={name}>{String(cell ?? '')}</span>)
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
  return <>{String(value)}</>;
}
