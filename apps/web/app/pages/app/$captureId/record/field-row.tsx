import { Button, Tooltip } from '@mantine/core';
import type { Picked, RecordDetail, RecordField } from '@readout/domain/records/rules';
import type { JsonValue } from '@readout/plugin-kit';
import { inFiles, onPages } from '@readout/plugin-kit/evidence';
import { type ReactNode, useEffect, useRef } from 'react';
import { evidenceOnPage } from '../../../../picture/field-boxes.ts';
import { boundsOf, type Quad } from '../../../../picture/geometry.ts';
import {
  doubtOf,
  type FieldSlot,
  fileState,
  percent,
  type RecordType,
  unitOf,
} from '../../../../record/doubt.ts';
import { toInput } from '../../../../record/field-text.ts';
import { useCheckWords } from '../../../../record/use-check-words.ts';
import { useReadable } from '../../../../record/use-readable.ts';
import { controlId, useFocus, useIsFocused, useLookedFrom } from '../../../../ui/focus.ts';
import {
  IconAlertTriangleFilled,
  IconCheck,
  IconEyeExclamation,
  IconFileCode,
  IconLoader2,
  IconPencil,
} from '../../../../ui/icons.ts';
import { Hidden } from '../../../../ui/layout.tsx';
import { FormattedText, useLocale, useText } from '../../../../ui/texts.tsx';
import { BooleanValue } from './boolean-value.tsx';
import { Crop, type PixelSource } from './crop.tsx';
import { ListEditor } from './list-editor.tsx';
import { MapEditor } from './map-editor.tsx';
import classes from './record.module.css';
import { type ControlProps, SingleValue } from './single-value.tsx';
import type { RecordEditor } from './use-record-editor.ts';
import { useSaidField } from './use-said-field.ts';

interface FieldRowProps {
  editor: RecordEditor;
  type: RecordType | undefined;
  slot: FieldSlot;
  mayEdit: boolean;
  pixels: PixelSource | undefined;
  /** The value is settled: to the next that is doubtful. */
  onSettled(field: string): void;
}

