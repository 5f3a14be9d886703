import type { TemplateDraft } from '@readout/domain/plugins/templates/rules';
import {
  type MarkedPart,
  type MarkedRows,
  type RowNames,
  suggestCells,
  suggestFieldLabel,
  suggestFurther,
  suggestMark,
  suggestName,
  suggestPart,
  suggestRows,
  suggestValue,
  type TemplateColumnType,
  type TemplateMark,
} from '@readout/plugin-kit/template';
import { useMemo } from 'react';
import { useText } from '../../../../ui/texts.tsx';
import { idsOf } from './example-picture.tsx';
import { rowOf, targetsOf } from './geometry.ts';

/** What the next click in the picture says: a value, a row, or something of the mark that is open. */
export type Asking = 'value' | 'rows' | 'label' | 'until' | 'column';

const maxColumns = 20;

function useRowNames(): RowNames {
  const text = useText();
  const column = (type: TemplateColumnType) => text('template.rows_form.type', { type });
  return {
    rows: text('template.rows_label'),
    text: column('text'),
    amount: column('amount'),
    number: column('number'),
    date: column('date'),
    time: column('time'),
    code: column('code'),
  };
}

/** What pointing at lines of the example changes. */
export function usePointing({
  draft: { reading, locale },
  marks,
  setMarks,
  selected,
  select,
  asking,
  setAsking,
  inRows,
  isNamed,
}: {
  draft: Pick<TemplateDraft, 'reading' | 'locale'>;
  marks: readonly TemplateMark[];
  setMarks(next: (marks: TemplateMark[]) => TemplateMark[]): void;
  selected: number | undefined;
  select(index: number | undefined): void;
  asking: Asking;
  setAsking(asking: Asking): void;
  inRows: ReadonlySet<string>;
  /** Names of fields stay when their labels change. */
  isNamed: boolean;
}) {
  const text = useText();
  const rowNames = useRowNames();
  const targets = useMemo(() => targetsOf({ ...reading, barcodes: [] }), [reading]);
  const open = selected === undefined ? undefined : marks[selected];

  const changeMark = (index: number, more: Partial<TemplateMark>) =>
    setMarks((all) =>
      all.map((mark, at) => {
        if (at !== index) return mark;
        const changed = { ...mark, ...more };
        if (more.label !== undefined && !isNamed)
          changed.name = suggestName(
            more.label,
            all.filter((_, other) => other !== index).map((other) => other.name),
          );
        return changed;
      }),
    );
  const add = (mark: TemplateMark) => {
    select(marks.length);
    setMarks((all) => [...all, mark]);
  };
  const addRow = (ids: readonly string[]) => {
    // Of a row that is read already the list is shown, not made once more.
    const known = marks.findIndex(
      (mark) => 'columns' in mark.value && ids.some((id) => idsOf(mark).includes(id)),
    );
    const owner = known >= 0 ? known : marks.findIndex(({ value }) => 'columns' in value);
    if (owner >= 0 && (known >= 0 || (ids.length > 0 && ids.every((id) => inRows.has(id))))) {
      setAsking('value');
      return select(owner);
    }
    const cells = suggestCells(reading, ids).slice(0, maxColumns);
    if (cells.length > 0) add(suggestRows(reading, cells, marks, locale, rowNames));
    setAsking('value');
  };

  /** Answers what was asked about the mark that is open. */
  const answer = (id: string) => {
    const line = reading.lines.find((each) => each.id === id);
    setAsking('value');
    if (!line || !open || selected === undefined) return;
    const { value } = open;
    if (asking === 'until' && 'columns' in value) {
      const until = [nameIn(line)];
      return changeMark(selected, { value: { ...value, until } });
    }
    if (asking === 'column' && 'columns' in value) {
      const suggested = suggestRows(
        reading,
        [...value.columns.map(({ parts }) => parts), ...suggestCells(reading, [id])],
        [],
        locale,
        rowNames,
      );
      return changeMark(selected, withColumns(suggested, value));
    }
    const own = 'parts' in value ? value.parts.filter((part) => part.line === id) : [];
    const start = line.text.length - line.text.trimStart().length;
    const end = own[0] ? own[0].start : line.text.trimEnd().length;
    if (end <= start) return;
    const words = line.text.slice(start, end);
    changeMark(selected, {
      by: { label: [{ line: id, start, end: start + words.trimEnd().length }] },
      label: suggestFieldLabel(words),
    });
  };

  const pick = (id: string) => {
    if (asking === 'rows') return addRow(rowOf(targets, id));
    if (asking !== 'value') return answer(id);
    const owners = marks.flatMap((mark, index) =>
      idsOf(mark).includes(id) || (mark.by !== 'place' && mark.by.label.some((part) => part.line === id))
        ? [index]
        : [],
    );
    // Where a line holds several, each further click shows the next.
    const owner = owners.find((index) => selected !== undefined && index > selected) ?? owners[0];
    if (owner !== undefined) return select(owner);
    if (inRows.has(id)) return select(marks.findIndex(({ value }) => 'columns' in value));
    const line = reading.lines.find((each) => each.id === id);
    const part = line && suggestPart(reading, id, marks);
    if (part) return add(suggestMark(reading, [part], marks, locale));
    const code = reading.barcodes.find((each) => each.id === id);
    if (!code) return;
    const label = text(code.format === 'QRCode' ? 'template.qr_code' : 'template.barcode');
    add({
      name: suggestName(
        label,
        marks.map((mark) => mark.name),
      ),
      label,
      type: 'code',
      isRequired: true,
      value: { barcode: id },
      by: 'place',
    });
  };
  /** One more value in the line of another: of its words that are free the likeliest. */
  const addInLine = (id: string) => {
    const part = suggestFurther(reading, id, marks);
    if (part) add(suggestMark(reading, [part], marks, locale));
  };
  const pickMany = (ids: string[]) => {
    const [first] = ids;
    if (asking === 'rows') return addRow(ids);
    if (asking !== 'value') return first === undefined ? undefined : answer(first);
    const isTaken = (id: string) => marks.some((mark) => idsOf(mark).includes(id));
    if (first !== undefined && ids.every(isTaken)) return pick(first);
    const lines = reading.lines.filter((line) => ids.includes(line.id));
    const [only] = lines;
    const part = lines.length === 1 && only && suggestPart(reading, only.id, marks);
    const value: MarkedPart[] = part
      ? [part]
      : lines.map((line) => ({ line: line.id, start: 0, end: line.text.length }));
    add(suggestMark(reading, value.slice(0, 40), marks, locale));
  };
  return { changeMark, pick, pickMany, addInLine };
}

/** Of `Total 12.00` the text that stays. */
function nameIn({ id, text }: { id: string; text: string }): MarkedPart {
  const { start } = suggestValue(id, text);
  const name = start > 0 ? text.slice(0, start) : text;
  const from = name.length - name.trimStart().length;
  return { line: id, start: from, end: Math.max(from + 1, name.trimEnd().length) };
}

/** The new columns; those there were keep the names and types they were given. */
function withColumns({ value, by }: TemplateMark, before: MarkedRows): Partial<TemplateMark> {
  if (!('columns' in value)) return {};
  const columns: MarkedRows['columns'] = [];
  for (const [index, column] of value.columns.slice(0, maxColumns).entries()) {
    const known = before.columns[index] ?? column;
    const taken = columns.map(({ name }) => name);
    columns.push(taken.includes(known.name) ? { ...known, name: suggestName(known.label, taken) } : known);
  }
  return { value: { ...before, columns }, by };
}
