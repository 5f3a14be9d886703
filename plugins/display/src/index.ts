import {
  type Check,
  check,
  type DraftRecord,
  defineReader,
  type Field,
  field,
  type JsonValue,
  layoutOf,
  type PlacedLine,
  type ReaderInput,
  type Sighting,
  seenLine,
  seenPart,
  sureOfRead,
} from '@readout/plugin-kit';
import { unitOf } from './units.ts';

interface Shown {
  placed: PlacedLine;
  sighting: Sighting;
  /** Sign, digits and at most one mark. */
  text: string;
  unit: { name: string; sighting: Sighting } | undefined;
}

export default defineReader({
  read(input) {
    const { reading } = input;
    // A code's own digits, a page of text, figures of money: no instrument.
    if (reading.barcodes.length > 0 || reading.lines.length > 20) return [];
    const layout = layoutOf(reading);
    const lines = layout.rows.flatMap((row) => row.lines);
    const heights = lines.filter(({ line }) => /\d/.test(line.text)).map((one) => one.height);
    const tallest = Math.max(0, ...heights);
    const large = lines.filter((one) => /\d/.test(one.line.text) && one.height >= 0.75 * tallest);
    const shown: Shown[] = [];
    for (const placed of large) {
      const values = valuesOf(placed);
      // Among the largest digits there is something that is no measured value: a time, an amount, a title.
      if (!values) return [];
      shown.push(...values);
    }
    if (shown.length === 0 || shown.length > 4) return [];
    for (const one of shown) {
      one.unit ??= unitNear(lines, one, shown);
      if (one.unit?.name === 'm' && countsVolume(one, reading)) one.unit = undefined;
    }
    if (!stands(lines, shown, input)) return [];
    return shown.map((one) => recordOf(one, input));
  },
});

const number = String.raw`([-−–+]?\s?\d{1,7}(?:[.,]\d{1,5})?)`;
/** Raised figures belong to it, the next value's digits do not. */
const unit = String.raw`([°º˚%]?\s?[\p{L}µΩ](?:[\p{L}µΩ/³²~=()%]|[23](?!\d|[.,]))*(?:-1)?(?:\s(?:AC|DC))?|[%℃℉]|1\/min)`;
const pair = new RegExp(String.raw`(?:(pH)\s)?${number}\s?(?:${unit}(?=\s|\d|$))?`, 'uy');

/** The values a line consists of; undefined where anything else is in it. */
function valuesOf(placed: PlacedLine): Shown[] | undefined {
  const { line } = placed;
  const values: Shown[] = [];
  let at = /^\s*/.exec(line.text)![0].length;
  while (at < line.text.length) {
    pair.lastIndex = at;
    const match = pair.exec(line.text);
    const digits = match?.[2];
    if (!match || !digits) return undefined;
    const printed = match[1] ?? match[3];
    const name = printed === undefined ? undefined : unitOf(printed);
    if (printed !== undefined && name === undefined) return undefined;
    const from = match.index + match[0].indexOf(digits);
    values.push({
      placed,
      text: digits.replace(/[−–]/, '-').replace(/\s/g, ''),
      sighting: seenPart(line, from, digits.length),
      unit:
        printed === undefined || name === undefined
          ? undefined
          : {
              name,
              sighting: seenPart(line, line.text.indexOf(printed, match[1] ? at : from), printed.length),
            },
    });
    at = pair.lastIndex + /^\s*/.exec(line.text.slice(pair.lastIndex))![0].length;
  }
  // `12 45` in one line is as likely a time or a code as two values.
  return values.length > 1 && values.some((value) => value.unit === undefined) ? undefined : values;
}

/** A unit by itself to the right of the value, else straight below it. */
function unitNear(lines: PlacedLine[], { placed }: Shown, shown: Shown[]): Shown['unit'] {
  const free = lines.filter((one) => one !== placed && !shown.some((other) => other.placed === one));
  const right = free.filter(
    (one) =>
      one.left > placed.right - 0.3 * placed.height &&
      one.left < placed.right + 2 * placed.height &&
      one.middle > placed.top - 0.2 * placed.height &&
      one.middle < placed.bottom + 0.3 * placed.height,
  );
  const below = free.filter(
    (one) =>
      one.top > placed.middle &&
      one.top < placed.bottom + 0.8 * placed.height &&
      Math.min(one.right, placed.right) > Math.max(one.left, placed.left),
  );
  for (const one of [...right.sort((a, b) => a.left - b.left), ...below]) {
    const name = unitOf(one.line.text);
    if (name) return { name, sighting: seenLine(one.line) };
  }
  return undefined;
}

