import { type AmountOptions, parseAmount } from './amounts.ts';
import { parseCurrency } from './currencies.ts';
import { amountField, type FieldOptions, field } from './fields.ts';
import { closeBeginnings, foldText, misreadLimit } from './folded-text.ts';
import { type NumberOptions, parseNumber } from './numbers.ts';
import { joinSightings, type Sighting } from './sightings.ts';
import type { TableRow } from './tables.ts';
import type { Field, JsonValue } from './types.ts';

/** The whole sighting as a number, with or without a unit behind it; `value` is a decimal string: `"12.50"`. */
export function numberField(
  sighting: Sighting,
  options: NumberOptions & FieldOptions = {},
): Field<string, 'number'> | undefined {
  return numberWithUnit(sighting, options)?.number;
}

/** The whole sighting as a number and its unit: two fields, because a manifest declares them as two. */
export function numberWithUnit(
  sighting: Sighting,
  options: NumberOptions & FieldOptions = {},
): { number: Field<string, 'number'>; unit?: Field<string, 'text'> } | undefined {
  const found = parseNumber(sighting.text, options);
  if (!found) return undefined;
  const certainty = options.confidence ?? sighting.confidence;
  const number = field(sighting, found.value, {
    ...(options.checks ? { checks: options.checks } : {}),
    confidence: certainty * (found.repaired ? 0.8 : 1) * (found.ambiguous ? 0.7 : 1),
    ...(found.ambiguous ? { ambiguous: found.ambiguous } : {}),
  });
  return found.unit === undefined
    ? { number }
    : { number, unit: field(sighting, found.unit, { confidence: certainty }) };
}

/** The whole sighting as a currency, ISO 4217: `€`, `EUR`, `RM`. */
export function currencyField(
  sighting: Sighting,
  options: FieldOptions & { locale: string },
): Field<string, 'currency'> | undefined {
  const code = parseCurrency(sighting.text, options.locale);
  return code === undefined ? undefined : field(sighting, code, options);
}

/** The whole sighting as an amount and, where a sign or code of it stands there too, its currency: `$4.20`. */
export function moneyFields(
  sighting: Sighting,
  options: AmountOptions & FieldOptions,
): { amount: Field<string, 'amount'>; currency?: Field<string, 'currency'> } | undefined {
  const amount = amountField(sighting, options);
  const currency = parseAmount(sighting.text, options)?.currency;
  if (!amount) return undefined;
  return currency === undefined ? { amount } : { amount, currency: field(sighting, currency) };
}

/**
 * One of `options`, the one the sighting's text begins with or is; mistakes of the recogniser in about one character of
 * six are tolerated and lower the confidence. With an object, each option's words: `{ new: ['New', 'Neu'] }`.
 */
export function choiceField<const Option extends string>(
  sighting: Sighting,
  choices: readonly Option[] | Readonly<Record<Option, readonly string[]>>,
  options: FieldOptions = {},
): Field<Option, 'choice'> | undefined {
  const words: [Option, string][] = Array.isArray(choices)
    ? (choices as readonly Option[]).map((option) => [option, option])
    : (Object.entries(choices) as [Option, readonly string[]][]).flatMap(([option, list]) =>
        list.map((word): [Option, string] => [option, word]),
      );
  const { text } = foldText(sighting.text);
  let best: { option: Option; score: number } | undefined;
  for (const [option, word] of words) {
    const wanted = foldText(word).text;
    const [close] = closeBeginnings(text, wanted, misreadLimit(wanted));
    if (!wanted || !close) continue;
    // Of several that fit (`in`, `in use`) the one that says most of the text.
    const score = (close.length - 2 * close.edits) / Math.max(1, text.length);
    if (!best || score > best.score) best = { option, score: score };
  }
  if (!best) return undefined;
  const confidence = (options.confidence ?? sighting.confidence) * (0.8 + 0.2 * Math.max(0, best.score));
  // The option is one of those that were given, which `field` cannot know.
  return field(sighting, best.option as string, { ...options, confidence }) as Field<string, never> as Field<
    Option,
    never
  >;
}

/**
 * Yes or no: what a tick, a word or a title says (`Credit note`), not where it is missing; leave the field out where the
 * paper does not say.
 */
export const booleanField = (
  sighting: Sighting,
  value: boolean,
  options?: FieldOptions,
): Field<boolean, 'boolean'> => field(sighting, value, options);

/** Values by name, each seen somewhere: `{ "01": "09506000134352", "17": "260305" }`. */
export function mapField<Value extends JsonValue>(
  entries: readonly { name: string; value: Value; sighting: Sighting }[],
  options?: FieldOptions,
): Field<{ [name: string]: Value }, 'map'> | undefined {
  if (entries.length === 0) return undefined;
  const seen = joinSightings(
    entries.map(({ sighting }) => sighting),
    '\n',
  );
  const value = Object.fromEntries(entries.map((entry) => [entry.name, entry.value]));
  return field(seen, value as { [name: string]: JsonValue }, options) as Field<JsonValue, never> as Field<
    { [name: string]: Value },
    never
  >;
}

/** Labels with their values, as a form or a screen shows them: a list of `{ label, value }`. */
export function pairsField(
  pairs: readonly { label: Sighting; value: Sighting }[],
  options?: FieldOptions,
): Field<{ label: string; value: string }[], 'list'> | undefined {
  if (pairs.length === 0) return undefined;
  const seen = joinSightings(
    pairs.map(({ label, value }) => joinSightings([label, value], ' ')),
    '\n',
  );
  const rows = pairs.map(({ label, value }) => ({
    label: plainText(label.text).replace(/\s*[:=]$/, ''),
    value: plainText(value.text),
  }));
  return field(seen, rows, options);
}

/**
 * Rows of a table as a list, one object a row. Each column's function makes the cell's value, undefined to leave the cell
 * out; rows without any cell are left out. Every cell's pixels are evidence.
 */
export function tableField<
  Column extends string,
  Row extends { [Name in Column]?: (cell: Sighting) => unknown },
>(
  rows: readonly TableRow<Column>[],
  columns: Row,
  options?: FieldOptions,
): Field<TableValue<Row>[], 'list'> | undefined {
  const values: { [name: string]: JsonValue }[] = [];
  const seen: Sighting[] = [];
  for (const { cells } of rows) {
    const value: { [name: string]: JsonValue } = {};
    const used: Sighting[] = [];
    for (const [name, cellValue] of Object.entries(columns) as [
      Column,
      (cell: Sighting) => JsonValue | undefined,
    ][]) {
      const cell = cells[name];
      const made = cell && cellValue(cell);
      if (!cell || made === undefined) continue;
      value[name] = made;
      used.push(cell);
    }
    if (used.length === 0) continue;
    values.push(value);
    seen.push(joinSightings(used, ' '));
  }
  if (values.length === 0) return undefined;
  return field(joinSightings(seen, '\n'), values, options) as Field<JsonValue, never> as Field<
    TableValue<Row>[],
    never
  >;
}

/** The rows `tableField` makes of its columns. */
export type TableValue<Row> = {
  [Name in keyof Row]?: Row[Name] extends (cell: Sighting) => infer Value ? Exclude<Value, undefined> : never;
};

const plainText = (text: string): string => text.replace(/\s+/g, ' ').trim();
