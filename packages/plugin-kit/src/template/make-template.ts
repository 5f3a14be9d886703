import { wordsOf } from '../layout.ts';
import type { PluginReading } from '../types.ts';
import { anchorsAmong, looksFixed } from './anchors.ts';
import { fitTemplate } from './fit-template.ts';
import { isNextLine } from './goes-on.ts';
import { learn } from './learn.ts';
import { rowsFind, rowsOfExample } from './make-rows.ts';
import {
  anchorOf,
  around,
  type LevelExample,
  levelExample,
  type MarkedPart,
  partsOfMark,
  remainders,
  type Stretch,
  stretchesOf,
  type TemplateMark,
} from './marks.ts';
import { readPlaces } from './read-places.ts';
import type { Template, TemplateBox, TemplateField } from './template.ts';
import { shapeOf } from './typed-value.ts';

/**
 * A template from an example and what a person pointed at on it. Texts around the values that look as if they were the
 * same on every such document become anchors; marks whose lines are not in the reading are left out.
 * @param examples readings of more such documents: which texts are the same on all of them is then known, not supposed.
 */
export function makeTemplate(
  reading: PluginReading,
  {
    record,
    marks,
    examples = [],
  }: { record: Template['record']; marks: readonly TemplateMark[]; examples?: readonly PluginReading[] },
): Template {
  const level = levelExample(reading);
  const { width, height, lineHeight } = level;
  const fields = marks.flatMap((mark): TemplateField[] => {
    const find = findOf(reading, level, mark, marks);
    if (!find) return [];
    const { name, label, options, unit, isRequired } = mark;
    // A choice of nothing is what stands there.
    const type = mark.type === 'choice' && !options ? 'text' : mark.type;
    return [
      {
        name,
        label,
        type,
        ...(type === 'choice' && options ? { options } : {}),
        ...(type === 'number' && unit ? { unit } : {}),
        ...(type === 'code' ? printedShape(reading, mark) : {}),
        isRequired,
        find,
      },
    ];
  });
  const cuts = marks.flatMap((mark) => {
    const { value, fixed } = partsOfMark(mark);
    return [...value, ...fixed];
  });
  const made = (more: readonly MarkedPart[], of: TemplateField[]): Template => ({
    format: 2,
    record,
    page: { width, height },
    lineHeight,
    anchors: anchorsAmong(remainders(level.lines, [...cuts, ...more], level), level),
    fields: of,
  });
  let template = made([], fields);
  // What other rows of the example hold is neither fixed nor free for other values.
  const rows = rowsOfExample(reading, template);
  if (rows) template = made(rows.parts, rows.fields);
  template = { ...template, fields: endingWhereMarked(reading, template, marks) };
  return examples.length > 0 ? learn(template, reading, examples).template : template;
}

/** A value that would be read on into what the example has below it ends where it was marked. */
function endingWhereMarked(
  reading: PluginReading,
  template: Template,
  marks: readonly TemplateMark[],
): TemplateField[] {
  const fit = fitTemplate(reading, template, 0);
  if (!fit.fits) return template.fields;
  const { fields } = readPlaces({ reading, settings: {}, locale: 'en', today: '2026-01-01' }, template, fit);
  return template.fields.map((field) => {
    const { find } = field;
    if (find.by === 'barcode' || find.by === 'rows' || find.below) return field;
    const mark = marks.find(({ name }) => name === field.name);
    const own = mark ? partsOfMark(mark).value.map(({ line }) => line) : [];
    const seen = Object.hasOwn(fields, field.name) ? fields[field.name]!.evidence : [];
    const isBeyond = seen.some(({ line }) => line !== undefined && !own.includes(line));
    return isBeyond ? { ...field, find: { ...find, below: true } } : field;
  });
}

function printedShape(reading: PluginReading, { value }: TemplateMark): Pick<TemplateField, 'shape'> {
  const textOf = (part: MarkedPart) =>
    reading.lines.find(({ id }) => id === part.line)?.text.slice(part.start, part.end) ?? '';
  const text =
    'barcode' in value
      ? reading.barcodes.find(({ id }) => id === value.barcode)?.text
      : 'parts' in value
        ? value.parts.map(textOf).join(' ')
        : undefined;
  const shape = text === undefined ? undefined : shapeOf(text);
  return shape ? { shape } : {};
}

