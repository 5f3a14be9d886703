import { joinSightings, type Sighting } from '../sightings.ts';
import type { Check, Field, Point, ReaderInput } from '../types.ts';
import type { FoundAnchor, TemplateFit } from './fit-template.ts';
import { exactly, fold, nearly, runOf } from './fold.ts';
import { leftOver, middleOf, shiftOf } from './shifts.ts';
import type { Template, TemplateBox, TemplateField } from './template.ts';
import { rowsOf, sightingsOf, type Token } from './tokens.ts';
import { typed } from './typed-value.ts';

export interface ReadText {
  rows: Token[][];
  label: FoundAnchor | undefined;
  shift: Point;
  /** It reaches up to a fixed text behind it. */
  isEnclosed: boolean;
  /** The value of rows of words; undefined where they are none of its type. */
  make(rows: readonly (readonly Token[])[]): Field | undefined;
}

export function readText(
  input: ReaderInput,
  template: Template,
  wanted: TemplateField,
  fit: TemplateFit,
  tokens: readonly Token[],
  taken: ReadonlySet<Token>,
  labels: Map<string, FoundAnchor>,
): ReadText | undefined {
  const { find } = wanted;
  if (find.by === 'barcode' || find.by === 'rows') return undefined;
  const label = find.by === 'label' ? labels.get(JSON.stringify(find.label)) : undefined;
  const shift = label ? shiftOf(label) : leftOver(middleOf(find.box), template, fit);
  const free = tokens.filter((token) => !taken.has(token));
  const enclosed =
    label && find.by === 'label' && find.before
      ? betweenTexts(label, find.before, free, template.lineHeight)
      : undefined;
  const inside =
    enclosed ??
    free.filter((token) => {
      const [x, y] = [token.at[0] - shift[0], token.at[1] - shift[1]];
      return x > find.room[0] && x < find.room[2] && y > find.room[1] && y < find.room[3];
    });
  if (inside.length === 0) return undefined;
  const rows = rowsOf(inside, template.lineHeight);
  const isMany = find.box[3] - find.box[1] > 1.8 * template.lineHeight;
  const middle = middleOf(find.box)[1] + shift[1];
  const chosen = isMany
    ? linesTogether(rows, find.step, endOf(find, template, fit, labels, shift), template.lineHeight)
    : [rows.reduce((a, b) => (Math.abs(b.y - middle) < Math.abs(a.y - middle) ? b : a))];
  if (!enclosed)
    for (const row of chosen) row.tokens = together(row.tokens, find, shift[0], template.lineHeight);
  // A place alone is less sure than a text that names the value.
  const trust = fit.confidence * (find.by === 'place' ? 0.97 : label ? 1 : 0.75);
  const checks: Check[] =
    find.by === 'label' && !label
      ? [
          {
            name: 'label-found',
            passed: false,
            reason: `“${find.label.text}” could not be read here; this is what stands where its value should be.`,
          },
        ]
      : [];
  return {
    rows: chosen.map((row) => row.tokens),
    label,
    shift,
    isEnclosed: enclosed !== undefined,
    make: (words) => typed(wanted, words.map(sightingOf), trust, checks, input),
  };
}

const sightingOf = (row: readonly Token[]): Sighting => joinSightings(sightingsOf(row), ' ');
export const textOf = (rows: readonly (readonly Token[])[]): string =>
  rows.map((row) => sightingOf(row).text).join(' ');

/** Of rows under each other those of one value: up to where it ends at the latest, or to a space wider than its own. */
function linesTogether(
  rows: readonly { y: number; tokens: Token[] }[],
  step: number | undefined,
  end: number,
  lineHeight: number,
): { y: number; tokens: Token[] }[] {
  const most = step === undefined ? Number.POSITIVE_INFINITY : Math.max(1.5 * step, step + 0.5 * lineHeight);
  const apart = rows.findIndex(({ y }, index) => index > 0 && (y >= end || y - rows[index - 1]!.y > most));
  return apart < 0 ? [...rows] : rows.slice(0, apart);
}

