import type { Check } from '../types.ts';
import type { FoundAnchor, TemplateFit } from './fit-template.ts';
import type { TemplateBox } from './template.ts';
import { sightingsOf, type Token } from './tokens.ts';

/** Distances of a line from the one above it, in heights of the text, in which people set what goes on in it. */
const [least, most] = [0.7, 1.75];
const maxLines = 8;

const isBelow = (dx: number, dy: number, height: number) =>
  Math.abs(dx) < 0.8 * height && dy > least * height && dy < most * height;

/** Whether a text stands where the next line of another would. */
export const isNextLine = (box: TemplateBox, other: TemplateBox, lineHeight: number): boolean =>
  isBelow(other[0] - box[0], (other[1] + other[3] - box[1] - box[3]) / 2, lineHeight);

export interface GoesOn {
  /** The lines that belong to the value, from top to bottom. */
  rows: Token[][];
  /** Why it may go on further, and a person has to look. */
  doubt: Check | undefined;
}

/**
 * A value that has more lines here than in the example: what stands straight below it, begins where it begins (or where
 * its label begins, in running text), is as high, and belongs to nothing else. Taken in where it can be nothing but its
 * next line, else only doubted: it may be something the example did not have.
 * @param rows its words, row by row
 * @param tokens words that neither a fixed text nor a value has taken
 * @param columnRight how far a line of it has reached at least: in the example
 * @param isBroken its lines end where somebody ended them, not only where they are full
 * @param isTaken whether the value of another field should stand at a place
 */
export function goesOn(
  rows: readonly (readonly Token[])[],
  {
    tokens,
    placed,
    label,
    fit,
    columnRight,
    pageRight,
    isBroken,
    isTaken,
  }: {
    tokens: readonly Token[];
    placed: readonly FoundAnchor[];
    label: FoundAnchor | undefined;
    fit: TemplateFit;
    columnRight: number;
    pageRight: number;
    isBroken: boolean;
    isTaken(token: Token): boolean;
  },
): GoesOn {
  const found: GoesOn = { rows: [], doubt: undefined };
  const all = rows.map((row) => [...row]);
  const first = all[0]?.[0];
  if (!first) return found;
  const height = heightOf(all[0]!, fit);
  // In running text the second line begins below the label.
  const hanging = labelBefore(label, first, height);
  let step: number | undefined;
  let left = first.left;
  if (all.length > 1) step = (middleOf(all.at(-1)!) - middleOf(all[0]!)) / (all.length - 1);
  let reached = Math.max(columnRight, ...all.flat().map(({ right }) => right));
  while (found.rows.length < maxLines) {
    const above = all.at(-1)!;
    const next = nextRow(above, { tokens, placed, left, hanging, label, height });
    if (!next) return found;
    const { row, start, isHanging } = next;
    const distance = middleOf(row) - middleOf(above);
    const other = heightOf(row, fit);
    const width = start.right - start.left;
    const right = Math.max(...above.map((token) => token.right));
    if (isHanging) reached = Math.max(reached, pageRight - 1.5 * height);
    reached = Math.max(reached, ...row.map((token) => token.right));
    // A word that had found room in the line above begins something else.
    const isFull = right + width > reached - 2.5 * letterOf(above);
    const isSafe =
      (isFull || (isBroken && !isHanging)) &&
      isAlike(other / height, 1.25) &&
      isAlike(letterOf(row) / letterOf(above), 1.45) &&
      (step === undefined || Math.abs(distance - step) < 0.25 * height) &&
      !row.some(isTaken) &&
      looksContinued(textOf(row), isBroken);
    if (!isSafe) {
      found.doubt = {
        name: 'one-line',
        passed: false,
        reason: `“${textOf(row).slice(0, 60)}” stands straight below and may belong to it.`,
      };
      return found;
    }
    found.rows.push(row);
    all.push(row);
    step ??= distance;
    left = start.left;
  }
  return found;
}

