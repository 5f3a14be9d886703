import { type AmountOptions, parseAmount } from './amounts.ts';
import { type DateOptions, findDates } from './dates.ts';
import { joinSightings, type Sighting } from './sightings.ts';
import { findTimes } from './times.ts';
import type { Check, CheckRule, DigitScheme, Field, FieldData, JsonValue } from './types.ts';

/** `"a"` as `string`: what a field holds is rarely one value only. */
export type Widened<Value extends JsonValue> = Value extends string
  ? string
  : Value extends number
    ? number
    : Value extends boolean
      ? boolean
      : Value;

export interface FieldOptions {
  checks?: Check[];
  ambiguous?: JsonValue[];
  /** Replaces the confidence of the sighting. */
  confidence?: number;
}

/**
 * A field with any value, seen at `sighting`; it fits where any type of field is declared that has such a value.
 * @throws where the sighting has no evidence: a value nobody saw is a guess.
 */
export function field<Value extends JsonValue>(
  sighting: Sighting,
  value: Value,
  options: FieldOptions = {},
): Field<Widened<Value>, never> {
  if (!sighting?.evidence || sighting.evidence.length === 0)
    throw new Error(
      `No evidence for ${JSON.stringify(value)}: make its field of a sighting (seenLine, seenPart, seenBarcode, seenBox)`,
    );
  const confidence = options.confidence ?? sighting.confidence;
  const built: FieldData<Value> = {
    value,
    raw: sighting.text,
    confidence: Math.round(Math.min(1, Math.max(0, confidence)) * 1000) / 1000,
    // Its own list: two fields of one sighting may gather more places each for itself.
    evidence: [...sighting.evidence],
    checks: options.checks ?? [],
    ...(options.ambiguous?.length ? { ambiguous: options.ambiguous } : {}),
  };
  // The one place where a field comes to be: its mark is for the compiler only.
  return built as FieldData as Field<Widened<Value>, never>;
}

/** Text with runs of white space made single; undefined when there is none. */
export function textField(sighting: Sighting, options?: FieldOptions): Field<string, 'text'> | undefined {
  const value = sighting.text.replace(/\s+/g, ' ').trim();
  return value === '' ? undefined : field(sighting, value, options);
}

/** The whole sighting as an amount of money. */
export function amountField(
  sighting: Sighting,
  options: AmountOptions & FieldOptions,
): Field<string, 'amount'> | undefined {
  const amount = parseAmount(sighting.text, options);
  if (!amount) return undefined;
  return field(sighting, amount.value, {
    // A letter taken for a digit, or a mark that could be either, is a doubt.
    confidence:
      (options.confidence ?? sighting.confidence) *
      (amount.repaired ? 0.8 : 1) *
      (amount.ambiguous ? 0.7 : 1),
    ...(options.checks ? { checks: options.checks } : {}),
    ...(amount.ambiguous ? { ambiguous: amount.ambiguous } : {}),
  });
}

/** The only date in the sighting. */
export function dateField(
  sighting: Sighting,
  options: DateOptions & FieldOptions,
): Field<string, 'date'> | undefined {
  const [date, ...more] = findDates(sighting.text, options);
  if (!date || more.length > 0) return undefined;
  return field(sighting, date.value, {
    confidence: (options.confidence ?? sighting.confidence) * (date.ambiguous ? 0.95 : 1),
    ...(options.checks ? { checks: options.checks } : {}),
    ...(date.ambiguous ? { ambiguous: date.ambiguous } : {}),
  });
}

/** The only time of day in the sighting. */
export function timeField(sighting: Sighting, options?: FieldOptions): Field<string, 'time'> | undefined {
  const [time, ...more] = findTimes(sighting.text);
  return time && more.length === 0 ? field(sighting, time.value, options) : undefined;
}

/** What a code's check digit is called (`GTIN-13`), and whether it holds: `isGtin`, or what came of it. */
export interface CheckDigit {
  name: string;
  holds: boolean | ((code: string) => boolean);
  /** Where the host knows the scheme, it checks the digit itself. */
  scheme?: DigitScheme | undefined;
}

/** A code: spaces and hyphens taken out as `value`, with a `check-digit` check where a test is given. */
export function codeField(
  sighting: Sighting,
  value: string,
  options: FieldOptions & { checkDigit?: CheckDigit } = {},
): Field<string, 'code'> {
  const { checkDigit } = options;
  const holds =
    typeof checkDigit?.holds === 'function' ? checkDigit.holds(value) : checkDigit?.holds === true;
  const check: Check[] = checkDigit
    ? [
        {
          name: 'check-digit',
          passed: holds,
          reason: holds
            ? `The check digit of the ${checkDigit.name} holds.`
            : `The check digit of the ${checkDigit.name} does not hold.`,
          ...(checkDigit.scheme ? { rule: { rule: 'digits', scheme: checkDigit.scheme } } : {}),
        },
      ]
    : [];
  return field(sighting, value, { ...options, checks: [...check, ...(options.checks ?? [])] });
}

/** Lines of an address, one under the other. */
export function addressField(
  lines: readonly Sighting[],
  options?: FieldOptions,
): Field<string, 'address'> | undefined {
  if (lines.length === 0) return undefined;
  const sighting = joinSightings(lines, '\n');
  const value = lines.map((line) => line.text.replace(/\s+/g, ' ').trim()).join('\n');
  return value === '' ? undefined : field(sighting, value, options);
}

/** A list whose rows were seen at `rows`. */
export function listField<T extends JsonValue>(
  rows: readonly { sighting: Sighting; value: T }[],
  options?: FieldOptions,
): Field<T[], 'list'> | undefined {
  if (rows.length === 0) return undefined;
  return field(
    joinSightings(
      rows.map((row) => row.sighting),
      '\n',
    ),
    rows.map((row) => row.value),
    options,
  );
}

/**
 * A passed or failed check with its reason.
 * @param rule what is compared, for a check that the host can make itself: only such a check counts where nobody looks
 */
export function check(name: string, passed: boolean, reason: string, rule?: CheckRule): Check {
  return { name, passed, reason, ...(rule ? { rule } : {}) };
}
