// cspell:ignore Seria nurnber
import { closeBeginnings, type FoldedText, foldText, misreadLimit, piecesOf } from './folded-text.ts';
import { below, type Layout, type PlacedLine, rightOf } from './layout.ts';
import { type Sighting, seenPart } from './sightings.ts';
import type { Line } from './types.ts';

/** Where a label stands. */
export interface Label {
  /** The label that was found, as it was asked for. */
  label: string;
  placed: PlacedLine;
  /** Where it begins and ends in the line's text; its end is behind a colon that follows it. */
  start: number;
  end: number;
  /** 0 to 1: 1 for the very label at the beginning of a line or before a colon. */
  score: number;
  seen: Sighting;
}

export interface LabelOptions {
  /** Least score; mistakes of the recogniser and a place within a line lower it. 0.6 unless told. */
  minScore?: number;
}

/** A label as it is looked for. */
interface Wanted {
  label: string;
  text: string;
  /** How many of its characters may be misread. */
  limit: number;
  pieces: string[];
}

/** Labels and lines are asked about again and again in one run. */
const wantedLabels = new Map<string, Wanted>();
const foldedLines = new WeakMap<Line, FoldedText>();
const foldedPages = new WeakMap<Layout, FoldedPage>();

/** All lines of a layout as one text: one native search over it costs an interpreter less than one in each line. */
interface FoldedPage {
  lines: PlacedLine[];
  /** Folded texts of the lines, each behind a line break. */
  text: string;
  /** Where each line begins in `text`. */
  starts: number[];
}

function wantedOf(label: string): Wanted {
  let wanted = wantedLabels.get(label);
  if (!wanted) {
    const { text } = foldText(label);
    const limit = misreadLimit(text);
    wanted = { label, text, limit, pieces: piecesOf(text, limit) };
    wantedLabels.set(label, wanted);
  }
  return wanted;
}

function foldedOf(line: Line): FoldedText {
  let folded = foldedLines.get(line);
  if (!folded) {
    folded = foldText(line.text);
    foldedLines.set(line, folded);
  }
  return folded;
}

function foldedPageOf(layout: Layout): FoldedPage {
  let page = foldedPages.get(layout);
  if (!page) {
    const lines = layout.rows.flatMap((row) => row.lines);
    const starts: number[] = [];
    let text = '';
    for (const { line } of lines) {
      starts.push(text.length);
      text += `\n${foldedOf(line).text}`;
    }
    page = { lines, text, starts };
    foldedPages.set(layout, page);
  }
  return page;
}

/** By number of the line, the labels of which it holds a part. */
function labelsByLine({ text, starts }: FoldedPage, wanted: readonly Wanted[]): Map<number, Wanted[]> {
  const byLine = new Map<number, Wanted[]>();
  for (const one of wanted) {
    if (one.text === '') continue;
    for (const piece of one.pieces)
      for (let at = text.indexOf(piece); at >= 0; ) {
        let number = 0;
        for (let high = starts.length; number + 1 < high; ) {
          const middle = (number + high) >> 1;
          if (starts[middle]! <= at) number = middle;
          else high = middle;
        }
        const others = byLine.get(number);
        if (!others) byLine.set(number, [one]);
        else if (!others.includes(one)) others.push(one);
        // The rest of the line is looked at with it.
        at = number + 1 < starts.length ? text.indexOf(piece, starts[number + 1]) : -1;
      }
  }
  return byLine;
}

/**
 * Every place where one of `labels` stands, the best first. Case, marks on letters, punctuation and spaces do not count
 * (`S/N` is `s n:`), and of longer labels about one character in six may be misread (`Seria1 nurnber`).
 */
export function findLabels(layout: Layout, labels: readonly string[], options: LabelOptions = {}): Label[] {
  const found: Label[] = [];
  const page = foldedPageOf(layout);
  const byLine = labelsByLine(page, labels.map(wantedOf));
  for (const number of [...byLine.keys()].sort((a, b) => a - b)) {
    const placed = page.lines[number]!;
    const inLine = byLine.get(number)!.flatMap((one) => labelsIn(placed, one));
    inLine.sort((a, b) => b.score - a.score || b.end - b.start - (a.end - a.start));
    // Of labels one over the other (`Total`, `Total due`) the better, else the longer.
    const kept: Label[] = [];
    for (const one of inLine)
      if (kept.every((other) => one.end <= other.start || other.end <= one.start)) kept.push(one);
    found.push(...kept);
  }
  const least = options.minScore ?? 0.6;
  return found.filter(({ score }) => score >= least).sort((a, b) => b.score - a.score);
}

/** The best place where one of `labels` stands, of equals the first on the page. */
export function findLabel(
  layout: Layout,
  labels: string | readonly string[],
  options?: LabelOptions,
): Label | undefined {
  return findLabels(layout, typeof labels === 'string' ? [labels] : labels, options)[0];
}