/**
 * Where several lines end at the latest: a row beside the name of the next value in their column is that value, and so is
 * one beside or below a fixed text that stood below them in the example.
 */
function endOf(
  find: Extract<TemplateField['find'], { room: TemplateBox }>,
  { fields, lineHeight }: Template,
  fit: TemplateFit,
  labels: ReadonlyMap<string, FoundAnchor>,
  [dx]: Point,
): number {
  const [left, top, right, bottom] = find.box;
  const ends = fields.flatMap(({ find: other }) => {
    if (other === find || other.by !== 'label') return [];
    const isBelow = other.box[1] > top && other.label.box[1] > top + 0.5 * lineHeight;
    const label = labels.get(JSON.stringify(other.label));
    if (!label || !isBelow || other.box[0] > right || other.box[2] < left) return [];
    return [(label.ends[0][1] + label.ends[1][1]) / 2 - 0.5 * lineHeight];
  });
  // As far to the left as what names it.
  const edge = (find.by === 'label' ? Math.min(find.label.box[0], left) : left) - lineHeight;
  for (const { anchor, ends: at } of fit.found) {
    const isBelow = (anchor.box[1] + anchor.box[3]) / 2 > bottom + 0.2 * lineHeight;
    if (isBelow && at[0][0] - dx > edge && at[0][0] - dx < right)
      ends.push((at[0][1] + at[1][1]) / 2 - 0.5 * lineHeight);
  }
  return Math.min(Number.POSITIVE_INFINITY, ...ends);
}

/** Of words in a row those that stand together where the value stood; what is further off is another value. */
function together(
  tokens: readonly Token[],
  { box, gap = 0 }: { box: TemplateBox; gap?: number | undefined },
  dx: number,
  lineHeight: number,
): Token[] {
  const most = Math.max(1.8 * lineHeight, 1.3 * gap);
  const groups: Token[][] = [];
  for (const token of tokens) {
    const last = groups.at(-1)?.at(-1);
    // Signs between words of one line fill the space between them.
    const isFilled =
      last?.line === token.line &&
      /^\s*[^\p{L}\p{N}\s]+\s*$/u.test(token.line.text.slice(last.end, token.start));
    if (last && (isFilled || token.left - last.right < most)) groups.at(-1)!.push(token);
    else groups.push([token]);
  }
  const away = (group: readonly Token[]) => {
    const [left, right] = [group[0]!.left - dx, group.at(-1)!.right - dx];
    return Math.max(0, left - box[2], box[0] - right) + 0.01 * Math.abs(left - box[0]);
  };
  return groups.reduce((a, b) => (away(b) < away(a) ? b : a));
}

/**
 * The words from a label to a fixed text behind it in the same row, however long they are; undefined where that text is
 * not there.
 */
function betweenTexts(
  label: FoundAnchor,
  before: string,
  free: readonly Token[],
  lineHeight: number,
): Token[] | undefined {
  const from = label.parts.at(-1);
  if (!from) return undefined;
  const right = label.ends[1];
  const row = free
    .filter(({ at }) => Math.abs(at[1] - right[1]) < 0.7 * lineHeight && at[0] > right[0])
    .sort((a, b) => a.at[0] - b.at[0]);
  const lines = [...new Set([from.line, ...row.map(({ line }) => line)])];
  const run = runOf(lines);
  const { folded } = fold(before);
  const isBehind = (index: number) => run.lines[index] !== from.line || run.at[index]! >= from.end;
  const found = exactly(run, folded).filter((each) => each.likeness > 0.9 && isBehind(each.from))[0];
  const near = found ?? nearly(run, folded);
  if (!near || !isBehind(near.from)) return undefined;
  const end = { line: run.lines[near.from]!, start: run.at[near.from]! };
  const last = lines.indexOf(end.line);
  return row.filter((token) => {
    const at = lines.indexOf(token.line);
    return at < last || (at === last && token.end <= end.start);
  });
}
