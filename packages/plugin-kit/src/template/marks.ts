import type { Line, PluginReading, Point, Quad } from '../types.ts';
import { boxOfPart, heightOf, leftMiddle, rightMiddle, textDirection } from './plane.ts';
import type { TemplateAnchor, TemplateBox, TemplateColumnType, TemplateFieldType } from './template.ts';

/** A stretch of a line's text, `end` excluded. */
export interface MarkedPart {
  /** Id of the line. */
  line: string;
  start: number;
  end: number;
}

/** A cell of the row that was pointed at, for the column of cells like it. */
export interface MarkedColumn {
  name: string;
  label: string;
  type: TemplateColumnType;
  parts: MarkedPart[];
}

/** One row of many, and the text below the last one, where there is one. */
export interface MarkedRows {
  columns: MarkedColumn[];
  until?: MarkedPart[] | undefined;
}

/** What a person pointed at on an example, and what they called it. */
export interface TemplateMark {
  name: string;
  label: string;
  type: TemplateFieldType;
  options?: string[] | undefined;
  unit?: string | undefined;
  isRequired: boolean;
  /** The value: text, line by line, a code, or a row of many (type `list`). */
  value: { parts: MarkedPart[] } | { barcode: string } | MarkedRows;
  /**
   * How it is found again: by the text that names it, or by its place alone. Codes are found by place; rows by the texts
   * above their columns.
   */
  by: { label: MarkedPart[] } | 'place';
}

/** A stretch of a line in the example, lying level. */
export interface Stretch {
  line: Line;
  start: number;
  end: number;
  text: string;
  box: TemplateBox;
}

/** The example turned so that its text runs level, its own stretches and boxes in template coordinates. */
export interface LevelExample {
  width: number;
  height: number;
  stretchOf(part: MarkedPart): Stretch | undefined;
  boxOf(quad: Quad): TemplateBox;
  lines: Stretch[];
  /** Median height of the text. */
  lineHeight: number;
}

export function levelExample(reading: Pick<PluginReading, 'lines' | 'page'>): LevelExample {
  const angle = textDirection(reading.lines);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turn = ([x, y]: Point): Point => [x * cos + y * sin, y * cos - x * sin];
  const { width, height } = reading.page;
  const corners = (
    [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ] satisfies Point[]
  ).map(turn);
  const left = Math.min(...corners.map(([x]) => x));
  const top = Math.min(...corners.map(([, y]) => y));
  const at = (point: Point): Point => {
    const [x, y] = turn(point);
    return [x - left, y - top];
  };
  const round = (value: number) => Math.round(value * 10) / 10;
  /** Ends and height of the text instead of its extremes, so that a tilt does not make it taller. */
  const boxOf = (quad: Quad): TemplateBox => {
    const [a, b] = [at(leftMiddle(quad)), at(rightMiddle(quad))];
    const half = heightOf(quad) / 2;
    const middle = (a[1] + b[1]) / 2;
    return [
      round(Math.min(a[0], b[0])),
      round(middle - half),
      round(Math.max(a[0], b[0])),
      round(middle + half),
    ];
  };
  const stretch = (line: Line, start: number, end: number): Stretch => ({
    line,
    start,
    end,
    text: line.text.slice(start, end),
    box: boxOf(boxOfPart(line, start, end)),
  });
  const lines = reading.lines.map((line) => stretch(line, 0, line.text.length));
  const heights = lines.map(({ box }) => box[3] - box[1]).sort((a, b) => a - b);
  return {
    width: Math.ceil(Math.max(...corners.map(([x]) => x)) - left),
    height: Math.ceil(Math.max(...corners.map(([, y]) => y)) - top),
    stretchOf: ({ line: id, start, end }) => {
      const line = reading.lines.find((each) => each.id === id);
      return line && end > start ? stretch(line, start, end) : undefined;
    },
    boxOf,
    lines,
    lineHeight: Math.max(1, heights[Math.floor(heights.length / 2)] ?? 1),
  };
}

/** Stretches of text a mark takes up: its value or row, and what names it. */
export const partsOfMark = ({ value, by }: TemplateMark): { value: MarkedPart[]; fixed: MarkedPart[] } => ({
  value:
    'parts' in value ? value.parts : 'columns' in value ? value.columns.flatMap(({ parts }) => parts) : [],
  fixed: [...(by === 'place' ? [] : by.label), ...('columns' in value ? (value.until ?? []) : [])],
});

/** The lines without what is cut out of them. */
export function remainders(
  lines: readonly Stretch[],
  cuts: readonly MarkedPart[],
  level: LevelExample,
): Stretch[] {
  return lines.flatMap(({ line }) => {
    const own = cuts.filter((cut) => cut.line === line.id).sort((a, b) => a.start - b.start);
    const rest: Stretch[] = [];
    let start = 0;
    for (const cut of [...own, { start: line.text.length, end: line.text.length }]) {
      const text = line.text.slice(start, cut.start);
      const from = start + (text.length - text.trimStart().length);
      const made = level.stretchOf({ line: line.id, start: from, end: from + text.trim().length });
      if (made) rest.push(made);
      start = Math.max(start, cut.end);
    }
    return rest;
  });
}

export const stretchesOf = (level: LevelExample, parts: readonly MarkedPart[]): Stretch[] =>
  parts.flatMap((part) => level.stretchOf(part) ?? []);

export const anchorOf = (stretches: readonly Stretch[]): TemplateAnchor => ({
  text: stretches.map(({ text }) => text.trim()).join(' '),
  box: around(stretches.map(({ box }) => box)),
});

export const around = (boxes: readonly TemplateBox[]): TemplateBox => [
  Math.min(...boxes.map((box) => box[0])),
  Math.min(...boxes.map((box) => box[1])),
  Math.max(...boxes.map((box) => box[2])),
  Math.max(...boxes.map((box) => box[3])),
];
