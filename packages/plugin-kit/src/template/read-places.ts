import { codeField, textField } from '../fields.ts';
import { joinSightings, type Sighting, seenBarcode } from '../sightings.ts';
import type { Check, Field, Point, ReaderInput } from '../types.ts';
import { anchorsOf } from './find-texts.ts';
import type { FoundAnchor, TemplateFit } from './fit-template.ts';
import { exactly, fold, nearly, runOf } from './fold.ts';
import { goesOn } from './goes-on.ts';
import { centreOf } from './plane.ts';
import { type ItemRow, readRows } from './read-rows.ts';
import type { Template, TemplateBox, TemplateField } from './template.ts';
import { rowsOf, sightingsOf, type Token, tokensOf } from './tokens.ts';
import { codeOf, typed } from './typed-value.ts';

/** What stands at the places of a template's fields in a reading it fits. */
export interface ReadPlaces {
  /** Without those where nothing stands, or nothing of the field's type. */
  fields: Record<string, Field>;
  /** What stands where a value should, and is none of its type. */
  declined: Map<string, string>;
  /** Words of rows by the name of their field. */
  rows: Map<string, ItemRow[]>;
}

export function readPlaces(input: ReaderInput, template: Template, fit: TemplateFit): ReadPlaces {
  const { placed, labels } = placeLabels(template, fit);
  const tokens = tokensOf(input.reading.lines, placed, fit);
  const fields = new Map<string, Field>();
  const declined = new Map<string, string>();
  const taken = new Set<Token>();
  const rowsOfField: ReadPlaces['rows'] = new Map();
  const texts: [wanted: TemplateField, text: ReadText][] = [];
  for (const wanted of template.fields) {
    const { find } = wanted;
    if (find.by === 'barcode') {
      const made = readBarcode(input, wanted, fit);
      if (made) fields.set(wanted.name, made);
    } else if (find.by !== 'rows') {
      const read = readText(input, template, wanted, fit, tokens, taken, labels);
      const made = read?.make(read.rows);
      if (made) {
        fields.set(wanted.name, made);
        for (const token of read!.rows.flat()) taken.add(token);
        if (!find.below && !read!.isEnclosed && (wanted.type === 'text' || wanted.type === 'address'))
          texts.push([wanted, read!]);
      } else if (read) declined.set(wanted.name, textOf(read.rows));
    }
  }
  // Rows take what is left, so that a value below the last one is never a row.
  for (const wanted of template.fields) {
    const { find } = wanted;
    if (find.by !== 'rows') continue;
    const found = find.heads.flatMap((head) => labels.get(JSON.stringify(head)) ?? []);
    const shift = found.length > 0 ? middleShift(found) : leftOver(middleOf(find.box), template, fit);
    const rows = readRows(input, template, wanted, fit, { tokens, taken, shift, found });
    if (rows.field) fields.set(wanted.name, rows.field);
    rowsOfField.set(wanted.name, rows.rows);
  }
  if (texts.length > 0) {
    const inRows = [...rowsOfField.values()].flat().flatMap(({ cells }) => [...cells.values()].flat());
    const used = new Set([...taken, ...inRows]);
    const fixed = [...placed, ...fit.found.filter((found) => !placed.includes(found))];
    const isFixed = ({ line, start, end }: Token) =>
      fixed.some(({ parts }) =>
        parts.some((part) => part.line === line && part.start < end && part.end > start),
      );
    const free = tokens.filter((token) => !used.has(token) && !isFixed(token));
    const missing = template.fields.filter(({ name }) => !fields.has(name));
    const isTaken = (token: Token) =>
      missing.some(({ find }) => {
        if (find.by === 'barcode' || find.by === 'rows') return false;
        const label = find.by === 'label' ? labels.get(JSON.stringify(find.label)) : undefined;
        const [dx, dy] = label ? shiftOf(label) : leftOver(middleOf(find.box), template, fit);
        return (
          Math.abs(token.at[1] - dy - middleOf(find.box)[1]) < 0.9 * template.lineHeight &&
          token.left - dx < find.box[2] + template.lineHeight &&
          token.right - dx > find.box[0] - template.lineHeight
        );
      });
    const pageRight = Math.max(...tokens.map(({ right }) => right));
    // How wide the column of a value is: as wide as any that begins where it begins, in the example and here.
    const reachOf = (box: TemplateBox, dx: number) =>
      Math.max(
        ...template.fields.flatMap(({ find }) =>
          find.by !== 'barcode' && find.by !== 'rows' && Math.abs(find.box[0] - box[0]) < template.lineHeight
            ? [find.box[2] + dx]
            : [],
        ),
        ...texts.flatMap(([other, { rows }]) =>
          Math.abs(other.find.box[0] - box[0]) < template.lineHeight
            ? rows.flat().map(({ right }) => right)
            : [],
        ),
      );
    for (const [{ name, type, find }, { rows, label, shift, make }] of texts) {
      const left = free.filter((token) => !used.has(token));
      const isBroken = type === 'address' || rows.length > 1;
      const columnRight = find.by === 'rows' ? 0 : reachOf(find.box, shift[0]);
      const more = goesOn(rows, {
        tokens: left,
        placed: fixed,
        label,
        fit,
        columnRight,
        pageRight,
        isBroken,
        isTaken,
      });
      for (const token of more.rows.flat()) used.add(token);
      const made = more.rows.length > 0 ? make([...rows, ...more.rows]) : fields.get(name);
      if (!made) continue;
      const trust = (more.rows.length > 0 ? 0.97 : 1) * (more.doubt ? 0.7 : 1);
      fields.set(name, {
        ...made,
        confidence: made.confidence * trust,
        checks: [...made.checks, ...(more.doubt ? [more.doubt] : [])],
      });
    }
  }
  return { fields: Object.fromEntries(fields), declined, rows: rowsOfField };
}

