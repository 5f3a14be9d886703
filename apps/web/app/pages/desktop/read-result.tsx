import { ActionIcon, Button, CopyButton } from '@mantine/core';
import type { Barcode, Line, Quad } from '@readout/image-reader';
import type { JsonValue } from '@readout/plugin-kit';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { inLanguageOf } from '@readout/plugin-kit/manifest-languages';
import type { DeviceReading } from '../../device/reading-device.ts';
import { useReadable } from '../../record/use-readable.ts';
import { IconAlertTriangleFilled, IconCheck, IconCopy } from '../../ui/icons.ts';
import { Row } from '../../ui/layout.tsx';
import { useLocale, useText } from '../../ui/texts.tsx';
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
  const text = useText();
  const locale = useLocale();
  const readable = useReadable();
  const { reading, records } = result;
  const manifests = result.manifests.map((manifest) => inLanguageOf(manifest, locale));
  const table = tableText(reading.lines);
  const isEmpty = reading.lines.length === 0 && reading.barcodes.length === 0 && !typed;
  if (isEmpty)
    return (
      <p className={classes.dim} role="status">
        {text('desktop.screen.nothing_readable_in_part_picture')}
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
                const value = readable(field.value, type?.type);
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
            {text('desktop.screen.text')}{' '}
            <span className={classes.dim}>
              {text('desktop.screen.lines', { count: reading.lines.length })}
            </span>
          </h3>
          <ol className={classes.lines}>
            {reading.lines.map((line) => (
              <TextLine key={line.id} line={line} />
            ))}
          </ol>
        </section>
      ) : null}
      <Row gap={8}>
        {reading.lines.length > 0 ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => void copy(allText(reading.lines), text('desktop.screen.text_copied'), text)}
          >
            {text('desktop.screen.copy_all_text')}
          </Button>
        ) : null}
        {table === undefined ? null : (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => void copy(table, text('desktop.screen.table_copied'), text)}
          >
            {text('desktop.screen.copy_as_table')}
          </Button>
        )}
      </Row>
    </div>
  );
}

function Typed({ typed: { text: shown, number, unit, doubt } }: { typed: TypedValue }) {
  const text = useText();
  return (
    <section
      className={classes.typed}
      data-doubtful={doubt !== undefined || undefined}
      aria-label={text('desktop.screen.value')}
    >
      <p className={classes.value}>
        <output>{number === undefined ? shown || text('desktop.screen.no_value') : String(number)}</output>
        {unit ? <span>{unit}</span> : null}
        {number === undefined ? null : (
          <CopyValue value={String(number)} label={text('desktop.screen.value')} />
        )}
      </p>
      {number !== undefined && bare(shown) !== bare(`${number}${unit ?? ''}`) ? (
        <p className={classes.dim}>{text('desktop.screen.shown_as', { text: shown })}</p>
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
  const text = useText();
  return (
    <section className={classes.record}>
      <h3>{text('desktop.screen.codes')}</h3>
      <dl>
        {barcodes.map(({ id, format, text: code }) => (
          <div key={id} className={classes.field}>
            <dt>{format}</dt>
            <dd>
              <span>{code}</span>
              <CopyValue value={code} label={format} />
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
  const text = useText();
  const isDoubtful = line.confidence < doubtfulConfidence;
  return (
    <li
      data-doubtful={isDoubtful || undefined}
      title={isDoubtful ? text('desktop.screen.not_sure_about_line') : undefined}
    >
      {line.text}
      {isDoubtful ? <IconAlertTriangleFilled size={12} aria-label={text('desktop.screen.not_sure')} /> : null}
    </li>
  );
}

function CopyValue({ value, label }: { value: string; label: string }) {
  const text = useText();
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy: put }) => (
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={text(copied ? 'desktop.screen.copied_this' : 'desktop.screen.copy_this', { label })}
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
