/** What templates made of one drawn document read from others of its kind, and on which other kinds they fit. */
import type { PluginReading } from '@readout/plugin-kit';
import {
  fitTemplate,
  type MarkedPart,
  makeTemplate,
  type RowNames,
  suggestMark,
  suggestRows,
  type Template,
  type TemplateMark,
  templateReader,
} from '@readout/plugin-kit/template';
import type { DrawnDocument, DrawnValue, Rect } from './drawn-document.ts';

export interface ReadDocument extends DrawnDocument {
  reading: PluginReading;
}

export interface Tally {
  right: number;
  wrong: number;
  missing: number;
}

export interface KindScore {
  kind: string;
  /** Documents beside the example, and how many of them the template fits. */
  documents: number;
  fits: number;
  values: Tally;
  cells: Tally;
}

interface MadeTemplate {
  kind: string;
  template: Template;
  /** The mark of each drawn value, the columns of each drawn table. */
  fields: { drawn: string; mark: TemplateMark }[];
  tables: { drawn: string; mark: TemplateMark; columns: { drawn: string; name: string }[] }[];
}

const rowNames: RowNames = {
  rows: 'Rows',
  text: 'Text',
  amount: 'Amount',
  number: 'Number',
  date: 'Date',
  time: 'Time',
  code: 'Code',
};

/** Everything drawn on the example marked, as somebody does who takes what is proposed. */
export function templateOf({ kind, fields, tables, reading }: ReadDocument): MadeTemplate {
  const marks: TemplateMark[] = [];
  const made: MadeTemplate = { kind, fields: [], tables: [], template: undefined as never };
  for (const { name, rects } of fields) {
    const parts = partsIn(reading, rects);
    if (parts.length === 0) continue;
    const mark = suggestMark(reading, parts, marks, localeOf(kind));
    marks.push(mark);
    made.fields.push({ drawn: name, mark });
  }
  for (const { name, rows } of tables) {
    const cells = (rows[0] ?? [])
      .map((cell) => ({ drawn: cell.name, parts: partsIn(reading, cell.rects) }))
      .filter(({ parts }) => parts.length > 0);
    const mark = suggestRows(
      reading,
      cells.map(({ parts }) => parts),
      marks,
      localeOf(kind),
      rowNames,
    );
    marks.push(mark);
    if ('columns' in mark.value)
      made.tables.push({
        drawn: name,
        mark,
        columns: mark.value.columns.map((column, index) => ({
          drawn: cells[index]?.drawn ?? '',
          name: column.name,
        })),
      });
  }
  made.template = makeTemplate(reading, { record: { type: 'drawn', label: kind }, marks });
  return made;
}

export const localeOf = (kind: string): string => (kind.startsWith('German') ? 'de-DE' : 'en-GB');

/** `print` is told of everything wrong. */
export function scoreKind(
  { kind, template, fields, tables }: MadeTemplate,
  documents: readonly ReadDocument[],
  print: (line: string) => void,
): KindScore {
  const none = (): Tally => ({ right: 0, wrong: 0, missing: 0 });
  const score: KindScore = { kind, documents: documents.length, fits: 0, values: none(), cells: none() };
  for (const document of documents) {
    const [record] = templateReader(template).read({
      reading: document.reading,
      settings: {},
      locale: localeOf(kind),
      today: '2026-06-01',
    });
    if (record) score.fits++;
    const count = (
      tally: Tally,
      name: string,
      got: string | undefined,
      drawn: string | undefined,
      type: string,
    ) => {
      if (got === undefined) {
        if (drawn !== undefined) tally.missing++;
      } else if (drawn !== undefined && isSame(got, drawn, type)) tally.right++;
      else {
        tally.wrong++;
        print(`${kind}, ${document.variant}, ${name}: ${got} for ${drawn ?? 'nothing'}`);
      }
    };
    for (const { drawn, mark } of fields) {
      const got = record?.fields[mark.name];
      const is = document.fields.find(({ name }) => name === drawn);
      count(score.values, drawn, got?.raw, is?.text, mark.type);
    }
    for (const { drawn, mark, columns } of tables) {
      const is = document.tables.find(({ name }) => name === drawn)?.rows ?? [];
      const value = record?.fields[mark.name]?.value;
      const got = Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
      for (let index = 0; index < Math.max(got.length, is.length); index++)
        for (const column of columns) {
          const cell = got[index]?.[column.name];
          count(
            score.cells,
            `row ${index + 1} ${column.drawn}`,
            cell === undefined ? undefined : String(cell),
            is[index]?.find(({ name }) => name === column.drawn)?.text,
            /^[\d.,]+$/.test(String(cell)) ? 'number' : 'text',
          );
        }
    }
  }
  return score;
}