/** One field: its value to correct, how sure the reading is, what was checked, and the pixels where one should look. */
export function FieldRow({ editor, type, slot, mayEdit, pixels, onSettled }: FieldRowProps) {
  const text = useText();
  const { record } = editor;
  const field = record.fields[slot.name];
  const { look, hover } = useFocus();
  const lookedFrom = useLookedFrom(record.id, slot.name);
  const isLooked = lookedFrom !== undefined;
  const doubt = field ? doubtOf(field) : undefined;
  const status = editor.statusOf(slot.name);
  const value = field?.value ?? null;
  const id = controlId(record.id, slot.name);
  const readable = useReadable();
  const locale = useLocale();
  const words = useCheckWords(record.fields, type?.fields);
  const said = useSaidField();
  const unit = unitOf(slot, record.fields, type);

  const save = (next: JsonValue, base: JsonValue = value, picked?: Picked): Promise<boolean> =>
    editor.save(slot.name, next, base, slot.label, picked);
  const failed = field?.checks.filter((check) => !check.passed) ?? [];
  const passed = field?.checks.filter((check) => check.passed) ?? [];
  const alternatives =
    field?.ambiguous?.filter((each) => JSON.stringify(each) !== JSON.stringify(value)) ?? [];
  const row = useRef<HTMLDivElement>(null);
  const isFocused = useIsFocused(record.id, slot.name);
  // Its pixels appear below it: the field comes into sight with them.
  useEffect(() => {
    if (!isFocused) return;
    row.current?.scrollIntoView({ block: 'nearest' });
    // Where there is no room for both, the control.
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [isFocused, id]);
  const here = pixels && field ? evidenceOnPage(field.evidence, pixels) : onPages(field?.evidence ?? []);
  const quads: readonly Quad[] = here.map(({ box }) => box);
  const elsewhere = [
    ...new Set(
      onPages(field?.evidence ?? []).flatMap(({ page }) =>
        page && pixels && page !== pixels.pageNumber ? [page] : [],
      ),
    ),
  ];
  const showsPixels = pixels && quads.length > 0 && (doubt !== undefined || isFocused);
  const differs = field && field.raw.trim() !== '' && field.raw.trim() !== toInput(value, slot.type, locale);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only lights up pixels that the control's focus lights up too
    <div
      ref={row}
      className={classes.field}
      data-doubt={doubt}
      data-looked={isLooked || undefined}
      onMouseEnter={() => field && hover({ recordId: record.id, field: slot.name })}
      onMouseLeave={() => hover(undefined)}
      onFocus={() =>
        lookedFrom === 'picture' ? undefined : look({ recordId: record.id, field: slot.name, from: 'form' })
      }
    >
      <div className={classes.fieldHead}>
        <label htmlFor={id} id={`${id}-label`}>
          {slot.label}
        </label>
        <Marks
          field={field}
          doubt={doubt}
          passed={passed.map((check) => ({ says: words(check, slot.name), isHosts: check.by === 'host' }))}
          status={status?.state}
        />
      </div>
      <Control
        key={editor.draftOf(slot.name)}
        slot={slot}
        id={id}
        value={value}
        mayEdit={mayEdit}
        isDoubtful={doubt !== undefined}
        describedBy={`${id}-said`}
        said={said(field, slot, { pixels, words, unit })}
        unit={unit}
        quads={quads}
        fields={record.fields}
        type={type}
        onSave={save}
        onEnter={() => doubt && onSettled(slot.name)}
      />
      <div className={classes.notes}>
        {status?.state === 'failed' && !editor.conflict ? (
          <p className={classes.alarm} role="alert">
            <IconAlertTriangleFilled size={13} aria-hidden />{' '}
            {text('workspace.record.not_saved', { why: status.problem.detail })}
          </p>
        ) : null}
        {failed.map((check) => (
          <p key={`${check.name} ${check.reason}`} className={classes.notice}>
            <IconEyeExclamation size={14} aria-hidden /> {words(check, slot.name)}
          </p>
        ))}
        {field?.corrections && !field.edited && (doubt !== undefined || isLooked) ? (
          <p className={classes.raw}>{text('workspace.record.corrected_before', { ...field.corrections })}</p>
        ) : null}
        {alternatives.length > 0 && !field?.edited ? (
          <p className={classes.choices}>
            <span>{text('workspace.record.could_also_be')}</span>
            {alternatives.map((each) => (
              <Button
                key={JSON.stringify(each)}
                size="compact-xs"
                variant="default"
                disabled={!mayEdit}
                onClick={() => {
                  void save(each);
                  onSettled(slot.name);
                }}
              >
                {readable(each, slot.type)}
              </Button>
            ))}
          </p>
        ) : null}
        {showsPixels
          ? cuttings(quads).map((group, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: evidence has no identity but its place
              <Crop key={index} {...pixels} quads={group} label={slot.label} />
            ))
          : null}
        {elsewhere.length > 0 && (doubt !== undefined || isFocused || here.length === 0) ? (
          <p className={classes.choices}>
            {elsewhere.map((page) => (
              <Button key={page} size="compact-xs" variant="default" onClick={() => pixels?.openPage(page)}>
                {text('workspace.record.seen_on_page', { page })}
              </Button>
            ))}
          </p>
        ) : null}
        {differs && (doubt !== undefined || isLooked) ? (
          <p className={classes.raw}>
            <FormattedText
              id={fileState(field) ? 'workspace.file.written_as' : 'workspace.record.printed_as'}
              values={{ raw: visible(field.raw) }}
            />
          </p>
        ) : null}
        {field && !field.edited && (doubt !== undefined || isLooked)
          ? inFiles(field.evidence).map(({ file, path, from, to }) => (
              <p key={`${file} ${path}`} className={classes.raw}>
                <FormattedText id="workspace.file.place" values={{ path, from, to: to - 1 }} />
              </p>
            ))
          : null}
      </div>
    </div>
  );
}

/** Evidence that stands together is one strip; what is far apart (a line and a barcode) is one each, three at most. */
function cuttings(quads: readonly Quad[]): (readonly Quad[])[] {
  const whole = boundsOf(quads);
  const tallest = Math.max(...quads.map((quad) => boundsOf([quad])?.height ?? 0));
  return whole &&
    quads.length > 1 &&
    quads.length < 4 &&
    whole.height > 1.5 * tallest &&
    whole.height * 2 > whole.width
    ? quads.slice(0, 3).map((quad) => [quad])
    : [quads];
}

