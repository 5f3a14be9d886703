// cspell:disable -- words of many languages, as printed
import {
  type Check,
  check,
  type DraftRecord,
  defineReader,
  type Field,
  field,
  type Layout,
  layoutOf,
  type PlacedLine,
  type ReaderInput,
  type Row,
  type Sighting,
  seenLine,
  seenPart,
} from '@readout/plugin-kit';
import { countsVolume, type Kind, kindOf, meterUnit, namesMeter, unitLetters } from './units.ts';

/** A row of digits that could be the counter. */
interface Counter {
  placed: PlacedLine;
  row: Row;
  /** Digits with at most one mark, without spaces. */
  shown: string;
  sighting: Sighting;
  unit: { name: string; sighting: Sighting; sure: number } | undefined;
}

export default defineReader({
  read(input) {
    const { reading } = input;
    const text = reading.lines.map((line) => line.text).join('\n');
    // Money beside counts is a bill, or the dispenser of a filling station.
    if (reading.lines.length > 40 || /[€£$]|\b(?:EUR|CHF|SEK|NOK|DKK|PLN|ct)\b/.test(text)) return [];
    const layout = layoutOf(reading);
    const kind = kindOf(text);
    const counters = layout.rows.flatMap((row) =>
      row.lines.flatMap((placed) => counterOf(layout, row, placed, text)),
    );
    return chosen(layout, counters, kind !== undefined || namesMeter(text)).map((counter) =>
      recordOf(counter, kind, input),
    );
  },
});

const register = String.raw`(?:\d-\d:)?\d{1,2}\.\d\.\d(?:\*\d+)?`;
const counterForm = new RegExp(
  String.raw`^(?:${register}\s+)?(\d(?:[\d ]*\d)?(?:\s?[.,]\s?\d{1,4})?)(?:\s*(${unitLetters}))?\.?$`,
);
/** Words before a number that is another one. */
const otherNumber = /(?:\bs\/?n\b|\bn[ro°º]\b|nummer|num|serial|serie|matr|fabr|art|type|typ|id)\W*$/i;

function counterOf(layout: Layout, row: Row, placed: PlacedLine, page: string): Counter[] {
  const { line } = placed;
  const match = counterForm.exec(line.text.trim());
  const digits = match?.[1];
  if (!match || !digits || match[0].length !== line.text.trim().length) return [];
  const at = row.lines.indexOf(placed);
  const before = row.lines[at - 1];
  if (before && otherNumber.test(before.line.text)) return [];
  const shown = digits.replace(/\s/g, '');
  const figures = shown.replace(/\D/g, '');
  if (figures.length < 3 || figures.length > 12) return [];
  const start = line.text.indexOf(digits);
  const sighting = seenPart(line, start, digits.length);
  const unit = match[2]
    ? unitBehind(match[2], seenPart(line, line.text.lastIndexOf(match[2]), match[2].length), page)
    : unitNear(layout, row, placed, page);
  // Letters that are no unit of a counter: another kind of number altogether, unless it may be the `m` of `m³`.
  if (match[2] && !unit && !/^m$/i.test(match[2])) return [];
  return [{ placed, row, shown, sighting, unit }];
}

