import { ActionIcon, Button, CopyButton } from '@mantine/core';
import type { Barcode, Line, Quad } from '@readout/image-reader';
import type { JsonValue } from '@readout/plugin-kit';
import type { Manifest } from '@readout/plugin-kit/manifest';
import type { DeviceReading } from '../../device/reading-device.ts';
import { IconAlertTriangleFilled, IconCheck, IconCopy } from '../../ui/icons.ts';
import { plural } from '../../ui/numbers.ts';
import { toReadable } from '../app/record/field-text.ts';
import { copy } from './copy.ts';
import classes from './desktop.module.css';
import { allText, tableText } from './result-text.ts';

/** A value that a profile types: what was read, and what is to be thought of it. */
export interface TypedValue {
  text: string;
  /** Undefined where it is no number as the profile expects one. */
  number?: number;
  unit?: string;
  /** Why it is doubtful or no number, in words. */
  doubt?: string;
}

/** What the device read in the still: values first, then everything that can be copied. */
export function ReadResult({ result, typed }: { result: DeviceReading; typed: TypedValue | undefined }) {
  const { reading, records, manifests } = result;
  const table = tableText(reading.lines);
  const isEmpty = reading.lines.length === 0 && reading.barcodes.length === 0 && !typed;
  if (isEmpty)
    return (
      <p className={classes.dim} role="status">
        Nothing readable in this part of the picture. Mark a larger region, or zoom the window in.
      </p>
    );
  return (
    <div className={classes.result}>
      {typed ? <Typed typed={typed} /> : null}
      {records.filter(hasValues).map((record, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of one reading never changes
        <section key={index} className={classes.record}>
          <h3>{labelOf(record, manifests)}</h3>
          <dl>
            {Object.entries(record.fields)
              .filter(([, field]) => isShown(field.value))
              .map(([name, field]) => {
                const type = typeOf(record, name, manifests);
                const value = toReadable(field.value, type?.type ?? 'text', 'en');
                return (
                  <div key={name} className={classes.field}>
                    <dt>{type?.label ?? name}</dt>
                    <dd>
                      <span>{value}</span>
                      <CopyValue value={String(field.value)} label={type?.label ?? name} />
                    </dd>
                  </div>
                );
              })}
          </dl>
        </section>
      ))}
      {reading.barcodes.length > 0 ? <Codes barcodes={reading.barcodes} /> : null}
      {reading.lines.length > 0 ? (
        <section className={classes.record}>
          <h3>
            Text <span className={classes.dim}>{plural(reading.lines.length, 'line')}</span>
          </h3>
          <ol className={classes.lines}>
            {reading.lines.map((line) => (
              <TextLine key={line.id} line={line} />
            ))}
          </ol>
        </section>
      ) : null}
      <div className={classes.buttons}>
        {reading.lines.length > 0 ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => void copy(allText(reading.lines), 'Text')}
          >
            Copy all text
          </Button>
        ) : null}
        {table === undefined ? null : (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => void copy(table, 'Table')}
          >
            Copy as table
          </Button>
        )}
      </div>
    </div>
  );
}

function Typed({ typed: { text, number, unit, doubt } }: { typed: TypedValue }) {
  return (
    <section className={classes.typed} data-doubtful={doubt !== undefined || undefined} aria-label="Value">
      <p className={classes.value}>
        <output>{number === undefined ? text || 'no value' : String(number)}</output>
        {unit ? <span>{unit}</span> : null}
        {number === undefined ? null : <CopyValue value={String(number)} label="Value" />}
      </p>
      {number !== undefined && bare(text) !== bare(`${number}${unit ?? ''}`) ? (
        <p className={classes.dim}>shown as {text}</p>
      ) : null}
      {doubt ? (
        <p className={classes.doubt}>
          <IconAlertTriangleFilled size={13} aria-hidden /> {doubt}
        </p>
      ) : null}
    </section>
  );
}

const bare = (text: string): string => text.replaceAll(/\s+/g, '');

function Codes({ barcodes }: { barcodes: readonly Barcode[] }) {
  return (
    <section className={classes.record}>
      <h3>Codes</h3>
      <dl>
        {barcodes.map(({ id, format, text }) => (
          <div key={id} className={classes.field}>
            <dt>{format}</dt>
            <dd>
              <span>{text}</span>
              <CopyValue value={text} label={format} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Below this a line is marked as doubtful. */
const doubtfulConfidence = 0.8;

function TextLine({ line }: { line: Line }) {
  const isDoubtful = line.confidence < doubtfulConfidence;
  return (
    <li data-doubtful={isDoubtful || undefined} title={isDoubtful ? 'Not sure about this line' : undefined}>
      {line.text}
      {isDoubtful ? <IconAlertTriangleFilled size={12} aria-label="not sure" /> : null}
    </li>
  );
}

function CopyValue({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy: put }) => (
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={copied ? `${label} copied` : `Copy ${label}`}
          onClick={put}
        >
          {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}

type Record = DeviceReading['records'][number];
/** Lists and tables are in the text below. */
const isShown = (value: JsonValue): boolean => value !== null && value !== '' && typeof value !== 'object';
const hasValues = ({ fields }: Record): boolean => Object.values(fields).some(({ value }) => isShown(value));
const recordTypeOf = ({ plugin, type }: Record, manifests: readonly Manifest[]) =>
  manifests.find(({ id }) => id === plugin)?.records.find((each) => each.type === type);
const labelOf = (record: Record, manifests: readonly Manifest[]): string =>
  recordTypeOf(record, manifests)?.label ?? record.type;
const typeOf = (record: Record, name: string, manifests: readonly Manifest[]) =>
  recordTypeOf(record, manifests)?.fields.find((field) => field.name === name);

/** Outlines of what was read, over the still. */
export function ReadBoxes({
  result: { reading, records },
  frame,
  lay: { scale, margin },
}: {
  result: DeviceReading;
  frame: { width: number; height: number };
  /** How what was read lies to the frame. */
  lay: { scale: number; margin: number };
}) {
  const used = new Set(
    records.flatMap((record) =>
      Object.values(record.fields).flatMap(({ evidence }) =>
        evidence.map(({ line, barcode }) => line ?? barcode),
      ),
    ),
  );
  const boxes: { id: string; box: Quad; text: string }[] = [...reading.lines, ...reading.barcodes];
  return (
    <svg
      className={classes.boxes}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <g transform={`scale(${1 / scale}) translate(${-margin} ${-margin})`}>
        {boxes.map(({ id, box, text }) => (
          <polygon
            key={id}
            data-used={used.has(id) || undefined}
            points={box.map((point) => point.join()).join(' ')}
          >
            <title>{text}</title>
          </polygon>
        ))}
      </g>
    </svg>
  );
}