function labelsIn(placed: PlacedLine, { label, text: wanted, limit, pieces }: Wanted): Label[] {
  const { line } = placed;
  const { text, at, starts } = foldedOf(line);
  // Comparing with mistakes is dear, and most lines hold none of a label's parts.
  if (wanted === '' || !pieces.some((piece) => text.includes(piece))) return [];
  const found: Label[] = [];
  for (const i of starts) {
    const start = at[i]!;
    const window = text.slice(i, i + wanted.length + limit);
    if (!pieces.some((piece) => window.includes(piece))) continue;
    const match = closeBeginnings(window, wanted, limit).find(({ length }) => {
      // Not the beginning of a longer word; a value may be glued to it (`Total26.19`).
      const after = line.text[at[i + length - 1]! + 1] ?? '';
      return !/\p{L}/u.test(after) && (!/\d/.test(after) || wanted.length > 3);
    });
    if (!match) continue;
    const last = at[i + match.length - 1]!;
    const tail = /^[\s.)\]]*(?:[:=#]|\.{2,})?/.exec(line.text.slice(last + 1))![0];
    const isMarked = /[:=#.]/.test(tail) || last + 1 >= line.text.trimEnd().length;
    // Within a line a label may as well be a word of a longer one (`Sub total`) or of a sentence.
    const isInside = i > 0 && /\p{L}[^\S\n]?$/u.test(line.text.slice(0, start));
    // `Date of birth` is another label than `Date`, if there is a better one.
    const goesOn = !isMarked && /^\s*\p{Ll}/u.test(line.text.slice(last + 1));
    const place = i === 0 ? (goesOn ? 0.15 : 0) : isMarked ? (isInside ? 0.2 : 0.05) : 0.3;
    const score = 1 - match.edits / wanted.length - place;
    const end = last + 1 + (tail.trim() === '' ? 0 : tail.length);
    found.push({ label, placed, start, end, score, seen: seenPart(line, start, last + 1 - start) });
  }
  return found;
}

export interface ValueOptions extends LabelOptions {
  /** What the value looks like; the value is what it matches first, so that `/\d+/` takes the number out of its line. */
  pattern?: RegExp;
  /** Says whether a text can be the value. */
  accepts?: (text: string) => boolean;
  /** Labels at which a value ends and that are none themselves, for lines and forms with several. */
  until?: readonly string[];
  /** How far below, in heights of the label's line. 2.5 unless told. */
  maxGap?: number;
  /** Where to look, in this order; `behind` is the rest of the label's own line. All three unless told. */
  where?: readonly ('behind' | 'right' | 'below')[];
}

/**
 * The value a label belongs to: behind it in its line, else the nearest to its right in the row, else the nearest below.
 * Of several labels the best that has a value. Undefined where nothing fits.
 */
export function findValue(
  layout: Layout,
  label: Label | string | readonly string[],
  options: ValueOptions = {},
): Sighting | undefined {
  const labels =
    typeof label === 'string'
      ? findLabels(layout, [label], options)
      : 'placed' in label
        ? [label]
        : findLabels(layout, label, options);
  for (const one of labels) {
    const value = valueBeside(layout, one, options);
    if (value) return value;
  }
  return undefined;
}

function valueBeside(layout: Layout, label: Label, options: ValueOptions): Sighting | undefined {
  const { line } = label.placed;
  for (const where of options.where ?? ['behind', 'right', 'below']) {
    if (where === 'behind') {
      const value = take(label.placed, label.end, options);
      if (value) return value;
      continue;
    }
    const candidates = where === 'right' ? rightOf(layout, line) : below(layout, line, options.maxGap ?? 2.5);
    for (const candidate of candidates) {
      const value = take(candidate, 0, options);
      if (value) return value;
      // What stands between two labels belongs to the first of them.
      if (where === 'right' && startsWithLabel(candidate, options.until)) break;
    }
  }
  return undefined;
}

function startsWithLabel(placed: PlacedLine, labels: readonly string[] | undefined): boolean {
  return (labels ?? []).some((label) =>
    labelsIn(placed, wantedOf(label)).some(
      ({ start, score }) => score > 0.6 && placed.line.text.slice(0, start).trim() === '',
    ),
  );
}

/** The part of a line from `from` that can be the value. */
function take(placed: PlacedLine, from: number, options: ValueOptions): Sighting | undefined {
  const { line } = placed;
  let end = line.text.length;
  for (const label of options.until ?? [])
    for (const { start, score } of labelsIn(placed, wantedOf(label)))
      if (score >= 0.6 && start >= from && start < end) end = start;
  const rest = line.text.slice(from, end);
  const lead = /^(?:[\s:=#|_]|\.(?!\d)|[-–](?=\s))*/.exec(rest)![0].length;
  const text = rest.slice(lead).trimEnd();
  if (text === '') return undefined;
  if (options.pattern) {
    const match = new RegExp(options.pattern.source, options.pattern.flags.replace(/[gy]/g, '')).exec(text);
    if (!match || match[0] === '' || options.accepts?.(match[0]) === false) return undefined;
    return seenPart(line, from + lead + match.index, match[0].length);
  }
  return options.accepts?.(text) === false ? undefined : seenPart(line, from + lead, text.length);
}