function unitBehind(printed: string, sighting: Sighting, page: string): Counter['unit'] {
  const name = meterUnit(printed);
  if (name) return { name, sighting, sure: 1 };
  // The raised figure is lost more often than read; what such meters count is known.
  if (/^m[?²*'"°]?$/i.test(printed) && countsVolume(page)) return { name: 'm³', sighting, sure: 0.75 };
  // The first letter is lost where digits and unit touch; the constant on the plate says what it was.
  if (/^wh$/i.test(printed) && /k\s?wh/i.test(page)) return { name: 'kWh', sighting, sure: 0.8 };
  return undefined;
}

/** The unit to the right in the row, else straight below or at the end of the row above. */
function unitNear(layout: Layout, row: Row, placed: PlacedLine, page: string): Counter['unit'] {
  const right = row.lines[row.lines.indexOf(placed) + 1];
  const near = layout.rows.flatMap((other) =>
    other === row
      ? []
      : other.lines.filter(
          (candidate) =>
            Math.abs(candidate.middle - placed.middle) < 1.6 * placed.height &&
            candidate.right > placed.left &&
            candidate.left < placed.right + 3 * placed.height,
        ),
  );
  for (const candidate of [...(right ? [right] : []), ...near]) {
    const unit = unitBehind(candidate.line.text.trim(), seenLine(candidate.line), page);
    if (unit) return { ...unit, sure: unit.sure * (candidate === right ? 1 : 0.95) };
  }
  return undefined;
}

/** The counters of the meter: in the largest digits, with a unit; several where the rows name their registers. */
function chosen(layout: Layout, counters: Counter[], isMeter: boolean): Counter[] {
  const all = layout.rows.flatMap((row) => row.lines);
  const tallest = Math.max(0, ...all.filter(({ line }) => /\d/.test(line.text)).map((one) => one.height));
  const others = all
    .filter(
      (one) =>
        !counters.some(({ placed }) => placed === one) &&
        /\p{L}{2}/u.test(one.line.text) &&
        !meterUnit(one.line.text),
    )
    .map((one) => one.height)
    .sort((a, b) => a - b);
  const usual = others[Math.floor(others.length / 2)] ?? 0;
  const kept = counters.flatMap((counter): Counter[] => {
    const { placed, row, shown } = counter;
    // With its unit on a plate that says what it is, the counter need not be much larger than the title.
    const prominent = placed.height >= (isMeter && counter.unit ? 1 : 1.3) * usual;
    const isRegister = new RegExp(String.raw`^${register}(?:\s|$)`).test(row.text);
    if (placed.height < 0.8 * tallest || !(prominent || isRegister)) return [];
    const unit =
      counter.unit ?? (isMeter && placed.height >= 1.6 * usual ? unitOfPlate(all, counter) : undefined);
    // What stands out on a plate that says what it is, is the count, whether its unit was read or not.
    if (!unit && isMeter && placed.height >= 1.8 * usual && counters.length === 1) return [counter];
    // A few digits without a word for a meter may be any number on any screen.
    if (!unit || !(isMeter || isRegister || /^0\d|^\d{4}/.test(shown))) return [];
    return [{ ...counter, unit }];
  });
  return kept.length <= 6 ? kept : [];
}

/** Flow in cubic metres an hour is printed on gas and water meters: what they count is cubic metres. */
function unitOfPlate(all: PlacedLine[], counter: Counter): Counter['unit'] {
  for (const { line } of all) {
    const flow = /m[3³](?=\s?\/\s?h)/i.exec(line.text);
    if (flow && line !== counter.placed.line)
      return { name: 'm³', sighting: seenPart(line, flow.index, flow[0].length), sure: 0.7 };
  }
  return undefined;
}

function recordOf(counter: Counter, kind: Kind | undefined, input: ReaderInput): DraftRecord {
  const { shown, sighting, unit } = counter;
  const [whole = '', fraction = ''] = shown.split(/[.,]/);
  const decimals = Number(input.settings.decimals ?? 0);
  const coloured = fraction === '' && decimals > 0 && decimals < whole.length ? decimals : 0;
  const number = Number(`${whole}.${fraction}`) / 10 ** coloured;
  const checks = plausibility(counter, kind, whole.length - coloured, input);
  const sure = checks.every((one) => one.passed) ? 1 : 0.5;
  // Colour is not in the text: the last of many digits may be tenths.
  const open = fraction === '' && coloured === 0 && decimals === 0 && whole.length >= 7;
  // Nothing beside the unit says that it is a meter: part of a picture, where digits are lost unnoticed.
  const confidence = sighting.confidence * sure * (kind ? 1 : 0.85);
  const fields: Record<string, Field> = {
    value: field(sighting, shown, { confidence, checks }),
    number: field(sighting, rounded(number), {
      confidence: confidence * (open ? 0.6 : 0.98),
      ...(open ? { ambiguous: [rounded(number / 10)] } : {}),
    }),
  };
  if (unit)
    fields.unit = field(unit.sighting, unit.name, { confidence: unit.sighting.confidence * unit.sure });
  return {
    type: 'meter',
    confidence: Math.round(1000 * confidence * (unit?.sure ?? 0.7) * 0.97) / 1000,
    fields,
  };
}

const rounded = (number: number) => Math.round(number * 10_000) / 10_000;

/** What can be said of a single count without knowing the one before it. */
function plausibility(counter: Counter, kind: Kind | undefined, whole: number, input: ReaderInput): Check[] {
  const [least, most] = kind?.wholeDigits ?? [3, 9];
  const name = kind ? `${/^[aeiou]/.test(kind.name) ? 'An' : 'A'} ${kind.name}` : 'A meter';
  const digits = check(
    'digits-plausible',
    whole >= least && whole <= most,
    `${name} shows ${least} to ${most} digits before the decimal mark, this one ${whole}.`,
  );
  const figures = counter.shown.replace(/\D/g, '');
  const printed = input.reading.lines.filter(({ id }) => id !== counter.placed.line.id);
  const twin =
    printed.some(({ text }) => figures.length > 4 && text.replace(/\D/g, '').endsWith(figures)) ||
    input.reading.barcodes.some(({ text }) => text.includes(figures) && figures.length > 4);
  return [
    digits,
    check(
      'not-the-serial-number',
      !twin,
      twin
        ? 'The same digits stand elsewhere on the meter, as a serial number does.'
        : 'The digits stand nowhere else on the meter, as those of a serial number would.',
    ),
  ];
}