function middleShift(found: readonly FoundAnchor[]): Point {
  const shifts = found.map(shiftOf);
  const middle = (values: number[]) => values.sort((p, q) => p - q)[values.length >> 1]!;
  return [middle(shifts.map(([x]) => x)), middle(shifts.map(([, y]) => y))];
}

/**
 * Fixed texts with where they are: those in their place, and labels that moved up or down with what stands above them.
 */
function placeLabels(template: Template, fit: TemplateFit) {
  const texts = anchorsOf(template);
  const names = new Set(texts.filter(({ isLabel }) => isLabel).map(({ anchor }) => JSON.stringify(anchor)));
  // A text that moved and names nothing may be what somebody filled in.
  const placed = fit.found.filter(({ anchor, isMoved }) => !isMoved || names.has(JSON.stringify(anchor)));
  const labels = new Map<string, FoundAnchor>();
  for (const found of fit.found) labels.set(JSON.stringify(found.anchor), found);
  for (const { anchor, isLabel } of texts) {
    const key = JSON.stringify(anchor);
    if (!isLabel || labels.has(key)) continue;
    let best: { found: FoundAnchor; distance: number } | undefined;
    for (const found of fit.candidates.get(anchor) ?? []) {
      const [dx, dy] = shiftOf(found);
      const height = anchor.box[3] - anchor.box[1];
      // In a line of several values it gives way to a longer one before it.
      const aside = Math.abs(dy) < 0.8 * height ? 15 : 3;
      if (Math.abs(dx) > aside * height || found.likeness < 0.7) continue;
      const distance = Math.abs(dy) + 4 * Math.abs(dx);
      if (!best || distance < best.distance) best = { found, distance };
    }
    if (best && best.distance < 0.6 * template.page.height) {
      labels.set(key, best.found);
      placed.push(best.found);
    }
  }
  return { placed, labels };
}

/** By how much a fixed text lies beside its place, after the movement of the page. */
function shiftOf({ anchor, ends }: FoundAnchor): Point {
  const [left, top, , bottom] = anchor.box;
  return [ends[0][0] - left, (ends[0][1] + ends[1][1]) / 2 - (top + bottom) / 2];
}

/** What the movement of the whole page leaves over at a place: curl and perspective, told by the fixed texts around it. */
function leftOver(at: Point, template: Template, fit: TemplateFit): Point {
  const near = (4 * template.lineHeight) ** 2;
  let [dx, dy, sum] = [0, 0, 1 / (near * 8)];
  for (const found of fit.found) {
    const [left, top, right, bottom] = found.anchor.box;
    // What moved away downwards says nothing about what stands above it.
    if (found.isMoved && top > at[1] - 0.3 * template.lineHeight) continue;
    const square = (at[0] - (left + right) / 2) ** 2 + (at[1] - (top + bottom) / 2) ** 2;
    const weight = 1 / (square + near);
    const shift = shiftOf(found);
    dx += weight * shift[0];
    dy += weight * shift[1];
    sum += weight;
  }
  return [dx / sum, dy / sum];
}

interface ReadText {
  rows: Token[][];
  label: FoundAnchor | undefined;
  shift: Point;
  /** It reaches up to a fixed text behind it. */
  isEnclosed: boolean;
  /** The value of rows of words; undefined where they are none of its type. */
  make(rows: readonly (readonly Token[])[]): Field | undefined;
}

function readText(
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
const textOf = (rows: readonly (readonly Token[])[]): string =>
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

const middleOf = (box: TemplateBox): Point => [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];

function readBarcode({ reading }: ReaderInput, wanted: TemplateField, fit: TemplateFit): Field | undefined {
  if (wanted.find.by !== 'barcode') return undefined;
  const { format, box } = wanted.find;
  const middle = middleOf(box);
  const size = Math.max(box[2] - box[0], box[3] - box[1]);
  let best: { code: (typeof reading.barcodes)[number]; distance: number } | undefined;
  for (const code of reading.barcodes) {
    if (code.format !== format) continue;
    const [x, y] = fit.toTemplate(centreOf(code.box));
    const distance = Math.hypot(x - middle[0], y - middle[1]);
    if (distance < 1.5 * size && (!best || distance < best.distance)) best = { code, distance };
  }
  if (!best) return undefined;
  const seen = seenBarcode(best.code);
  const options = { confidence: seen.confidence * fit.confidence };
  return wanted.type === 'code'
    ? codeField(seen, wanted.shape ? seen.text.trim() : codeOf(seen.text, undefined), options)
    : textField(seen, options);
}
