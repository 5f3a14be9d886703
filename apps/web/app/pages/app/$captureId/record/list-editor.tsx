import { ActionIcon, Button } from '@mantine/core';
import type { Picked, RecordDetail } from '@readout/domain/records/rules';
import type { Check, JsonValue } from '@readout/plugin-kit';
import { judge } from '@readout/plugin-kit/host-checks';
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  memo,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Quad } from '../../../../picture/geometry.ts';
import { filledOnFocus, type PickedText, usePickTarget } from '../../../../picture/picker.ts';
import type { FieldSlot, RecordType } from '../../../../record/doubt.ts';
import { fromInput, fromPicked, toInput } from '../../../../record/field-text.ts';
import {
  type Column,
  cellOf,
  cellText,
  columnsOf,
  emptyRow,
  fillCells,
  pastedCells,
  withCell,
} from '../../../../record/table-cells.ts';
import { useCheckWords } from '../../../../record/use-check-words.ts';
import { useWriting } from '../../../../record/use-readable.ts';
import { IconCheck, IconEyeExclamation, IconPlus, IconX } from '../../../../ui/icons.ts';
import { useText } from '../../../../ui/texts.tsx';
import classes from './record.module.css';

interface ListEditorProps {
  slot: FieldSlot;
  id: string;
  rows: readonly JsonValue[];
  /** The record it is in, for sums and for the heads of a table. */
  fields: RecordDetail['fields'];
  type: RecordType | undefined;
  mayEdit: boolean;
  describedBy: string;
  quads: readonly Quad[];
  onSave(value: JsonValue, base: JsonValue, picked?: Picked): Promise<boolean>;
}

interface Cell {
  row: number;
  column: number;
}

const removeId = (id: string, row: number): string => `${id}-${row}-remove`;
const cellKey = ({ row, column }: Cell): string => `${row} ${column}`;

