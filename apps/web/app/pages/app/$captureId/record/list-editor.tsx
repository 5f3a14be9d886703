import { ActionIcon, Button } from '@mantine/core';
import type { JsonValue } from '@readout/plugin-kit';
import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { FieldSlot } from '../../../../record/doubt.ts';
import { fromInput, toInput } from '../../../../record/field-text.ts';
import { useWriting } from '../../../../record/use-readable.ts';
import { IconPlus, IconX } from '../../../../ui/icons.ts';
import { useText } from '../../../../ui/texts.tsx';
import classes from './record.module.css';

interface ListEditorProps {
  slot: FieldSlot;
  id: string;
  rows: readonly JsonValue[];
  mayEdit: boolean;
  describedBy: string;
  onSave(value: JsonValue, base: JsonValue): Promise<boolean>;
}

type Row = { [key: string]: JsonValue };
const isRow = (value: JsonValue): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const cellKey = (index: number, name: string): string => `${index} ${name}`;

/** A list as a table one edits in place; the whole list is saved when a cell is left. */
export function ListEditor({ slot, id, rows, mayEdit, describedBy, onSave }: ListEditorProps) {
  const text = useText();
  const writing = useWriting();
  const [draft, setDraft] = useState<readonly JsonValue[]>(rows);
  /** What stands in cells that were not left yet, or cannot be saved, by {@link cellKey}. */
  const [typing, setTyping] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const stored = JSON.stringify(rows);
  const seen = useRef(stored);
  /** The list as it was when one began to type in it; null while nobody does. */
  const base = useRef<string | null>(null);
  const hasSaved = useRef(false);
  useEffect(() => {
    if (seen.current === stored) return;
    seen.current = stored;
    // What one is typing stays; leaving the cell then asks which of the two lists it should be.
    if (base.current === null) setDraft(JSON.parse(stored) as JsonValue[]);
  }, [stored]);

  const isTable = slot.columns.length > 0 || rows.some(isRow);
  const columns =
    slot.columns.length > 0
      ? slot.columns
      : isTable
        ? [...new Set(rows.filter(isRow).flatMap((row) => Object.keys(row)))].map((name) => ({
            name,
            label: name,
            type: 'text' as const,
          }))
        : [{ name: '', label: slot.label, type: 'text' as const }];
  const cell = (row: JsonValue | undefined, name: string, type: FieldSlot['type']): string =>
    row === undefined ? '' : toInput(isRow(row) ? row[name] : row, type, writing.locale);
  const put = (index: number, name: string, value: JsonValue): JsonValue[] =>
    draft.map((row, at) =>
      at !== index ? row : isTable ? { ...(isRow(row) ? row : {}), [name]: value } : value,
    );

  const keepTyped = (index: number, name: string, typed: string | undefined): void =>
    setTyping(({ [cellKey(index, name)]: _, ...others }) =>
      typed === undefined ? others : { ...others, [cellKey(index, name)]: typed },
    );

  const save = (next: readonly JsonValue[]): void => {
    setDraft(next);
    setProblem(undefined);
    const before = base.current ?? stored;
    if (JSON.stringify(next) === before) return;
    if (base.current !== null) base.current = JSON.stringify(next);
    hasSaved.current = true;
    void onSave(next as JsonValue[], JSON.parse(before) as JsonValue[]);
  };
  const leave = (index: number, name: string, kind: FieldSlot['type'], typed: string): void => {
    if (typed === cell((JSON.parse(base.current ?? stored) as JsonValue[])[index], name, kind)) {
      keepTyped(index, name, undefined);
      setProblem(undefined);
      return;
    }
    const parsed = fromInput(kind, typed, writing);
    if (parsed.ok) {
      keepTyped(index, name, undefined);
      save(put(index, name, parsed.value));
    } else setProblem(text('workspace.record.row_problem', { row: index + 1, why: parsed.reason }));
  };
  const add = (): void => {
    setDraft([...draft, isTable ? Object.fromEntries(columns.map(({ name }) => [name, null])) : '']);
    requestAnimationFrame(() => document.getElementById(`${id}-${draft.length}-0`)?.focus());
  };

  return (
    <fieldset
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      className={classes.listEditor}
      onFocus={() => {
        base.current ??= stored;
      }}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        // Left without a change of one's own: what came meanwhile is shown.
        if (!hasSaved.current && JSON.stringify(draft) === base.current)
          setDraft(JSON.parse(stored) as JsonValue[]);
        base.current = null;
        hasSaved.current = false;
      }}
    >
      {draft.length > 0 ? (
        <table>
          {isTable ? (
            <thead>
              <tr>
                {columns.map(({ name, label, type }) => (
                  <th key={name} scope="col" data-type={type}>
                    {label}
                  </th>
                ))}
                <th aria-label={text('workspace.record.remove')} />
              </tr>
            </thead>
          ) : null}
          <tbody>
            {draft.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              <tr key={index}>
                {columns.map(({ name, label, type: kind }, at) => (
                  <td key={name} data-type={kind}>
                    <input
                      id={index === 0 && at === 0 ? id : `${id}-${index}-${at}`}
                      aria-label={text('workspace.record.cell', { label, row: index + 1 })}
                      readOnly={!mayEdit}
                      {...(kind === 'boolean'
                        ? {
                            type: 'checkbox',
                            checked: cell(row, name, kind) === 'true',
                            'aria-readonly': !mayEdit || undefined,
                            onChange: (event: ChangeEvent<HTMLInputElement>) =>
                              mayEdit && save(put(index, name, event.currentTarget.checked)),
                          }
                        : {
                            value: typing[cellKey(index, name)] ?? cell(row, name, kind),
                            onChange: (event: ChangeEvent<HTMLInputElement>) =>
                              keepTyped(index, name, event.currentTarget.value),
                            onBlur: (event: FocusEvent<HTMLInputElement>) =>
                              leave(index, name, kind, event.currentTarget.value),
                            onKeyDown: (event: KeyboardEvent<HTMLInputElement>) =>
                              event.key === 'Enter' && leave(index, name, kind, event.currentTarget.value),
                          })}
                    />
                  </td>
                ))}
                <td>
                  {mayEdit ? (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={24}
                      aria-label={text('workspace.record.remove_row', { row: index + 1 })}
                      onClick={() => {
                        // Cells below it move up.
                        setTyping({});
                        save(draft.filter((_, other) => other !== index));
                      }}
                    >
                      <IconX size={13} aria-hidden />
                    </ActionIcon>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {problem ? (
        <p className={classes.alarm} role="alert">
          {problem}
        </p>
      ) : null}
      {mayEdit ? (
        <Button
          id={draft.length === 0 ? id : undefined}
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconPlus size={13} aria-hidden />}
          onClick={add}
        >
          {text('workspace.record.add_a_row')}
        </Button>
      ) : null}
    </fieldset>
  );
}
