import { parseAmount } from '../amounts.ts';
import { findDates } from '../dates.ts';
import { addressField, amountField, codeField, dateField, field, textField, timeField } from '../fields.ts';
import { choiceField } from '../more-fields.ts';
import { joinSightings, type Sighting } from '../sightings.ts';
import { findTimes } from '../times.ts';
import type { Check, Field, ReaderInput } from '../types.ts';
import { plainUnit } from '../unit-signs.ts';
import { fold } from './fold.ts';
import type { TemplateField } from './template.ts';

/** The value as the type wants it; undefined where the text is none. */
export function typed(
  wanted: Pick<TemplateField, 'type' | 'options' | 'unit' | 'shape'>,
  rows: readonly Sighting[],
  trust: number,
  checks: Check[],
  { locale, today }: Pick<ReaderInput, 'locale' | 'today'>,
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
        const made = amountField(part, { ...options, ...doubts(part, seen, undefined, options), locale });
        if (made) return made;
      }
      return undefined;
    case 'number':
      for (const part of numbersIn(seen)) {
        const value = numberOf(part.text, locale);
        if (value !== undefined)
          return field(part, value, { ...options, ...doubts(part, seen, wanted.unit, options) });
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
      const value = codeOf(seen.text, wanted.shape);
      return value === '' ? undefined : codeField(seen, value, options);
    }
    case 'choice':
      return wanted.options && choiceField(seen, wanted.options, options);
    case 'list':
      return undefined;
  }
}

/** A code with every digit as 0 and every letter as A; undefined where it has no spaces. */
export function shapeOf(text: string): string | undefined {
  const single = text.replace(/\s+/g, ' ').trim();
  return single.includes(' ') ? kindsOf(single) : undefined;
}

const kindsOf = (text: string): string => text.replace(/\p{N}/gu, '0').replace(/\p{L}/gu, 'A');

/**
 * A code as the example's was printed: without spaces where that had none, with them where it had some. Spaces that
 * reading lost or made up are put right where the same kinds of characters follow each other as in the example.
 */
export function codeOf(text: string, shape: string | undefined): string {
  const bare = text.replace(/\s+/g, '');
  if (shape === undefined) return bare;
  const seen = text.replace(/\s+/g, ' ').trim();
  const groups = shape.split(' ');
  const isAlike = kindsOf(bare) === groups.join('');
  if (!isAlike || seen.split(' ').length === groups.length) return seen;
  let rest = [...bare];
  const parts = groups.map(({ length }) => {
    const part = rest.slice(0, length).join('');
    rest = rest.slice(length);
    return part;
  });
  return parts.join(' ');
}

const numbers = /[-+−–]?\s?\d(?:[\d.,'’ ]*\d)?/g;

/**
 * The whole text first, then its stretches that could be a number, each still standing where the whole was seen; none
 * where most of the text is words.
 */
function* numbersIn(seen: Sighting): Generator<Sighting> {
  yield seen;
  const letters = seen.text.replace(/[^\p{L}]/gu, '').length;
  if (letters > Math.max(6, seen.text.replace(/\D/g, '').length)) return;
  for (const match of seen.text.matchAll(numbers)) yield { ...seen, text: match[0].trim() };
}

const foldedUnit = (unit: string): string => fold(plainUnit(unit)).folded;

/** What speaks against a number, though it is one. */
function doubts(
  part: Sighting,
  seen: Sighting,
  unit: string | undefined,
  { confidence, checks }: { confidence: number; checks: Check[] },
): { confidence: number; checks: Check[] } {
  const found: Check[] = [];
  if (part !== seen && [...seen.text.matchAll(numbers)].length > 1)
    found.push({
      name: 'one-number',
      passed: false,
      reason: `More than one number stands here: ${seen.text.slice(0, 60)}`,
    });
  const printed = /\d\s?([\p{L}%°][\p{L}%°/³²]{0,5})$/u.exec(seen.text.trim())?.[1];
  if (unit && printed && foldedUnit(printed) !== foldedUnit(unit))
    found.push({
      name: 'unit',
      passed: false,
      reason: `It says ${printed} here, and not ${unit}.`,
    });
  const last = seen.text.trim().slice(-1);
  if (unit?.length === 1 && !printed && foldedUnit(unit) === foldedUnit(last))
    found.push({
      name: 'unit',
      passed: false,
      reason: `No ${unit} stands behind it: its last digit may be one.`,
    });
  return { confidence: confidence * 0.7 ** found.length, checks: [...checks, ...found] };
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
