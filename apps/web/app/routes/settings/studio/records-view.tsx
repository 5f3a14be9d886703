import type { FieldData } from '@readout/plugin-kit';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { memo } from 'react';
import { controlId, useFocus } from '../../app/focus.ts';
import type { RecordWithPlaces } from '../../app/picture/field-boxes.ts';
import { percent } from '../../app/record/doubt.ts';
import classes from './studio.module.css';

interface RecordsViewProps {
  records: readonly (RecordWithPlaces & { type: string; confidence: number })[];
  manifest: Manifest | undefined;
}

/** The records as they come, each field with its raw text, where it was seen and what was checked. */
export const RecordsView = memo(function RecordsView({ records, manifest }: RecordsViewProps) {
  return records.map(({ id, type, confidence, fields }) => {
    const declared = manifest?.records.find((each) => each.type === type);
    return (
      <article key={id} className={classes.record} aria-label={declared?.label ?? type}>
        <h2>
          {declared?.label ?? type} <span>{percent(confidence)}</span>
        </h2>
        <dl>
          {Object.entries(fields).map(([name, field]) => (
            <FieldLine
              key={name}
              recordId={id}
              name={name}
              label={declared?.fields.find((each) => each.name === name)?.label ?? name}
              field={field}
            />
          ))}
        </dl>
      </article>
    );
  });
});

interface FieldLineProps {
  recordId: string;
  name: string;
  label: string;
  field: FieldData;
}

function FieldLine({ recordId, name, label, field }: FieldLineProps) {
  const { hover, look, looked } = useFocus();
  const isLooked = looked?.recordId === recordId && looked.field === name;
  const seen = [...new Set(field.evidence.flatMap(({ line, barcode }) => [line, barcode]))].filter(Boolean);
  return (
    <div
      data-looked={isLooked || undefined}
      onPointerEnter={() => hover({ recordId, field: name })}
      onPointerLeave={() => hover(undefined)}
    >
      <dt>
        <button
          type="button"
          id={controlId(recordId, name)}
          title={`Show ${label} in the picture`}
          onFocus={() => look({ recordId, field: name, from: 'form' })}
          onClick={() => look({ recordId, field: name, from: 'form' })}
        >
          {label}
        </button>
      </dt>
      <dd>
        <Value value={field.value} />
        <small>
          {percent(field.confidence)} · {seen.length > 0 ? seen.join(' ') : 'free place'}
          {field.raw !== field.value ? ` · “${field.raw}”` : ''}
        </small>
        {field.checks.map((check) => (
          <small key={`${check.name}${check.reason}`} data-passed={check.passed}>
            {check.passed ? '✓' : '✗'} {check.name}: {check.reason}
          </small>
        ))}
        {field.ambiguous?.length ? (
          <small>Could also be {field.ambiguous.map(short).join(', ')}</small>
        ) : null}
      </dd>
    </div>
  );
}

const short = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function Value({ value }: { value: FieldData['value'] }) {
  return typeof value === 'object' && value !== null ? (
    <pre>{JSON.stringify(value, null, 1)}</pre>
  ) : (
    <b>{String(value)}</b>
  );
}