/** A list as a grid one edits in place, fills from the picture and pastes into; the whole list is saved when a cell is left. */
export function ListEditor({
  slot,
  id,
  rows,
  fields,
  type,
  mayEdit,
  describedBy,
  quads,
  onSave,
}: ListEditorProps) {
  const text = useText();
  const writing = useWriting();
  const [draft, setDraft] = useState<readonly JsonValue[]>(rows);
  /** What stands in cells that were not left yet, or cannot be saved, by {@link cellKey}. */
  const [typing, setTyping] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string>();
  const stored = JSON.stringify(rows);
  const seen = useRef(stored);
  /** The list as it was when one began to type in it; null while nobody does. */
  const base = useRef<string | null>(null);
  const hasSaved = useRef(false);
  const [isActive, setIsActive] = useState(false);
  const active = useRef<Cell>(undefined);
  /** Where what stands in the active cell was picked. */
  const picked = useRef<PickedText>(undefined);
  useEffect(() => {
    if (seen.current === stored) return;
    seen.current = stored;
    // What one is typing stays; leaving the cell then asks which of the two lists it should be.
    if (base.current === null) setDraft(JSON.parse(stored) as JsonValue[]);
  }, [stored]);

  const heads = fields.columns?.value;
  const headNames =
    Array.isArray(heads) && slot.name !== 'columns' ? JSON.stringify(heads.map(String)) : '[]';
  const columns = useMemo(
    () => columnsOf(slot, draft, JSON.parse(headNames) as string[]),
    [slot, draft, headNames],
  );
  const idOf = ({ row, column }: Cell): string => (row === 0 && column === 0 ? id : `${id}-${row}-${column}`);
  const keepTyped = (cell: Cell, typed: string | undefined): void =>
    setTyping(({ [cellKey(cell)]: _, ...others }) =>
      typed === undefined ? others : { ...others, [cellKey(cell)]: typed },
    );
  const save = (next: readonly JsonValue[], place?: Picked): void => {
    setDraft(next);
    setProblem(undefined);
    const before = base.current ?? stored;
    if (JSON.stringify(next) === before) return;
    if (base.current !== null) base.current = JSON.stringify(next);
    hasSaved.current = true;
    void onSave(next as JsonValue[], JSON.parse(before) as JsonValue[], place);
  };
  const refuse = (row: number, why: string): void =>
    setProblem(text('workspace.record.row_problem', { row, why }));

  const picking = usePickTarget({
    label: slot.label,
    quads,
    take: (words) => {
      const cell = active.current;
      const column = cell && columns[cell.column];
      if (!cell || !column || column.type === 'boolean') return;
      picked.current = words;
      const parsed = words && fromPicked(column.type, words.text, writing);
      keepTyped(
        cell,
        !words ? undefined : parsed?.ok ? toInput(parsed.value, column.type, writing.locale) : words.text,
      );
      if (!parsed || parsed.ok) setProblem(undefined);
      else refuse(cell.row + 1, parsed.reason);
    },
  });
  /** Whether what is typed is a value. */
  const leave = (cell: Cell, typed: string): boolean => {
    const column = columns[cell.column];
    if (!column) return true;
    const before = (JSON.parse(base.current ?? stored) as JsonValue[])[cell.row];
    const place = picked.current && { readingId: picked.current.readingId, parts: picked.current.parts };
    if (typed === cellText(before, column, writing.locale)) {
      picked.current = undefined;
      keepTyped(cell, undefined);
      setProblem(undefined);
      return true;
    }
    const parsed = fromInput(column.type, typed, writing);
    if (!parsed.ok) {
      refuse(cell.row + 1, parsed.reason);
      return false;
    }
    picked.current = undefined;
    keepTyped(cell, undefined);
    save(
      draft.map((row, at) => (at === cell.row ? withCell(row, column.key, parsed.value) : row)),
      place,
    );
    return true;
  };
  const goTo = (cell: Cell): void =>
    void requestAnimationFrame(() => {
      const control = document.getElementById(idOf(cell));
      control?.focus();
      if (control instanceof HTMLInputElement && control.type === 'text') control.select();
    });
  const add = (): void => {
    setDraft([...draft, emptyRow(columns)]);
    goTo({ row: draft.length, column: 0 });
  };

  const acts: CellActs = {
    begin: (cell) => {
      active.current = cell;
      if (mayEdit) picking.begin();
    },
    type: keepTyped,
    leave: (cell, { currentTarget, relatedTarget }) => {
      leave(cell, currentTarget.value);
      picking.leave(relatedTarget);
      picked.current = undefined;
      active.current = undefined;
    },
    tick: (cell, checked) => {
      const column = columns[cell.column];
      if (mayEdit && column)
        save(draft.map((row, at) => (at === cell.row ? withCell(row, column.key, checked) : row)));
    },
    press: (cell, event) => {
      if (picking.press(event)) return;
      const { key, shiftKey, altKey, ctrlKey, metaKey, currentTarget } = event;
      if (altKey || ctrlKey || metaKey) return;
      if (
        key === 'Escape' &&
        currentTarget.value !== cellText(draft[cell.row], columns[cell.column]!, writing.locale)
      ) {
        event.stopPropagation();
        picked.current = undefined;
        picking.clear();
        keepTyped(cell, undefined);
        setProblem(undefined);
        return;
      }
      const by =
        key === 'ArrowDown' || (key === 'Enter' && !shiftKey)
          ? 1
          : key === 'ArrowUp' || key === 'Enter'
            ? -1
            : 0;
      if (by === 0) return;
      event.preventDefault();
      if (key === 'Enter' && !leave(cell, currentTarget.value)) return;
      const row = cell.row + by;
      if (row >= 0 && row < draft.length) goTo({ ...cell, row });
    },
    paste: (cell, event) => {
      const cells = mayEdit ? pastedCells(event.clipboardData.getData('text/plain')) : undefined;
      if (!cells) return;
      event.preventDefault();
      const filled = fillCells(draft, columns, cell, cells, writing);
      if (!filled.ok) {
        refuse(filled.row, `${filled.label}: ${filled.reason}`);
        return;
      }
      setTyping({});
      save(filled.rows);
    },
    remove: (row) => {
      // Cells below it move up.
      setTyping({});
      save(draft.filter((_, other) => other !== row));
      // The button is gone with its row: the one that is in its place now, or the last.
      requestAnimationFrame(() => {
        const next = removeId(id, Math.min(row, draft.length - 2));
        document.getElementById(draft.length > 1 ? next : id)?.focus();
      });
    },
  };
  // Rows are not drawn again for what one types in another.
  const latest = useRef(acts);
  latest.current = acts;
  const stable = useMemo<CellActs>(
    () => ({
      begin: (cell) => latest.current.begin(cell),
      type: (cell, typed) => latest.current.type(cell, typed),
      leave: (cell, event) => latest.current.leave(cell, event),
      tick: (cell, checked) => latest.current.tick(cell, checked),
      press: (cell, event) => latest.current.press(cell, event),
      paste: (cell, event) => latest.current.paste(cell, event),
      remove: (row) => latest.current.remove(row),
    }),
    [],
  );

  return (
    <fieldset
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      className={classes.listEditor}
      onFocus={() => {
        setIsActive(true);
        base.current ??= stored;
      }}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        setIsActive(false);
        // Left without a change of one's own: what came meanwhile is shown.
        if (!hasSaved.current && JSON.stringify(draft) === base.current)
          setDraft(JSON.parse(stored) as JsonValue[]);
        base.current = null;
        hasSaved.current = false;
      }}
    >
      {draft.length > 0 ? (
        <table>
          {columns[0]?.key === null ? null : (
            <thead>
              <tr>
                {columns.map(({ key, label, type }) => (
                  <th key={key} scope="col" data-type={type}>
                    {label}
                  </th>
                ))}
                <th aria-label={text('workspace.record.remove')} />
              </tr>
            </thead>
          )}
          <tbody>
            {draft.map((row, index) => (
              <GridRow
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
                key={index}
                id={id}
                index={index}
                row={row}
                columns={columns}
                typing={typingOf(typing, index, columns.length)}
                mayEdit={mayEdit}
                acts={stable}
              />
            ))}
          </tbody>
        </table>
      ) : null}
      {isActive ? (
        <Sums
          name={slot.name}
          fields={fields}
          type={type}
          rows={withTyped(draft, columns, typing, writing)}
        />
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

interface CellActs {
  begin(cell: Cell): void;
  type(cell: Cell, typed: string): void;
  leave(cell: Cell, event: FocusEvent<HTMLInputElement>): void;
  tick(cell: Cell, checked: boolean): void;
  press(cell: Cell, event: KeyboardEvent<HTMLInputElement>): void;
  paste(cell: Cell, event: ClipboardEvent<HTMLInputElement>): void;
  remove(row: number): void;
}

/** What is typed in the cells of a row, by column, as text: the same text, the same row. */
function typingOf(
  typing: Readonly<Record<string, string>>,
  row: number,
  columns: number,
): string | undefined {
  const typed = Array.from({ length: columns }, (_, column) => typing[cellKey({ row, column })] ?? null);
  return typed.some((each) => each !== null) ? JSON.stringify(typed) : undefined;
}

/** The list as it would be if one left the cells now, for what is counted while one types. */
function withTyped(
  rows: readonly JsonValue[],
  columns: readonly Column[],
  typing: Readonly<Record<string, string>>,
  writing: Parameters<typeof fromInput>[2],
): JsonValue[] {
  return Object.entries(typing).reduce<JsonValue[]>(
    (all, [key, typed]) => {
      const [row = 0, column = 0] = key.split(' ').map(Number);
      const kind = columns[column];
      const parsed = kind && fromInput(kind.type, typed, writing);
      return parsed?.ok
        ? all.map((each, at) => (at === row ? withCell(each, kind!.key, parsed.value) : each))
        : all;
    },
    [...rows],
  );
}

interface GridRowProps {
  id: string;
  index: number;
  row: JsonValue;
  columns: readonly Column[];
  /** See {@link typingOf}. */
  typing: string | undefined;
  mayEdit: boolean;
  acts: CellActs;
}

const GridRow = memo(function GridRow({ id, index, row, columns, typing, mayEdit, acts }: GridRowProps) {
  const text = useText();
  const { locale } = useWriting();
  const typed = typing === undefined ? [] : (JSON.parse(typing) as (string | null)[]);
  return (
    <tr>
      {columns.map((column, at) => {
        const { key, label, type } = column;
        const cell = { row: index, column: at };
        const common = {
          id: index === 0 && at === 0 ? id : `${id}-${index}-${at}`,
          'aria-label': text('workspace.record.cell', { label, row: index + 1 }),
          readOnly: !mayEdit,
          onFocus: () => acts.begin(cell),
          onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => acts.press(cell, event),
        };
        return (
          <td key={key} data-type={type}>
            {type === 'boolean' ? (
              <input
                {...common}
                type="checkbox"
                checked={cellOf(row, key) === true}
                aria-readonly={!mayEdit || undefined}
                onChange={(event) => acts.tick(cell, event.currentTarget.checked)}
              />
            ) : (
              <input
                {...common}
                type="text"
                {...(type === 'amount' || type === 'number' ? { inputMode: 'decimal' as const } : {})}
                value={typed[at] ?? cellText(row, column, locale)}
                onChange={(event) => acts.type(cell, event.currentTarget.value)}
                onBlur={(event) => acts.leave(cell, event)}
                {...(mayEdit ? filledOnFocus : {})}
                onPaste={(event) => acts.paste(cell, event)}
              />
            )}
          </td>
        );
      })}
      <td>
        {mayEdit ? (
          <ActionIcon
            id={removeId(id, index)}
            variant="subtle"
            color="gray"
            size={24}
            aria-label={text('workspace.record.remove_row', { row: index + 1 })}
            onClick={() => acts.remove(index)}
          >
            <IconX size={13} aria-hidden />
          </ActionIcon>
        ) : null}
      </td>
    </tr>
  );
});

/** Sums that the list is part of, with what stands in it now. */
function Sums({
  name,
  fields,
  type,
  rows,
}: Pick<ListEditorProps, 'fields' | 'type'> & { name: string; rows: JsonValue[] }) {
  const present = fields[name];
  const now = present ? { ...fields, [name]: { ...present, value: rows } } : fields;
  const words = useCheckWords(now, type?.fields);
  const sums = Object.entries(fields).flatMap(([field, { checks }]) =>
    checks.flatMap((check): { field: string; check: Check }[] => {
      const { rule } = check;
      const isOfList =
        check.by === 'host' &&
        rule?.rule === 'sum' &&
        rule.of.some((part) => 'field' in part && part.field === name);
      const verdict = isOfList ? judge(rule, field, now) : undefined;
      return verdict ? [{ field, check: { ...check, passed: verdict.passed } }] : [];
    }),
  );
  return sums.map(({ field, check }) => (
    <p key={`${field} ${check.name}`} className={check.passed ? classes.raw : classes.off} role="status">
      {check.passed ? <IconCheck size={13} aria-hidden /> : <IconEyeExclamation size={14} aria-hidden />}{' '}
      {words(check, field)}
    </p>
  ));
}