// cspell:ignore wasser agua acqua
/** Metres of what only grows, or where a meter of water or gas is named, are cubic ones that lost their raised figure. */
const countsVolume = ({ text }: Shown, { lines }: ReaderInput['reading']): boolean =>
  /^0\d|^\d{5}/.test(text) ||
  lines.some((line) => /m\s?[³3]|wasser|water|\beau\b|agua|acqua|\bga[sz]/i.test(line.text));

/** Whether the values stand out the way those of an instrument do. */
function stands(lines: PlacedLine[], shown: Shown[], { reading }: ReaderInput): boolean {
  const others = lines
    .filter((one) => !shown.some(({ placed }) => placed === one) && unitOf(one.line.text) === undefined)
    .map((one) => one.height)
    .sort((a, b) => a - b);
  const usual = others[Math.floor(others.length / 2)] ?? 0;
  const least = Math.min(...shown.map(({ placed }) => placed.height));
  const text = reading.lines.map((line) => line.text).join('\n');
  if (/[€£$¥]/.test(text)) return false;
  if (least < 1.5 * usual) return false;
  if (shown.every((one) => one.unit)) {
    // Counts that only grow are a meter's.
    return !shown.some((one) => /^k?Wh$/.test(one.unit!.name) && /^0\d|^\d{4}/.test(one.text));
  }
  const [only] = shown;
  // Digits that stand on their head are digits too.
  if (reading.page.rotation === 180 || shown.length > 1 || !only) return false;
  if (only.text.replace(/\D/g, '').length > 7 || /^[-+]?0\d/.test(only.text)) return false;
  // Without a unit only where there is next to nothing else, and read beyond doubt: what a person cut out of a screen.
  if (lines.length === 1)
    return only.sighting.confidence >= sureOfRead(0.97) && isCentred(only.placed, reading.page.width);
  // Or decimals far larger than the few words beside them: the unit of an instrument is its smallest print.
  return (
    /^[-+]?\d{1,4}[.,]\d{1,3}$/.test(only.text) &&
    lines.length <= 4 &&
    least >= 2.5 * usual &&
    only.sighting.confidence >= sureOfRead(0.8)
  );
}

/** A number that fills one side of a picture only is what was read of a longer one. */
const isCentred = ({ left, right, height }: PlacedLine, width: number) =>
  Math.abs(left - (width - right)) < 1.5 * height;

function recordOf({ text, sighting, unit }: Shown, input: ReaderInput): DraftRecord {
  const number = Number(text.replace(',', '.'));
  const checks = withinLimits(number, input.settings);
  const sure = (unit ? 1 : 0.7) * (checks.every((one) => one.passed) ? 1 : 0.6);
  const confidence = sighting.confidence * sure;
  // Three digits after a single mark may be a group of thousands.
  const grouped = /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/.test(text);
  const ambiguous = grouped ? [Number(text.replace(/[.,]/, ''))] : [];
  const fields: Record<string, Field> = {
    value: field(sighting, text, { confidence, checks }),
    number: field(sighting, number, { confidence: confidence * (grouped ? 0.8 : 1), ambiguous }),
  };
  if (unit) fields.unit = field(unit.sighting, unit.name);
  return { type: 'display', confidence: Math.round(confidence * 950) / 1000, fields };
}

function withinLimits(number: number, settings: Record<string, JsonValue>): Check[] {
  const { least, most } = settings;
  const checks: Check[] = [];
  if (typeof least === 'number')
    checks.push(check('not-below', number >= least, `${number} is compared with the least value, ${least}.`));
  if (typeof most === 'number')
    checks.push(
      check('not-above', number <= most, `${number} is compared with the greatest value, ${most}.`),
    );
  return checks;
}
