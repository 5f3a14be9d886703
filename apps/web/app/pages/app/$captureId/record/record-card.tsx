import { Button, Checkbox, Modal, Textarea } from '@mantine/core';
import type { CaptureDetail, OfferedType } from '@readout/domain/captures/rules';
import type { RecordDetail } from '@readout/domain/records/rules';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import type { Tone } from '../../../../captures/wording.ts';
import { useWorkspace } from '../../../../captures/workspace-context.ts';
import { doubtOf, type FieldSlot, fieldOrder, percent, type RecordType } from '../../../../record/doubt.ts';
import { controlId } from '../../../../ui/focus.ts';
import { IconArrowBackUp, IconCheck, IconX } from '../../../../ui/icons.ts';
import { Row, Text } from '../../../../ui/layout.tsx';
import { FormattedText, useLocale, useText } from '../../../../ui/texts.tsx';
import { When } from '../../../../ui/when.tsx';
import { Allowed } from '../../list/bulk-bar.tsx';
import { StateChip } from '../../list/state-chip.tsx';
import { CompanyCheckItems } from './company-checks.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { PixelSource } from './crop.tsx';
import { FieldRow } from './field-row.tsx';
import { FileDisagreements } from './file-disagreements.tsx';
import { History } from './history.tsx';
import classes from './record.module.css';
import { ChangeType } from './type-menu.tsx';
import { type RecordEditor, useRecordEditor } from './use-record-editor.ts';

const tones: Record<RecordDetail['state'], Tone> = {
  needs_review: 'notice',
  confirmed: 'signal',
  rejected: 'quiet',
};

export interface CardHandle {
  id: string;
  editor: RecordEditor;
  order: FieldSlot[];
  askReason(): void;
}

interface RecordCardProps {
  record: RecordDetail;
  /** What is done is said with it: by then another capture may be shown. */
  captureName: string;
  /** By `plugin/type`. */
  types: Record<string, RecordType>;
  /** It can be made one of these. */
  offered: readonly OfferedType[];
  may: CaptureDetail['may'];
  pixels: PixelSource | undefined;
  /** Keys act on this one. */
  isCurrent: boolean;
  register(handle: CardHandle): void;
  onChanged(): void;
  onConfirm(): void;
  onReject(reason: string): void;
  onCurrent(): void;
}

