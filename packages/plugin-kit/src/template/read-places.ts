import { parseAmount } from '../amounts.ts';
import { findDates } from '../dates.ts';
import { addressField, amountField, codeField, dateField, field, textField, timeField } from '../fields.ts';
import { joinSightings, type Sighting, seenBarcode } from '../sightings.ts';
import { findTimes } from '../times.ts';
import type { Check, Field, Line, Point, ReaderInput } from '../types.ts';
import type { FoundAnchor, TemplateFit } from './fit-template.ts';
import { anchorsOf } from './fit-template.ts';
import { fold } from './fold.ts';
import { boxOfPart, centreOf } from './plane.ts';
import type { Template, TemplateBox, TemplateField } from './template.ts';

/** A word, or what is left of one beside a label that runs into it. */
interface Token {
  line: Line;
  start: number;
  end: number;
  /** Its middle in template coordinates. */
  at: Point;
}

/** What stands at the places of a template's fields in a reading it fits; fields where nothing stands are absent. */
export function readPlaces(input: ReaderInput, template: Template, fit: TemplateFit): Record<string, Field> {
  const { placed, labels } = placeLabels(template, fit);
  const tokens = tokensOf(input.reading.lines, placed, fit);
  const fields: Record<string, Field> = {};
  const taken = new Set<Token>();
  for (const wanted of template.fields) {
    const made =
      wanted.find.by === 'barcode'
        ? readBarcode(input, wanted, fit)
        : readText(input, template, wanted, fit, tokens, taken, labels);
    if (made) fields[wanted.name] = made;
  }
  return fields;
}

/**
 * Fixed texts with where they are: those in their place, and labels that moved up or down with what stands above them.
 */
