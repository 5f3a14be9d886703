import { findDates } from '../dates.ts';
import type { PluginReading } from '../types.ts';
import { fold } from './fold.ts';
import {
  type LevelExample,
  levelExample,
  type MarkedPart,
  remainders,
  type Stretch,
  type TemplateMark,
} from './marks.ts';
import type { Template, TemplateAnchor, TemplateBox, TemplateField } from './template.ts';

const maxAnchors = 24;

/**
 * A template from an example and what a person pointed at on it. Texts around the values that look as if they were the
 * same on every such document become anchors; marks whose lines are not in the reading are left out.
 */
export function makeTemplate(
  reading: PluginReading,
  { record, marks }: { record: Template['record']; marks: readonly TemplateMark[] },
): Template {
  const level = levelExample(reading);
  const values = marks.flatMap(({ value }) => ('parts' in value ? value.parts : []));
  const labels = marks.flatMap(({ by }) => (by === 'place' ? [] : by.label));
  const around = remainders(level.lines, [...values, ...labels], level);
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
        isRequired,
        find,
      },
    ];
  });
  const { width, height, lineHeight } = level;
  return {
    format: 1,
    record,
    page: { width, height },
    lineHeight,
    anchors: anchorsAmong(around, level),
    fields,
  };
}

function findOf(
  reading: PluginReading,
  level: LevelExample,
  { value, by }: TemplateMark,
  marks: readonly TemplateMark[],
): TemplateField['find'] | undefined {
  if ('barcode' in value) {
    const code = reading.barcodes.find(({ id }) => id === value.barcode);
    return code && { by: 'barcode', format: code.format, box: level.boxOf(code.box) };
  }
  const parts = stretchesOf(level, value.parts);
  if (parts.length === 0) return undefined;
  const box = around(parts.map((part) => part.box));
  const others = marks.flatMap((mark) => [
    ...('parts' in mark.value && mark.value !== value ? mark.value.parts : []),
    ...(mark.by === 'place' ? [] : mark.by.label),
  ]);
  const obstacles = [
    ...stretchesOf(level, others),
    ...remainders(level.lines, [...others, ...value.parts], level),
  ].map((stretch) => stretch.box);
  const room = roomOf(box, obstacles, level);
  if (by === 'place') return { by: 'place', box, room };
  const label = stretchesOf(level, by.label);
  if (label.length === 0) return { by: 'place', box, room };
  return { by: 'label', label: anchorOf(label), box, room };
}

const stretchesOf = (level: LevelExample, parts: readonly MarkedPart[]): Stretch[] =>
  parts.flatMap((part) => level.stretchOf(part) ?? []);

const anchorOf = (stretches: readonly Stretch[]): TemplateAnchor => ({
  text: stretches.map(({ text }) => text.trim()).join(' '),
  box: around(stretches.map(({ box }) => box)),
});

const around = (boxes: readonly TemplateBox[]): TemplateBox => [
  Math.min(...boxes.map((box) => box[0])),
  Math.min(...boxes.map((box) => box[1])),
  Math.max(...boxes.map((box) => box[2])),
  Math.max(...boxes.map((box) => box[3])),
];

/** How far a longer value may reach before it runs into something else. */
function roomOf(box: TemplateBox, obstacles: readonly TemplateBox[], level: LevelExample): TemplateBox {
  const height = level.lineHeight;
  const [left, top, right, bottom] = box;
  const isMany = bottom - top > 1.8 * height;
  const rightmost = Math.max(right, ...obstacles.map((other) => other[2]));
  const room: TemplateBox = [
    left - 4 * height,
    top - 0.6 * height,
    rightmost + 4 * height,
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

/** The texts that look as if they were on every document of the kind, the telling ones. */
function anchorsAmong(stretches: readonly Stretch[], level: LevelExample): TemplateAnchor[] {
  return stretches
    .flatMap((stretch) => {
      // `Customer: Miller` has a fixed part even where nobody wants its value.
      const colon = stretch.text.indexOf(':');
      const isLabelled = colon > 1 && /\p{L}/u.test(stretch.text.slice(0, colon));
      if (!isLabelled || colon >= stretch.text.length - 1) return [stretch];
      return (
        level.stretchOf({ line: stretch.line.id, start: stretch.start, end: stretch.start + colon + 1 }) ?? []
      );
    })
    .filter(({ text, line }) => line.confidence >= 0.75 && looksFixed(text))
    .map((stretch) => ({ stretch, length: Math.min(20, fold(stretch.text).folded.length) }))
    .sort((a, b) => b.length - a.length || a.stretch.box[1] - b.stretch.box[1])
    .slice(0, maxAnchors)
    .sort((a, b) => a.stretch.box[1] - b.stretch.box[1])
    .map(({ stretch }) => anchorOf([stretch]));
}

/** Not a number, an amount or a date, and not a whole paragraph, which breaks its lines anew. */
export function looksFixed(text: string): boolean {
  const letters = text.replace(/[^\p{L}]/gu, '').length;
  const digits = text.replace(/\D/g, '').length;
  return (
    letters >= 3 &&
    digits <= 0.2 * (letters + digits) &&
    text.length <= 60 &&
    findDates(text, { locale: 'en-GB', today: '2030-01-01' }).length === 0
  );
}