export function RecordCard({
  record: given,
  captureName,
  types,
  offered,
  may,
  pixels,
  isCurrent,
  register,
  onChanged,
  onConfirm,
  onReject,
  onCurrent,
}: RecordCardProps) {
  const text = useText();
  const locale = useLocale();
  const editor = useRecordEditor(given, captureName, onChanged);
  const { record } = editor;
  const type = types[`${record.plugin}/${record.type}`];
  const others = offered.filter((each) => each.plugin !== record.plugin || each.type !== record.type);
  const { plugins, viewer } = useWorkspace();
  const [asksReason, setAsksReason] = useState(false);
  const reopen = useRef<HTMLButtonElement>(null);
  // Fields keep their place while one corrects them; a new reading sorts them again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const order = useMemo(() => fieldOrder(record.fields, type), [record.id, record.readingId, type]);
  const isOpen = record.state === 'needs_review';
  const mayEdit = may.edit && isOpen;
  const hasConfirmed = record.needsSecondPerson && record.firstConfirmedBy?.id === viewer.id;
  const mayConfirm = may.confirm && !hasConfirmed;
  register({
    id: record.id,
    editor,
    order: [...order.look, ...order.read, ...order.missing],
    askReason: () => setAsksReason(true),
  });

  /** On to the next field one should look at; where there is none, the focus stays where one types. */
  const settle = (name: string): void => {
    const at = order.look.findIndex((slot) => slot.name === name);
    const next = [...order.look.slice(at + 1), ...order.look.slice(0, Math.max(0, at))].find((slot) => {
      const field = record.fields[slot.name];
      return field && doubtOf(field);
    });
    focusField(record.id, next?.name ?? name);
  };

  const group = (title: string, slots: readonly FieldSlot[], tone?: string) =>
    slots.length === 0 ? null : (
      <fieldset className={classes.group} data-tone={tone}>
        <legend>{title}</legend>
        {slots.map((slot) => (
          <FieldRow
            key={slot.name}
            editor={editor}
            type={type}
            slot={slot}
            mayEdit={mayEdit}
            pixels={pixels}
            onSettled={settle}
          />
        ))}
      </fieldset>
    );
  const label = type?.label ?? record.type;
  const pluginName = plugins.find(({ id }) => id === record.plugin)?.name ?? record.plugin;
  return (
    <section
      className={classes.card}
      aria-label={text('workspace.record.record_of_type', { type: label })}
      data-current={isCurrent || undefined}
      data-state={record.state}
      onFocus={onCurrent}
      id={`record-${record.id}`}
    >
      <header className={classes.cardHead}>
        <h3>{label}</h3>
        {mayEdit && others.length > 0 ? (
          <ChangeType types={others} onChoose={(to) => void editor.retype(to, type)} />
        ) : null}
        <span
          className={classes.dim}
          title={text('workspace.record.read_by', {
            plugin: record.plugin,
            version: record.pluginVersion,
          })}
        >
          {pluginName === label ? '' : pluginName}
          {pluginName === label || record.addedBy ? '' : ', '}
          {record.addedBy ? '' : percent(record.confidence, locale)}
        </span>
        <StateChip
          tone={tones[record.state]}
          text={
            isOpen && record.firstConfirmedBy
              ? text('workspace.record.confirmed_once')
              : text('common.record_state', { state: record.state })
          }
        />
        <History record={record} type={type} />
      </header>
      {record.addedBy ? (
        <p className={classes.reason}>
          <FormattedText
            id="workspace.record.added_by"
            values={{ name: record.addedBy.name, when: <When iso={record.createdAt} exact /> }}
          />
        </p>
      ) : null}
      {record.state === 'rejected' && record.rejectedReason ? (
        <Text size={13} tone="dim">
          {text('workspace.record.rejected_because', { reason: record.rejectedReason })}
        </Text>
      ) : null}
      {record.state === 'confirmed' && record.confirmedAt ? (
        <Text size={13} tone="dim">
          {record.confirmedBy && record.firstConfirmedBy ? (
            <FormattedText
              id="workspace.record.confirmed_by_two"
              values={{
                first: record.firstConfirmedBy.name,
                name: record.confirmedBy.name,
                when: <When iso={record.confirmedAt} exact />,
              }}
            />
          ) : record.confirmedBy ? (
            <FormattedText
              id="workspace.record.confirmed_by"
              values={{ name: record.confirmedBy.name, when: <When iso={record.confirmedAt} exact /> }}
            />
          ) : (
            <FormattedText
              id="workspace.record.confirmed_by_rule"
              values={{ when: <When iso={record.confirmedAt} exact /> }}
            />
          )}
        </Text>
      ) : null}
      {isOpen && record.firstConfirmedBy && record.firstConfirmedAt ? (
        <Text size={13}>
          <FormattedText
            id="workspace.record.first_confirmed_by"
            values={{
              name: record.firstConfirmedBy.name,
              when: <When iso={record.firstConfirmedAt} exact />,
            }}
          />
        </Text>
      ) : null}
      {isOpen && record.needsSecondPerson && !record.firstConfirmedBy ? (
        <Text size={13} tone="dim">
          {text('workspace.record.two_confirm')}
        </Text>
      ) : null}
      {isOpen ? (
        <FileDisagreements
          record={record}
          type={type}
          pixels={pixels}
          onLook={(field) => focusField(record.id, field)}
        />
      ) : null}
      {isOpen && record.companyChecks.length > 0 ? (
        <section className={classes.beside} aria-labelledby={`beside-${record.id}`}>
          <h4 id={`beside-${record.id}`}>{text('workspace.check.beside_others')}</h4>
          <ul>
            <CompanyCheckItems checks={record.companyChecks} type={type} />
          </ul>
        </section>
      ) : null}
      {group(text('workspace.record.look_at', { count: order.look.length }), order.look, 'notice')}
      {group(text('workspace.record.group_read'), order.read)}
      {isOpen || order.missing.some(({ name }) => record.fields[name]?.edited)
        ? group(text('workspace.record.group_not_found'), order.missing)
        : null}
      <footer className={classes.decide}>
        {isOpen ? (
          <>
            <Allowed
              allowed={mayConfirm}
              reason={text(
                may.confirm
                  ? 'workspace.record.somebody_else_confirms'
                  : 'workspace.record.reviewer_confirms',
              )}
            >
              <Button
                leftSection={<IconCheck size={16} aria-hidden />}
                rightSection={<kbd>C</kbd>}
                loading={editor.deciding === 'confirm'}
                aria-disabled={!mayConfirm}
                {...(mayConfirm ? {} : { 'data-off': true })}
                onClick={() => mayConfirm && onConfirm()}
              >
                {text('workspace.record.confirm')}
              </Button>
            </Allowed>
            <Allowed allowed={may.review}>
              <Button
                variant="default"
                leftSection={<IconX size={16} aria-hidden />}
                rightSection={<kbd>R</kbd>}
                aria-disabled={!may.review}
                {...(may.review ? {} : { 'data-off': true })}
                onClick={() => may.review && setAsksReason(true)}
              >
                {text('workspace.record.reject')}
              </Button>
            </Allowed>
          </>
        ) : (
          <Allowed allowed={may.review}>
            <Button
              ref={reopen}
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              rightSection={<kbd>O</kbd>}
              loading={editor.deciding === 'reopen'}
              aria-disabled={!may.review}
              {...(may.review ? {} : { 'data-off': true })}
              onClick={() => may.review && void editor.decide('reopen')}
            >
              {text('workspace.record.reopen')}
            </Button>
          </Allowed>
        )}
      </footer>
      {asksReason && isOpen ? (
        <ReasonDialog
          title={text('workspace.record.reject_title', { type: label.toLowerCase() })}
          submitLabel={text('workspace.record.reject')}
          usual={usualReasons}
          onClose={() => setAsksReason(false)}
          onReason={(reason) => {
            setAsksReason(false);
            onReject(reason);
          }}
        />
      ) : null}
      {editor.needsReason ? (
        <ReasonDialog
          title={text('workspace.record.reopen_exported')}
          hint={text('workspace.record.reopen_exported_hint')}
          submitLabel={text('workspace.record.reopen')}
          onClose={editor.keepExported}
          onReason={(reason) => void editor.decide('reopen', { reason })}
        />
      ) : null}
      {editor.conflict ? (
        <ConflictDialog
          editor={editor}
          conflict={editor.conflict}
          slot={[...order.look, ...order.read, ...order.missing].find(
            ({ name }) => name === editor.conflict?.field,
          )}
          viewerId={viewer.id}
        />
      ) : null}
    </section>
  );
}