function placeLabels(template: Template, fit: TemplateFit) {
  const placed = [...fit.found];
  const labels = new Map<string, FoundAnchor>();
  for (const found of fit.found) labels.set(JSON.stringify(found.anchor), found);
  for (const { anchor, isLabel } of anchorsOf(template)) {
    const key = JSON.stringify(anchor);
    if (!isLabel || labels.has(key)) continue;
    let best: { found: FoundAnchor; distance: number } | undefined;
    for (const found of fit.candidates.get(anchor) ?? []) {
      const [dx, dy] = shiftOf(found);
      const height = anchor.box[3] - anchor.box[1];
      if (Math.abs(dx) > 3 * height || found.likeness < 0.7) continue;
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
    const square = (at[0] - (left + right) / 2) ** 2 + (at[1] - (top + bottom) / 2) ** 2;
    const weight = 1 / (square + near);
    const shift = shiftOf(found);
    dx += weight * shift[0];
    dy += weight * shift[1];
    sum += weight;
  }
  return [dx / sum, dy / sum];
}

function tokensOf(lines: readonly Line[], placed: readonly FoundAnchor[], fit: TemplateFit): Token[] {
  const tokens: Token[] = [];
  for (const line of lines) {
    const fixed = placed.flatMap(({ parts }) => parts).filter((part) => part.line === line);
    for (const match of line.text.matchAll(/\S+/g)) {
      // What fixed texts cover is cut out of the word.
      let start = match.index;
      const end = start + match[0].length;
      const cuts = fixed
        .filter((part) => part.start < end && part.end > start)
        .sort((a, b) => a.start - b.start);
      for (const cut of [...cuts, { start: end, end }]) {
        if (cut.start > start) push(line, start, Math.min(cut.start, end));
        start = Math.max(start, cut.end);
      }
    }
  }
  return tokens;

  function push(line: Line, from: number, to: number): void {
    let [start, end] = [from, to];
    // Marks between a label and its value belong to neither.
    while (start < end && /[:;=|_·•]/.test(line.text[start]!)) start++;
    while (end > start && /[|_=]/.test(line.text[end - 1]!)) end--;
    if (!/[\p{L}\p{N}\p{Sc}%+-]/u.test(line.text.slice(start, end))) return;
    tokens.push({ line, start, end, at: fit.toTemplate(centreOf(boxOfPart(line, start, end))) });
  }
}

function readText(
  input: ReaderInput,
  template: Template,
  wanted: TemplateField,
  fit: TemplateFit,
  tokens: readonly Token[],
  taken: Set<Token>,
  labels: Map<string, FoundAnchor>,
): Field | undefined {
  const { find } = wanted;
  if (find.by === 'barcode') return undefined;
  const label = find.by === 'label' ? labels.get(JSON.stringify(find.label)) : undefined;
  const shift = label ? shiftOf(label) : leftOver(middleOf(find.box), template, fit);
  const inside = tokens.filter((token) => {
    if (taken.has(token)) return false;
    const [x, y] = [token.at[0] - shift[0], token.at[1] - shift[1]];
    return x > find.room[0] && x < find.room[2] && y > find.room[1] && y < find.room[3];
  });
  if (inside.length === 0) return undefined;
  const rows = rowsOf(inside, template.lineHeight);
  const isMany = find.box[3] - find.box[1] > 1.8 * template.lineHeight;
  const middle = middleOf(find.box)[1] + shift[1];
  const chosen = isMany
    ? rows
    : [rows.reduce((a, b) => (Math.abs(b.y - middle) < Math.abs(a.y - middle) ? b : a))];
  const sightings = chosen.map((row) => joinSightings(sightingsOf(row.tokens), ' '));
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
  const made = typed(wanted, sightings, trust, checks, input);
  if (made) for (const row of chosen) for (const token of row.tokens) taken.add(token);
  return made;
}

const middleOf = (box: TemplateBox): Point => [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];

function rowsOf(tokens: readonly Token[], lineHeight: number): { y: number; tokens: Token[] }[] {
  const rows: { y: number; tokens: Token[] }[] = [];
  for (const token of [...tokens].sort((a, b) => a.at[1] - b.at[1])) {
    const row = rows.at(-1);
    if (row && token.at[1] - row.y < 0.6 * lineHeight) {
      row.tokens.push(token);
      row.y += (token.at[1] - row.y) / row.tokens.length;
    } else rows.push({ y: token.at[1], tokens: [token] });
  }
  for (const row of rows) row.tokens.sort((a, b) => a.at[0] - b.at[0]);
  return rows;
}

/** Words of one line that follow each other as one sighting. */
function sightingsOf(tokens: readonly Token[]): Sighting[] {
  const stretches: { line: Line; start: number; end: number }[] = [];
  for (const { line, start, end } of tokens) {
    const last = stretches.at(-1);
    // A lone sign between two words belongs to them, a label that was cut out does not.
    if (last?.line === line && start >= last.end && !/[\p{L}\p{N}]/u.test(line.text.slice(last.end, start)))
      last.end = end;
    else stretches.push({ line, start, end });
  }
  return stretches.map(({ line, start, end }) => ({
    text: line.text.slice(start, end),
    confidence: confidenceOf(line, start, end),
    evidence: [{ box: boxOfPart(line, start, end), line: line.id }],
  }));
}

function confidenceOf(line: Line, start: number, end: number): number {
  const text = line.text.slice(start, end);
  const words = line.words.filter((word) => text.includes(word.text));
  return words.length > 0 ? Math.min(...words.map((word) => word.confidence)) : line.confidence;
}

/** The value as the type wants it; undefined where the text is none. */
function typed(
  wanted: TemplateField,
  rows: readonly Sighting[],
  trust: number,
  checks: Check[],
  { locale, today }: ReaderInput,
): Field | undefined {
  const seen = joinSightings(rows, wanted.type === 'address' ? '\n' : ' ');
  const options = { confidence: seen.confidence * trust, checks };
  switch (wanted.type) {
    case 'text':
      return textField(seen, options);
    case 'address':
      return addressField(rows, options);
    case 'amount':
      for (const part of numbersIn(seen)) {
        const made = amountField(part, { ...options, locale });
        if (made) return made;
      }
      return undefined;
    case 'number':
      for (const part of numbersIn(seen)) {
        const value = numberOf(part.text, locale);
        if (value !== undefined) return field(part, value, options);
      }
      return undefined;
    case 'date': {
      const [date] = findDates(seen.text, { locale, today });
      return date && dateField({ ...seen, text: date.raw }, { ...options, locale, today });
    }
    case 'time': {
      const [time] = findTimes(seen.text);
      return time && timeField({ ...seen, text: time.raw }, options);
    }
    case 'code': {
      const value = seen.text.replace(/\s+/g, '');
      return value === '' ? undefined : codeField(seen, value, options);
    }
    case 'choice': {
      const folded = fold(seen.text).folded;
      const choice = (wanted.options ?? []).find((option) => {
        const other = fold(option).folded;
        return other !== '' && (other === folded || folded.startsWith(other));
      });
      return choice === undefined ? undefined : field(seen, choice, options);
    }
  }
}

/** The whole text first, then its stretches that could be a number, each still standing where the whole was seen. */
function* numbersIn(seen: Sighting): Generator<Sighting> {
  yield seen;
  for (const match of seen.text.matchAll(/[-+−–]?\s?\d(?:[\d.,'’ ]*\d)?/g))
    yield { ...seen, text: match[0].trim() };
}

/** A decimal string without what groups its digits: the decimals stay as many as were printed. */
function numberOf(text: string, locale: string): string | undefined {
  const bare = text.replace(/^([-+−–]?[\d.,'’ OolI]*\d)\s?[^\d]{0,12}$/u, '$1').trim();
  // More digits than money has are a number all the same.
  const plain = bare.replace(/[−–]/g, '-').replace(/^\+/, '');
  if (/^-?\d{1,30}$/.test(plain)) return plain.replace(/^(-?)0+(?=\d)/, '$1');
  if (/^-?\d+\.\d+$/.test(plain) && !/^-?\d{1,3}\.\d{3}$/.test(plain)) return plain;
  if (/^-?\d+,\d+$/.test(plain) && !/^-?\d{1,3},\d{3}$/.test(plain)) return plain.replace(',', '.');
  // No currency of this code has minor units, so that none are added.
  return parseAmount(plain, { locale, currency: 'JPY' })?.value;
}

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
    ? codeField(seen, seen.text.replace(/\s+/g, ''), options)
    : textField(seen, options);
}