function findOf(
  reading: PluginReading,
  level: LevelExample,
  { value, by }: TemplateMark,
  marks: readonly TemplateMark[],
): TemplateField['find'] | undefined {
  if ('columns' in value) return rowsFind(level, value, by);
  if ('barcode' in value) {
    const code = reading.barcodes.find(({ id }) => id === value.barcode);
    return code && { by: 'barcode', format: code.format, box: level.boxOf(code.box) };
  }
  const parts = stretchesOf(level, value.parts);
  if (parts.length === 0) return undefined;
  const box = around(parts.map((part) => part.box));
  const others = marks.flatMap((mark) => {
    const all = partsOfMark(mark);
    return [...(mark.value === value ? [] : all.value), ...all.fixed];
  });
  // A full stop behind a value is in nobody's way.
  const unmarked = remainders(level.lines, [...others, ...value.parts], level)
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .map((stretch) => stretch.box);
  const obstacles = [...stretchesOf(level, others).map((stretch) => stretch.box), ...unmarked];
  const room = roomOf(box, obstacles, level);
  const wide = widestGap(level, value.parts);
  const step = widestStep(parts, level.lineHeight);
  const last = parts.reduce((a, b) => (b.box[3] > a.box[3] ? b : a)).box;
  const lastLine: TemplateBox = [box[0], last[1], box[2], last[3]];
  const more = {
    ...(wide > level.lineHeight ? { gap: Math.round(wide * 10) / 10 } : {}),
    ...(unmarked.some((other) => isNextLine(lastLine, other, level.lineHeight))
      ? { below: true as const }
      : {}),
    ...(step === undefined ? {} : { step: Math.round(step * 10) / 10 }),
  };
  if (by === 'place') return { by: 'place', box, room, ...more };
  const label = stretchesOf(level, by.label);
  if (label.length === 0) return { by: 'place', box, room, ...more };
  const before = textBehind(level, value.parts, label, others);
  return { by: 'label', label: anchorOf(label), box, room, ...(before ? { before } : {}), ...more };
}

/** The widest distance of two lines of a value that follow each other. */
function widestStep(parts: readonly Stretch[], lineHeight: number): number | undefined {
  const middles = parts.map(({ box }) => (box[1] + box[3]) / 2).sort((a, b) => a - b);
  const steps = middles.flatMap((middle, index) => {
    const step = middle - (middles[index - 1] ?? middle);
    return step > 0.5 * lineHeight ? [step] : [];
  });
  return steps.length > 0 ? Math.max(...steps) : undefined;
}

/** The widest space between two words of a value in one row. */
function widestGap(level: LevelExample, parts: readonly MarkedPart[]): number {
  const boxes = stretchesOf(level, parts)
    .flatMap(({ line, start, end }) =>
      wordsOf(line).flatMap((word) => {
        const [from, to] = [Math.max(start, word.start), Math.min(end, word.end)];
        return to > from ? [level.stretchOf({ line: line.id, start: from, end: to })!.box] : [];
      }),
    )
    .sort((a, b) => a[0] - b[0]);
  let widest = 0;
  for (const [index, box] of boxes.entries()) {
    const previous = boxes
      .slice(0, index)
      .filter((other) => Math.abs(other[1] + other[3] - box[1] - box[3]) < level.lineHeight);
    if (previous.length > 0)
      widest = Math.max(widest, box[0] - Math.max(...previous.map((other) => other[2])));
  }
  return widest;
}

/** The fixed text behind a value that stands in one line with what names it. */
function textBehind(
  level: LevelExample,
  value: readonly MarkedPart[],
  label: readonly Stretch[],
  others: readonly MarkedPart[],
): string | undefined {
  const [only, ...more] = value;
  if (!only || more.length > 0 || label.at(-1)?.line.id !== only.line) return undefined;
  const next = remainders(level.lines, [only, ...others], level).find(
    ({ line, start }) => line.id === only.line && start >= only.end,
  );
  const marked = stretchesOf(level, others)
    .filter(({ line, start }) => line.id === only.line && start >= only.end)
    .sort((a, b) => a.start - b.start)[0];
  const behind = [next, marked].filter((each) => each !== undefined).sort((a, b) => a.start - b.start)[0];
  const text = behind?.text.trim();
  return text && looksFixed(text) ? text : undefined;
}

/** How far a longer value may reach before it runs into something else. */
function roomOf(box: TemplateBox, obstacles: readonly TemplateBox[], level: LevelExample): TemplateBox {
  const height = level.lineHeight;
  const [left, top, right, bottom] = box;
  const isMany = bottom - top > 1.8 * height;
  const rightmost = Math.max(right, ...obstacles.map((other) => other[2]));
  const room: TemplateBox = [
    // One that is set to the right grows to the left.
    Math.min(left - 4 * height, 0),
    top - 0.6 * height,
    // Where nothing is next to it, a longer one may end further right than any text of the example.
    Math.max(rightmost + 4 * height, level.width),
    bottom + (isMany ? 1.3 : 0.6) * height,
  ];
  for (const other of obstacles) {
    const besideIt =
      Math.min(other[3], bottom) - Math.max(other[1], top) > 0.4 * Math.min(height, other[3] - other[1]);
    if (!besideIt) continue;
    if ((other[0] + other[2]) / 2 < left) room[0] = Math.max(room[0], Math.min(other[2], left));
    else if ((other[0] + other[2]) / 2 > right) room[2] = Math.min(room[2], Math.max(other[0], right));
  }
  for (const other of obstacles) {
    const overlap = Math.min(other[2], right) - Math.max(other[0], left);
    if (overlap < 0.3 * height) continue;
    const middle = (other[1] + other[3]) / 2;
    // Half-way between the middles of the lines.
    if (middle < top) room[1] = Math.max(room[1], (middle + top + height / 2) / 2);
    else if (middle > bottom) room[3] = Math.min(room[3], (middle + bottom - height / 2) / 2);
  }
  return room.map((value) => Math.round(value * 10) / 10) as TemplateBox;
}