/** Group separators and other control characters of barcodes, as the symbols Unicode has for them. */
const visible = (raw: string): string =>
  [...raw]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      return code < 32 && character !== '\n' ? String.fromCodePoint(0x2400 + code) : character;
    })
    .join('');

function Marks({
  field,
  doubt,
  passed,
  status,
}: {
  field: RecordField | undefined;
  doubt: string | undefined;
  passed: { says: string; isHosts: boolean }[];
  status: string | undefined;
}) {
  const text = useText();
  const locale = useLocale();
  if (status === 'saving')
    return (
      <span className={classes.marks} role="status">
        <IconLoader2 size={13} className={classes.turning} aria-hidden /> {text('workspace.record.saving')}
      </span>
    );
  if (!field) return <span className={classes.marks}>{text('workspace.record.not_found')}</span>;
  const isComputed = field.kind === 'computed';
  const ofFile = fileState(field);
  if (field.edited)
    return (
      <span className={classes.marks} data-doubt={doubt} role={status === 'saved' ? 'status' : undefined}>
        {doubt ? <IconEyeExclamation size={14} aria-hidden /> : <IconPencil size={13} aria-hidden />}{' '}
        {status === 'saved' ? text('workspace.record.saved_2') : text('workspace.record.entered')}
      </span>
    );
  return (
    <Tooltip
      multiline
      w={280}
      label={[
        ofFile
          ? text('workspace.file.said', { state: ofFile })
          : text(
              isComputed
                ? 'workspace.record.computed_with_confidence'
                : 'workspace.record.read_with_confidence',
              { percent: percent(field.confidence, locale) },
            ),
        ...(field.corrections ? [text('workspace.record.corrected_before', { ...field.corrections })] : []),
        ...passed.map(({ says }) => says),
      ].join(' ')}
      events={{ hover: true, focus: true, touch: true }}
    >
      <span className={classes.marks} data-doubt={doubt}>
        {doubt ? (
          <IconEyeExclamation size={14} aria-hidden />
        ) : passed.some(({ isHosts }) => isHosts) && !isComputed ? (
          <IconCheck size={13} aria-hidden />
        ) : null}
        {ofFile ? (
          <>
            <IconFileCode size={13} aria-hidden />
            <span>{text('workspace.file.mark', { state: ofFile })}</span>
          </>
        ) : (
          <>
            <span
              className={classes.meter}
              aria-hidden
              style={{ '--share': field.confidence } as React.CSSProperties}
            />
            <span className={classes.percent}>{percent(field.confidence, locale)}</span>
          </>
        )}
        {isComputed ? <span>{text('workspace.record.computed')}</span> : null}
        <Hidden>
          {doubt ? text('workspace.record.doubtful') : isComputed ? null : text('workspace.record.read')}
        </Hidden>
      </span>
    </Tooltip>
  );
}

type FieldControlProps = ControlProps & { fields: RecordDetail['fields']; type: RecordType | undefined };

function Control({ fields, type, ...props }: FieldControlProps): ReactNode {
  const { slot, value, describedBy, said } = props;
  const isSingle =
    slot.type !== 'list' &&
    slot.type !== 'map' &&
    slot.type !== 'boolean' &&
    (typeof value !== 'object' || value === null);
  if (isSingle) return <SingleValue {...props} />;
  return (
    <>
      <Editor {...props} fields={fields} type={type} />
      <span id={describedBy} hidden>
        {said}
      </span>
    </>
  );
}

function Editor({ fields, type, ...props }: FieldControlProps): ReactNode {
  const { slot, value } = props;
  if (slot.type === 'list' || Array.isArray(value))
    return <ListEditor {...props} fields={fields} type={type} rows={Array.isArray(value) ? value : []} />;
  if (slot.type === 'map' || (typeof value === 'object' && value !== null))
    return (
      <MapEditor
        {...props}
        map={typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}}
      />
    );
  return <BooleanValue {...props} />;
}
