import { Textarea, TextInput } from '@mantine/core';
import type { Picked } from '@readout/domain/records/rules';
import type { JsonValue } from '@readout/plugin-kit';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Quad } from '../../../../picture/geometry.ts';
import { filledOnFocus, type PickedText, usePickTarget } from '../../../../picture/picker.ts';
import type { FieldSlot } from '../../../../record/doubt.ts';
import { fromInput, fromPicked, toInput } from '../../../../record/field-text.ts';
import { useReadable, useWriting } from '../../../../record/use-readable.ts';
import { FormattedText } from '../../../../ui/texts.tsx';
import classes from './record.module.css';

export interface ControlProps {
  slot: FieldSlot;
  id: string;
  value: JsonValue;
  mayEdit: boolean;
  isDoubtful: boolean;
  describedBy: string;
  /** What is to be heard of it besides name and value. */
  said: string;
  /** Shown next to the value. */
  unit: string | undefined;
  /** Where it was seen. */
  quads: readonly Quad[];
  onSave(value: JsonValue, base: JsonValue, picked?: Picked): Promise<boolean>;
  /** Enter was pressed on a value that can be saved. */
  onEnter(): void;
}

const mono = new Set(['code', 'currency']);
/** Types whose values can be written in several ways: what was understood is said while one types. */
const spelled = new Set(['date', 'time', 'amount']);

/** A value in one control: saved when one leaves it or presses Enter, kept as typed where it cannot be saved. */
export function SingleValue({
  slot,
  id,
  value,
  mayEdit,
  isDoubtful,
  describedBy,
  said,
  unit,
  quads,
  onSave,
  onEnter,
}: ControlProps) {
  const writing = useWriting();
  const readable = useReadable();
  const shown = (each: JsonValue): string => toInput(each, slot.type, writing.locale);
  const stored = shown(value);
  const [typed, setTyped] = useState(stored);
  const [problem, setProblem] = useState<string>();
  const base = useRef(value);
  const isActive = useRef(false);
  /** Where what is typed was picked, until it is saved. */
  const [picked, setPicked] = useState<PickedText>();
  const picking = usePickTarget({
    label: slot.label,
    quads,
    take: (words) => {
      const parsed = words && fromPicked(slot.type, words.text, writing);
      setPicked(words);
      setTyped(!words || !parsed ? stored : parsed.ok ? shown(parsed.value) : words.text);
      setProblem(!parsed || parsed.ok ? undefined : parsed.reason);
    },
  });
  const seen = useRef(stored);
  const isLong =
    slot.type === 'address' || (slot.type === 'text' && (stored.includes('\n') || stored.length > 46));

  useEffect(() => {
    if (seen.current === stored) return;
    // What one is typing stays; what one is not, follows the record: what is typed next begins with what is shown.
    if (!isActive.current || (typed === seen.current && !picked)) {
      setTyped(stored);
      base.current = value;
    }
    seen.current = stored;
  }, [stored, typed, picked, value]);

  /** Whether what is typed is a value. */
  const commit = (): boolean => {
    if (typed === shown(base.current) && !picked) {
      setProblem(undefined);
      return true;
    }
    const parsed = fromInput(slot.type, typed, writing);
    setProblem(parsed.ok ? undefined : parsed.reason);
    if (!parsed.ok) return false;
    if (shown(parsed.value) === shown(base.current) && !picked) setTyped(shown(parsed.value));
    else void keep(parsed.value);
    return true;
  };
  const keep = async (next: JsonValue): Promise<void> => {
    const before = base.current;
    base.current = next;
    setPicked(undefined);
    picking.clear();
    if (await onSave(next, before, picked && { readingId: picked.readingId, parts: picked.parts }))
      setTyped((current) => (current === typed ? shown(next) : current));
    else base.current = before;
  };
  const differs = picked !== undefined && picked.text !== typed;
  const understood = typed === stored ? undefined : fromInput(slot.type, typed, writing);
  const says = understood?.ok && spelled.has(slot.type) ? readable(understood.value, slot.type) : '';
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    if (picking.press(event)) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      setTyped(stored);
      setPicked(undefined);
      picking.clear();
      setProblem(undefined);
      base.current = value;
      if (typed === stored && !picked) event.currentTarget.blur();
    } else if (event.key === 'Enter' && (!isLong || event.ctrlKey || event.metaKey)) {
      if (commit() && !event.repeat && !event.ctrlKey && !event.metaKey) onEnter();
    }
  };
  const props = {
    id,
    size: 'sm' as const,
    value: typed,
    readOnly: !mayEdit,
    error: problem,
    // The wrapper describes its input by its own parts alone: a describedby from outside is dropped.
    description: said,
    // Heard with the control, not once more after it.
    descriptionProps: { id: describedBy, style: { display: 'none' } },
    inputWrapperOrder: ['input' as const, 'description' as const, 'error' as const],
    'data-doubt': isDoubtful || undefined,
    classNames: { input: `${classes.input} ${mono.has(slot.type) ? classes.mono : ''}` },
    onFocus: () => {
      isActive.current = true;
      base.current = value;
      if (mayEdit) picking.begin();
    },
    onBlur: ({ relatedTarget }: FocusEvent<HTMLElement>) => {
      isActive.current = false;
      commit();
      picking.leave(relatedTarget);
    },
    ...(mayEdit ? filledOnFocus : {}),
    onKeyDown,
  };
  const printed = differs ? (
    <p className={classes.raw}>
      <FormattedText id="workspace.record.printed_as" values={{ raw: picked.text }} />
    </p>
  ) : null;
  if (isLong)
    return (
      <>
        <Textarea
          {...props}
          autosize
          minRows={2}
          maxRows={8}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {printed}
      </>
    );
  const kind =
    slot.type === 'amount' || slot.type === 'number'
      ? { inputMode: 'decimal' as const }
      : slot.type === 'currency'
        ? { maxLength: 3 }
        : {};
  return (
    <>
      <TextInput
        {...props}
        {...kind}
        {...(unit === undefined
          ? {}
          : {
              rightSection: <span className={classes.unit}>{unit}</span>,
              rightSectionWidth: `${unit.length + 3}ch`,
              rightSectionPointerEvents: 'none' as const,
            })}
        autoComplete="off"
        spellCheck={slot.type === 'text'}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {printed}
      {says && says !== typed ? (
        <p className={classes.raw} aria-live="polite">
          {writing.text('workspace.record.understood', { value: says })}
        </p>
      ) : null}
    </>
  );
}
