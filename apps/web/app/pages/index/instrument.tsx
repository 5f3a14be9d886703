import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useCheckWords } from '../../record/use-check-words.ts';
import { REPLAYED } from '../../shell/held-scripts.ts';
import { IconAlertTriangle, IconCheck } from '../../ui/icons.ts';
import { Reticle } from '../../ui/reticle.tsx';
import { FormattedText, useText } from '../../ui/texts.tsx';
import classes from './demonstration.module.css';
import { FieldValue } from './field-value.tsx';
import type { Sample } from './samples/sample.ts';

/** A picture with what was read in it: a field lights the pixels it came from, and the pixels their field. */
export function Instrument({
  picture,
  reading,
  language,
  children,
}: {
  picture: ReactNode;
  reading: Sample;
  /** BCP 47 tag of its labels. */
  language: string;
  /** Beside the name of the reader. */
  children?: ReactNode;
}) {
  const [pointedAt, setPointedAt] = useState<string | null>(null);
  const shown =
    pointedAt ??
    reading.fields.find(({ name }) => name === 'total' || name === 'tracking' || name === 'gtin')?.name ??
    reading.fields[0]?.name;
  const used = new Set(reading.fields.flatMap(({ evidence }) => evidence.map((part) => part.of)));
  return (
    <div className={classes.instrument}>
      <div className={classes.picture}>
        {picture}
        {/* Placed just as `object-fit` places the picture. */}
        <svg
          viewBox={`0 0 ${reading.width} ${reading.height}`}
          preserveAspectRatio="xMidYMid meet"
          aria-hidden="true"
        >
          {reading.boxes
            .filter(({ id }) => !used.has(id))
            .map(({ id, box }) => (
              <polygon key={id} className={classes.seen} points={pointsOf(box)} />
            ))}
          {reading.fields.map((field) => (
            <g
              key={field.name}
              className={classes.evidence}
              data-on={field.name === shown}
              data-doubtful={isDoubtful(field)}
              onPointerEnter={() => setPointedAt(field.name)}
            >
              {field.evidence.map(({ box }) => (
                <polygon key={pointsOf(box)} points={pointsOf(box)} />
              ))}
            </g>
          ))}
        </svg>
      </div>
      <Reticle className={classes.record ?? ''} tone="signal">
        <p className={classes.reader}>
          {reading.plugin.name ? (
            <FormattedText
              id="public.landing.record_by"
              values={{ plugin: <bdi>{reading.plugin.name}</bdi>, kind }}
            />
          ) : (
            <FormattedText id="public.landing.no_record" values={{ kind }} />
          )}
          {children}
        </p>
        <ul className={classes.fields}>
          {reading.fields.map((field) => (
            <li key={field.name}>
              <button
                type="button"
                {...REPLAYED}
                aria-pressed={field.name === shown}
                onPointerEnter={() => setPointedAt(field.name)}
                onFocus={() => setPointedAt(field.name)}
                onClick={() => setPointedAt(field.name)}
              >
                <span className={classes.label} lang={language}>
                  {field.label}
                </span>
                <span className={classes.value} data-as-typed>
                  <FieldValue field={field} />
                </span>
                <Confidence value={field.confidence} />
              </button>
            </li>
          ))}
        </ul>
        <Reasons reading={reading} field={reading.fields.find(({ name }) => name === shown)} />
      </Reticle>
    </div>
  );
}

function Confidence({ value }: { value: number }) {
  const text = useText();
  const percent = Math.floor(value * 100);
  return (
    <span className={classes.confidence}>
      <span className={classes.bar} aria-hidden data-low={value < 0.8}>
        <span style={{ width: `${percent}%` }} />
      </span>
      <span aria-hidden>{percent}</span>
      <VisuallyHidden>{text('public.landing.percent_sure', { percent })}</VisuallyHidden>
    </span>
  );
}

function Reasons({
  reading: { fields },
  field,
}: {
  reading: Sample;
  field: Sample['fields'][number] | undefined;
}) {
  const text = useText();
  const words = useCheckWords(Object.fromEntries(fields.map((each) => [each.name, each])), fields);
  if (!field) return null;
  return (
    <div className={classes.reasons} aria-live="polite">
      <p>
        <span>{text('public.landing.as_printed')}</span> <code>{field.raw}</code>
      </p>
      {field.checks.map((check) => (
        <p key={`${check.name} ${check.reason}`} data-passed={check.passed}>
          {check.passed ? (
            <IconCheck size={14} aria-label={text('public.landing.check', { result: 'passed' })} />
          ) : (
            <IconAlertTriangle size={14} aria-label={text('public.landing.check', { result: 'failed' })} />
          )}
          <span>{words(check, field.name)}</span>
        </p>
      ))}
    </div>
  );
}

const kind = (inside: ReactNode[]) => <span>{inside}</span>;

const isDoubtful = (field: Sample['fields'][number]) => field.checks.some(({ passed }) => !passed);

const pointsOf = (box: readonly (readonly number[])[]) => box.map((point) => point.join(',')).join(' ');
