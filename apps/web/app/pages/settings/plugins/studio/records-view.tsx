import type { FieldData } from '@readout/plugin-kit';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { memo } from 'react';
import type { RecordWithPlaces } from '../../../../picture/field-boxes.ts';
import { percent } from '../../../../record/doubt.ts';
import { controlId, useFocus, useLookedFrom } from '../../../../ui/focus.ts';
import { useLocale, useText } from '../../../../ui/texts.tsx';
import classes from './studio.module.css';

interface RecordsViewProps {
  records: readonly (RecordWithPlaces & { type: string; confidence: number })[];
  manifest: Manifest | undefined;
}

/** The records as they come, each field with its raw text, where it was seen and what was checked. */
export const RecordsView = memo(function RecordsView({ records, manifest }: RecordsViewProps) {
  const locale = useLocale();
  return records.map(({ id, type, confidence, fields }) => {
    const declared = manifest?.records.find((each) => each.type === type);
    return (
      <article key={id} className={classes.record} aria-label={declared?.label ?? type}>
        <h2>
          {declared?.label ?? type} <span>{percent(confidence, locale)}</span>
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
  const text = useText();
  const locale = useLocale();
  const { hover, look } = useFocus();
  const isLooked = useLookedFrom(recordId, name) !== undefined;
  const seen = [
    ...new Set(field.evidence.flatMap(({ line, barcode, file }) => [line, barcode, file])),
  ].filter(Boolean);
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
          title={text('editor.record.show', { field: label })}
          onFocus={() => look({ recordId, field: name, from: 'form' })}
          onClick={() => look({ recordId, field: name, from: 'form' })}
        >
          {label}
        </button>
      </dt>
      <dd>
        <Value value={field.value} />
        <small>
          {percent(field.confidence, locale)} ·{' '}
          {seen.length > 0 ? seen.join(' ') : text('editor.record.free_place')}
          {field.raw !== field.value ? ` · “${field.raw}”` : ''}
        </small>
        {field.checks.map((check) => (
          <small key={`${check.name}${check.reason}`} data-passed={check.passed}>
            {check.passed ? '✓' : '✗'} {check.name}: {check.reason}
          </small>
        ))}
        {field.ambiguous?.length ? (
          <small>
            {text('editor.record.could_also_be', { values: field.ambiguous.map(short).join(', ') })}
          </small>
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
