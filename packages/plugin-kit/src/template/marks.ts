import type { Line, PluginReading, Point, Quad } from '../types.ts';
import { boxOfPart, heightOf, leftMiddle, rightMiddle, textDirection } from './plane.ts';
import type { TemplateBox, TemplateFieldType } from './template.ts';

/** A stretch of a line's text, `end` excluded. */
export interface MarkedPart {
  /** Id of the line. */
  line: string;
  start: number;
  end: number;
}

/** What a person pointed at on an example, and what they called it. */
export interface TemplateMark {
  name: string;
  label: string;
  type: TemplateFieldType;
  options?: string[] | undefined;
  unit?: string | undefined;
  isRequired: boolean;
  /** The value: text, line by line, or a code. */
  value: { parts: MarkedPart[] } | { barcode: string };
  /** How it is found again: by the text that names it, or by its place alone. Codes are found by place. */
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