/** Which documents of other kinds templates fit. */
export function falseFits(
  templates: readonly MadeTemplate[],
  documents: readonly ReadDocument[],
): { pairs: number; fits: string[] } {
  const fits: string[] = [];
  let pairs = 0;
  for (const { kind, template } of templates)
    for (const other of documents) {
      if (other.kind === kind) continue;
      pairs++;
      if (fitTemplate(other.reading, template).fits) fits.push(`${kind} on ${other.kind}, ${other.variant}`);
    }
  return { pairs, fits };
}

/**
 * Whether it is the value, letters that recognition misread aside: finding a value is measured here, not reading it. A
 * fifth of its letters may differ, of numbers no digit.
 */
function isSame(got: string, drawn: string, type: string): boolean {
  if (type === 'number' || type === 'amount') {
    const digits = (text: string) => text.replace(/\D/g, '').replace(/^0+(?=.)/, '');
    const [one, other] = [digits(got), digits(drawn)];
    // A value keeps no noughts behind its decimals.
    return one === other || one.padEnd(9, '0') === other.padEnd(9, '0');
  }
  const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const [one, other] = [bare(got), bare(drawn)];
  return distance(one, other) <= (other.length < 4 ? 0 : Math.max(1, 0.2 * other.length));
}

/** Levenshtein. */
function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++)
      row.push(
        Math.min(above[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1), above[j]! + 1, row[j - 1]! + 1),
      );
    above = row;
  }
  return above.at(-1)!;
}

/** Stretches of lines under rectangles, character by character: a line may hold a label and its value. */
function partsIn(reading: PluginReading, rects: DrawnValue['rects']): MarkedPart[] {
  const isUnder = (x: number, y: number) =>
    rects.some(
      ([left, top, right, bottom]: Rect) => x > left - 1 && x < right + 1 && y > top - 3 && y < bottom + 3,
    );
  return reading.lines.flatMap(({ id, text, words, box }) => {
    let [start, end, at] = [-1, -1, 0];
    for (const word of words.length > 0 ? words : [{ text, box }]) {
      const from = text.indexOf(word.text, at);
      if (from < 0) continue;
      at = from + word.text.length;
      const [[left], [right]] = word.box;
      const y = (word.box[0][1] + word.box[3][1]) / 2;
      for (let index = 0; index < word.text.length; index++) {
        if (!isUnder(left + ((right - left) * (index + 0.5)) / word.text.length, y)) continue;
        if (start < 0) start = from + index;
        end = from + index + 1;
      }
    }
    return start < 0 ? [] : [{ line: id, ...wholeWords(text, start, end) }];
  });
}

/** Boxes of words are a letter off at times. */
function wholeWords(text: string, start: number, end: number): { start: number; end: number } {
  const words = [...text.matchAll(/\S+/g)].map(({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
    most: Math.max(1, 0.25 * word.length),
  }));
  const first = words.find((word) => start >= word.start && start < word.end);
  const last = words.find((word) => end > word.start && end <= word.end);
  const isNear = first && start - first.start <= first.most && !text.slice(first.start, start).includes(':');
  return {
    start: isNear ? first.start : start,
    end: last && last.end - end <= last.most ? last.end : end,
  };
}
