// cspell:disable -- words of many languages, as printed
import {
  check,
  codeField,
  type DraftRecord,
  defineReader,
  type Field,
  field,
  type Layout,
  layoutOf,
  type PlacedLine,
  type Sighting,
  seenLine,
  seenPart,
  textField,
} from '@readout/plugin-kit';
import { labelOfLine, valueBeside } from './labels.ts';
import { plainRating, type Rating, ratingOf } from './ratings.ts';

const serialForm = /^[A-Z0-9][A-Z0-9\-/. ]{1,28}[A-Z0-9](?![a-z])/;
const modelForm = /^(?=.*[\dA-Z])[\p{L}\d][\p{L}\d\-/.+ ]{0,38}/u;
const yearForm = /(?<!\d)(?:19[5-9]\d|20[0-4]\d)(?!\d)/;

/** Signs of a plate beside its names and ratings. */
const marks = [
  /(?<!\p{L})IP\s?\d\d/u,
  /\d\s?Hz(?!\p{L})/u,
  /\d\s?kg(?!\p{L})/u,
  /(?<!\p{L})(?:CE|UL|UKCA|VDE|T[ÜU]V)(?!\p{L})/u,
  /made in|fabriqué en|hergestellt in|tillverkad i|prodotto in|fabricado en/i,
  /\bEN\s?\d{4,}|\bIEC\s?\d{4,}|\bUL\s?\d{3,}/,
  /\d\s?(?:rpm|min-1|U\/min|1\/min)|cos\s?[φp]/i,
  /(?:ins\.?|iso\.?|th\.?)\s?(?:cl|kl)/i,
];
/** A meter has a plate of its own kind; money and sentences are on no plate. */
const otherThing =
  /kwh|[€£$]\s?\d|\d\s?[€£$]|m[3³]\s?\/\s?h.*\br\s?\d|invoice|rechnung|facture|receipt|ship to|\bqmax\b/i;

export default defineReader({
  read({ reading, today }) {
    if (reading.lines.length < 3 || reading.lines.length > 60) return [];
    const text = reading.lines.map((line) => line.text).join('\n');
    if (otherThing.test(text) || reading.lines.filter(({ text }) => isSentence(text)).length > 1) return [];
    const layout = layoutOf(reading);
    const lines = layout.rows.flatMap((row) => row.lines);
    const serial = valueBeside(layout, 'serial', serialForm);
    const model = valueBeside(layout, 'model', modelForm);
    const ratings = (['voltage', 'current', 'power'] as Rating[]).flatMap((name): [Rating, Sighting][] => {
      const seen = ratingOf(lines, name);
      return seen ? [[name, seen]] : [];
    });
    const year = yearOf(layout);
    const signs = marks.filter((mark) => mark.test(text)).length;
    const serialCounts = serial && /\d{3}/.test(serial.text.replace(/[^\dA-Z]/g, '').replace(/[A-Z]/g, '0'));
    if (!(serialCounts && model) && !(serialCounts && ratings.length > 0) && !(model && ratings.length > 1))
      return [];
    // A name and a number are on many things; a plate also says what it needs or how it is built.
    if (ratings.length + (year ? 1 : 0) + Math.min(3, signs) < 2 + (serial && model ? 0 : 2)) return [];

    const fields: Record<string, Field> = {};
    const maker = manufacturerOf(layout, lines);
    const name = maker && textField(maker.seen, { confidence: maker.seen.confidence * maker.sure });
    if (name) fields.manufacturer = name;
    const modelField = model && textField(model);
    if (modelField) fields.model = modelField;
    if (serial && serialCounts) fields.serial = codeField(serial, serial.text.replace(/\s+/g, ''));
    for (const [rating, seen] of ratings)
      fields[rating] = field(seen, plainRating(seen.text), {
        confidence: seen.confidence * (/[oO]/.test(seen.text) ? 0.8 : 1),
      });
    if (year) {
      const value = year.text;
      const plausible = Number(value) <= Number(today.slice(0, 4)) + 1;
      fields.year = field(year, value, {
        confidence: year.confidence * (plausible ? 1 : 0.5),
        checks: [
          check(
            'year-plausible',
            plausible,
            plausible ? 'The year does not lie ahead.' : 'The year lies ahead of the day of the capture.',
          ),
        ],
      });
    }
    const parts = Object.values(fields).map(({ confidence }) => confidence);
    const mean = parts.reduce((sum, part) => sum + part, 0) / parts.length;
    const complete = Math.min(1, 0.6 + 0.08 * Math.min(5, parts.length));
    const record: DraftRecord = {
      type: 'nameplate',
      confidence: Math.round(1000 * mean * complete) / 1000,
      fields,
    };
    return [record];
  },
});

const isSentence = (text: string) =>
  (text.match(/(?<![\p{L}\d])\p{Ll}{2,}(?![\p{L}\d])/gu)?.length ?? 0) >= 5;

/** The year beside its word; where the plate has the word and a year stands alone, that one. */
function yearOf(layout: Layout): Sighting | undefined {
  const named = valueBeside(layout, 'year', yearForm);
  if (named) return named;
  const lines = layout.rows.flatMap((row) => row.lines);
  if (!lines.some(({ line }) => labelOfLine(line)?.name === 'year')) return undefined;
  const alone = lines.filter(({ line }) => /^(?:19[5-9]\d|20[0-4]\d)$/.test(line.text.trim()));
  return alone.length === 1 ? seenLine(alone[0]!.line) : undefined;
}

const companyForm =
  /(?<![\p{L}])(?:gmbh|mbh|ag|kg|ohg|ltd|limited|plc|inc|llc|corp|co|sarl|sas|s\.?a\.?|s\.?p\.?a|s\.?r\.?l|s\.?l|b\.?v|n\.?v|ab|a\/s|as|oy|oyj|sp\.? z o\.?\s?o|s\.?r\.?o|kft|industries|works|werke)\.?(?![\p{L}])/iu;
const kindOfThing =
  /^\W*(?:(?:ac|dc|3|three|single|phase|electric|induction|power|asynchron|drehstrom)[\s-]*)*(?:motor|pump|pumpe|fan|supply|adapter|compressor|generator|transformer|drive|inverter|controller|heater|moteur|pompe|motore|bomba|silnik|pompa)\W*$/i;

/** Beside its word, by the form of a company, or the largest line at the top. */
function manufacturerOf(
  layout: Layout,
  lines: readonly PlacedLine[],
): { seen: Sighting; sure: number } | undefined {
  const named = valueBeside(layout, 'manufacturer', /^\p{L}[^:]{1,60}/u);
  if (named) return { seen: named, sure: 1 };
  const names = lines.filter(
    ({ line }) =>
      (line.text.match(/\p{L}/gu)?.length ?? 0) >= 3 &&
      !labelOfLine(line) &&
      !kindOfThing.test(line.text) &&
      !marks.some((mark) => mark.test(line.text)),
  );
  const company = names.find(({ line }) => companyForm.test(line.text) && !/\d{3}/.test(line.text));
  if (company) return { seen: seenPart(company.line, 0, company.line.text.length), sure: 0.97 };
  const heights = lines.map(({ height }) => height).sort((a, b) => a - b);
  const usual = heights[Math.floor(heights.length / 2)] ?? 1;
  const [top] = names;
  const first = layout.rows.findIndex((row) => top !== undefined && row.lines.includes(top));
  return top && first <= 1 && top.height > 1.25 * usual && !/\d/.test(top.line.text)
    ? { seen: seenLine(top.line), sure: 0.75 }
    : undefined;
}