const usualReasons = ['not_legible', 'wrong_kind', 'duplicate', 'not_ours'] as const;

/** Asks why. */
function ReasonDialog({
  title,
  hint,
  submitLabel,
  usual = [],
  onClose,
  onReason,
}: {
  title: string;
  hint?: string;
  submitLabel: string;
  usual?: readonly (typeof usualReasons)[number][];
  onClose(): void;
  onReason(reason: string): void;
}) {
  const text = useText();
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (reason.trim()) onReason(reason.trim());
  };
  return (
    <Modal opened onClose={onClose} title={title} size="sm">
      <form onSubmit={submit} className={classes.dialog}>
        {hint ? <p>{hint}</p> : null}
        <Row gap={6}>
          {usual.map((each) => (
            <Button
              key={each}
              size="compact-sm"
              variant="default"
              onClick={() => setReason(text('workspace.record.usual_reason', { reason: each }))}
            >
              {text('workspace.record.usual_reason', { reason: each })}
            </Button>
          ))}
        </Row>
        <Textarea
          label={text('workspace.record.why')}
          data-autofocus
          required
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && !event.shiftKey && submit(event)}
        />
        <Button type="submit" disabled={reason.trim() === ''}>
          {submitLabel}
        </Button>
      </form>
    </Modal>
  );
}

/** Remembered on this device: whether confirming goes on to what waits next. */
export function GoOn({ checked, onChange }: { checked: boolean; onChange(checked: boolean): void }) {
  const text = useText();
  return (
    <Checkbox
      size="xs"
      label={text('workspace.record.go_next_after_deciding')}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** Puts the focus into the control of a field. */
export function focusField(recordId: string, field: string): boolean {
  const control = document.getElementById(controlId(recordId, field));
  if (!control) return false;
  control.focus();
  control.scrollIntoView({ block: 'nearest' });
  if (control instanceof HTMLInputElement && control.type === 'text') control.select();
  return true;
}