/** The label of a value that stands right before it, as in running text. */
function labelBefore(label: FoundAnchor | undefined, first: Token, height: number): number | undefined {
  if (!label) return undefined;
  const [[left, y], [right]] = label.ends;
  const gap = first.left - right;
  // Read as one line they stand in one, however wide the space between them.
  const most = label.parts.at(-1)?.line === first.line ? 3 : 1.3;
  return Math.abs(y - first.at[1]) < 0.6 * height && gap > -0.5 * height && gap < most * height
    ? left
    : undefined;
}

/** The words where the next line would be; undefined where there are none, or where something names them. */
function nextRow(
  above: readonly Token[],
  {
    tokens,
    placed,
    left,
    hanging,
    label,
    height,
  }: {
    tokens: readonly Token[];
    placed: readonly FoundAnchor[];
    left: number;
    hanging: number | undefined;
    label: FoundAnchor | undefined;
    height: number;
  },
): { row: Token[]; start: Token; isHanging: boolean } | undefined {
  const y = middleOf(above);
  for (const from of hanging === undefined || Math.abs(hanging - left) < height ? [left] : [left, hanging]) {
    const start = tokens
      .filter((token) => isBelow(token.left - from, token.at[1] - y, height))
      .sort((a, b) => a.at[1] - b.at[1])[0];
    if (!start) continue;
    const beside = tokens
      .filter((token) => Math.abs(token.at[1] - start.at[1]) < 0.5 * height)
      .sort((a, b) => a.left - b.left);
    const ahead = beside.slice(0, beside.indexOf(start)).reverse();
    const before = ahead[0];
    // Words before it in its row, or a text that names it: then it is the value of something else.
    const edge = Math.min(from, label ? label.ends[0][0] : from) - 1.5 * height;
    // Those of another column begin further to the left than what names it.
    const apart = ahead.findIndex(
      ({ right }, index) => index > 0 && ahead[index - 1]!.left - right > 1.2 * height,
    );
    const nearest = ahead.at(apart < 0 ? -1 : apart - 1);
    if (before && nearest && (nearest.left > edge || start.left - before.right < 0.8 * height)) continue;
    const isNamed = placed.some(
      ({ ends: [[, top], [right, bottom]] }) =>
        Math.abs((top + bottom) / 2 - start.at[1]) < 0.6 * height &&
        right < start.left + 0.5 * height &&
        right > edge,
    );
    if (isNamed) continue;
    const row: Token[] = [];
    for (const token of beside.slice(beside.indexOf(start))) {
      if (row.length > 0 && token.left - row.at(-1)!.right > 1.8 * height) break;
      row.push(token);
    }
    return { row, start, isHanging: from === hanging };
  }
  return undefined;
}

/** Not a value with its own label, nor a lone number, date or sum below words. */
function looksContinued(text: string, isBroken: boolean): boolean {
  if (/^\p{L}[^:]{0,40}:(?:\s|$)/u.test(text)) return false;
  const letters = text.replace(/[^\p{L}]/gu, '').length;
  return letters >= (isBroken ? 1 : 2) && letters >= 0.3 * text.replace(/\s/g, '').length;
}

const isAlike = (ratio: number, most: number) => ratio < most && ratio > 1 / most;

/** Width of a letter, of short words not told from another's. */
function letterOf(row: readonly Token[]): number {
  const letters = row.reduce((sum, { start, end }) => sum + end - start, 0);
  const width = row.reduce((sum, { left, right }) => sum + right - left, 0);
  return Math.max(0.1, width / Math.max(1, letters));
}

const middleOf = (row: readonly Token[]): number =>
  row.reduce((sum, { at }) => sum + at[1], 0) / Math.max(1, row.length);

/** Of the text, template coordinates. */
function heightOf(row: readonly Token[], { toTemplate }: TemplateFit): number {
  const heights = row.map(({ line: { box } }) => {
    const [a, b] = [toTemplate(box[0]), toTemplate(box[3])];
    return Math.hypot(b[0] - a[0], b[1] - a[1]);
  });
  return Math.max(1, heights.sort((a, b) => a - b)[heights.length >> 1] ?? 1);
}

const textOf = (row: readonly Token[]): string =>
  sightingsOf(row)
    .map(({ text }) => text)
    .join(' ');
