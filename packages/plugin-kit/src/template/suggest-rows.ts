import { wordsOf } from '../layout.ts';
import type { PluginReading } from '../types.ts';
import { looksFixed } from './anchors.ts';
import {
  levelExample,
  type MarkedColumn,
  type MarkedPart,
  partsOfMark,
  remainders,
  type Stretch,
  stretchesOf,
  type TemplateMark,
} from './marks.ts';
import { suggestFieldLabel, suggestName, suggestType } from './suggest-mark.ts';
import { type TemplateBox, type TemplateColumnType, templateColumnTypes } from './template.ts';

/**
 * The cells of a row, given its lines: each line, and where a line has a wide gap, or a ruled line between its words in
 * this or another row, its parts. Left to right.
 */
export function suggestCells(reading: PluginReading, lineIds: readonly string[]): MarkedPart[][] {
  const level = levelExample(reading);
  const cells: { part: MarkedPart; left: number }[] = [];
  // Ruled lines read along with the text.
  const bars = reading.lines.flatMap((line) =>
    line.text.includes('|')
      ? [...line.text.matchAll(/\|/g)].flatMap(({ index }) => {
          const box = level.stretchOf({ line: line.id, start: index, end: index + 1 })?.box;
          return box ? [(box[0] + box[2]) / 2] : [];
        })
      : [],
  );
  for (const id of lineIds) {
    const line = reading.lines.find((each) => each.id === id);
    if (!line) continue;
    const own: MarkedPart[] = [];
    let right = 0;
    for (const { index, 0: word } of line.text.matchAll(/[^\s|]+/g)) {
      const [start, end] = [index, index + word.length];
      const box = level.stretchOf({ line: id, start, end })?.box;
      if (!box) continue;
      const last = own.at(-1);
      const isRuled =
        last !== undefined &&
        (line.text.slice(last.end, start).includes('|') ||
          bars.some((x) => x > right - 2 && x < box[0] + 2 && box[0] > right));
      if (last && !isRuled && box[0] - right < 0.9 * (box[3] - box[1])) last.end = end;
      else own.push({ line: id, start, end });
      right = box[2];
    }
    if (own.length === 0) own.push({ line: id, start: 0, end: line.text.length });
    for (const part of own) {
      const box = level.stretchOf(part)?.box;
      if (box) cells.push({ part, left: box[0] });
    }
  }
  return cells.sort((a, b) => a.left - b.left).map(({ part }) => [part]);
}

/** What the list is called, and a column without a text above it, in the language of who points. */
export type RowNames = Record<TemplateColumnType | 'rows', string>;

/** Everything proposed for a row somebody pointed at: its columns are named after the texts above them. */
export function suggestRows(
  reading: PluginReading,
  cells: readonly (readonly MarkedPart[])[],
  marks: readonly TemplateMark[],
  locale: string,
  names: RowNames,
): TemplateMark {
  const level = levelExample(reading);
  const textOf = (part: MarkedPart) => level.stretchOf(part)?.text.trim() ?? '';
  const heads = headsOf(reading, cells, marks);
  // One text above many columns says where the rows begin, and is the name of none.
  const isHeaded = heads.filter((head) => head !== undefined).length > cells.length / 2;
  const columns: MarkedColumn[] = [];
  for (const [index, parts] of cells.slice(0, 20).entries()) {
    const text = parts.map(textOf).join(' ');
    const head = isHeaded ? heads[index] : undefined;
    const type = suggestType([text], locale, head ? head.text : '');
    const isColumnType = (each: string): each is TemplateColumnType =>
      (templateColumnTypes as readonly string[]).includes(each);
    const known: TemplateColumnType = isColumnType(type) ? type : 'text';
    const label = head ? suggestFieldLabel(head.text) : names[known];
    const name = suggestName(
      label,
      columns.map((column) => column.name),
    );
    columns.push({ name, label, type: known, parts: [...parts] });
  }
  const label = names.rows;
  const found = [...new Set(heads.filter((head) => head !== undefined))];
  return {
    name: suggestName(
      label,
      marks.map((mark) => mark.name),
    ),
    label,
    type: 'list',
    isRequired: false,
    value: { columns },
    by:
      found.length > 0
        ? { label: found.map(({ line, start, end }) => ({ line: line.id, start, end })) }
        : 'place',
  };
}

/** For each cell the text above it that heads its column: of the nearest row above in which all texts look fixed. */
function headsOf(
  reading: PluginReading,
  cells: readonly (readonly MarkedPart[])[],
  marks: readonly TemplateMark[],
): (Stretch | undefined)[] {
  const level = levelExample(reading);
  const boxes = cells.map((parts) => stretchesOf(level, parts)[0]?.box);
  const first = boxes.find((box) => box !== undefined);
  if (!first) return [];
  const height = first[3] - first[1];
  const taken = marks.flatMap((mark) => partsOfMark(mark).value);
  const isOver = (box: TemplateBox, other: TemplateBox | undefined) =>
    other !== undefined && box[0] < other[2] && box[2] > other[0];
  const above = remainders(level.lines, [...cells.flat(), ...taken], level)
    .flatMap((stretch) => {
      const within = (part: MarkedPart | undefined) =>
        part && part.start >= stretch.start && part.end <= stretch.end ? (level.stretchOf(part) ?? []) : [];
      return suggestCells(reading, [stretch.line.id])
        .flatMap(([part]) => within(part))
        .flatMap((part) =>
          // Texts above several columns that were read as one.
          boxes.filter((box) => isOver(part.box, box)).length < 2
            ? [part]
            : wordsOf(part.line).flatMap(({ start, end }) => within({ line: part.line.id, start, end })),
        );
    })
    .filter(({ box }) => box[3] < first[1] + 0.4 * height)
    .sort((a, b) => b.box[1] + b.box[3] - a.box[1] - a.box[3]);
  const rows: Stretch[][] = [];
  for (const stretch of above) {
    const row = rows.at(-1);
    const middle = (stretch.box[1] + stretch.box[3]) / 2;
    const other = row?.[0]?.box;
    if (row && other && Math.abs((other[1] + other[3]) / 2 - middle) < 0.7 * height) row.push(stretch);
    else rows.push([stretch]);
  }
  const least = Math.max(1, Math.ceil(cells.length / 2));
  for (const [index, row] of rows.slice(0, 60).entries()) {
    const heads = boxes.map((box) => {
      if (!box) return undefined;
      const over = row.filter(
        (each) => each.box[0] < box[2] + 0.7 * height && each.box[2] > box[0] - 0.7 * height,
      );
      const gap = (each: Stretch) => Math.min(Math.abs(each.box[0] - box[0]), Math.abs(each.box[2] - box[2]));
      return over.sort((a, b) => gap(a) - gap(b))[0];
    });
    const found = heads.filter((head) => head !== undefined);
    if (
      new Set(found).size >= least &&
      row.every(({ text }) => looksFixed(text, 1)) &&
      new Set(found).size === found.length
    ) {
      // Rows of words alone may be rows like this one.
      if (index === 0 || rows.slice(0, index).every((each) => each.some(({ text }) => !looksFixed(text))))
        return heads;
    }
  }
  return [];
}
