// cspell:ignore ACIPV KCSELX -- classes of characters
import { checkDigit, type Format, type Span } from './formats.ts';
import { isState } from './states.ts';

const toDigit: Record<string, string> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
};
const toLetter: Record<string, string> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '6': 'G', '8': 'B' };
/** What a character of a number may be instead, where either is allowed. */
const twins: Record<string, string> = {
  ...toLetter,
  O: '0',
  I: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
  Q: '0',
  D: '0',
};
/** What a filler is taken for. */
const fillerLike = /[KCSELX4]/;

export type Zone = readonly string[];

export const at = (zone: Zone, [row, from, to]: Span): string => zone[row]?.slice(from, to) ?? '';
const after = ([row, , to]: Span): Span => [row, to, to + 1];

function put(zone: Zone, [row, from]: Span, text: string): string[] {
  return zone.map((line, index) =>
    index === row ? line.slice(0, from) + text + line.slice(from + text.length) : line,
  );
}

export interface Outcome {
  /** Whether the element's own check digit holds; undefined where the format has none for it. */
  number: boolean;
  birth: boolean;
  expiry: boolean;
  optional?: boolean;
  composite?: boolean;
}

/** The number with what it may continue with in the optional data, and the check digit over all of it. */
export function fullNumber(zone: Zone, format: Format): { number: string; digit: string } {
  const number = at(zone, format.number);
  const digit = at(zone, after(format.number));
  if (digit !== '<' || format.name === 'TD3' || format.name.startsWith('MRV')) return { number, digit };
  const rest = at(zone, format.optional).split('<')[0]!;
  return rest.length < 2 ? { number, digit } : { number: number + rest.slice(0, -1), digit: rest.at(-1)! };
}

export function outcome(zone: Zone, format: Format): Outcome {
  const { number, digit } = fullNumber(zone, format);
  const holds = (span: Span) => at(zone, after(span)) === checkDigit(at(zone, span));
  const { composite } = format;
  const optional = at(zone, format.optional);
  return {
    number: /[A-Z0-9]/.test(number) && digit === checkDigit(number),
    birth: /^[0-9<]{6}$/.test(at(zone, format.birth)) && holds(format.birth),
    expiry: /^[0-9<]{6}$/.test(at(zone, format.expiry)) && holds(format.expiry),
    ...(format.optionalHasCheck
      ? {
          // Empty optional data may have a filler for its check digit.
          optional:
            holds(format.optional) || (/^<+$/.test(optional) && at(zone, after(format.optional)) === '<'),
        }
      : {}),
    ...(composite
      ? {
          composite:
            at(zone, composite.at) === checkDigit(composite.of.map((span) => at(zone, span)).join('')),
        }
      : {}),
  };
}

/** Letters where only digits can stand, digits where only letters can; a code of a state only if ICAO knows the result. */
export function byClass(zone: Zone, format: Format): string[] {
  let result = [...zone];
  const map = (span: Span, table: Record<string, string>) =>
    Array.from(at(result, span), (character) => table[character] ?? character).join('');
  const numeric = [
    format.birth,
    after(format.birth),
    format.expiry,
    after(format.expiry),
    after(format.number),
  ];
  if (format.optionalHasCheck) numeric.push(after(format.optional));
  if (format.composite) numeric.push(format.composite.at);
  for (const span of numeric) result = put(result, span, map(span, toDigit));
  for (const span of [format.state, format.nationality]) {
    const text = map(span, toLetter);
    if (isState(text.replace(/<+$/, ''))) result = put(result, span, text);
  }
  // No name has a digit; what else looks like none of its letters stays, and is told.
  result = put(result, format.names, map(format.names, toLetter));
  const type = map(format.documentType, toLetter);
  return /^[ACIPV][A-Z<]$/.test(type) ? put(result, format.documentType, type) : result;
}

/**
 * The zone with what its check digits prove to have been misread: one character inside an element whose own check digit
 * fails, changed to its look-alike, where all digits hold then and no other change would do. Two changes would fit one text
 * in ten by accident: the composite weighs a number as the number's own digit does, so that it proves nothing more.
 */
export function repaired(zone: Zone, format: Format): string[] | undefined {
  const before = outcome(zone, format);
  if (!format.composite) return undefined;
  const spans = [
    ...(before.number ? [] : [format.number]),
    ...(before.optional === false ? [format.optional] : []),
  ];
  if (spans.length !== 1 || !before.birth || !before.expiry) return undefined;
  const span = spans[0]!;
  const text = at(zone, span);
  const single = [...text].flatMap((character, index): string[] => {
    const changed = (to: string) => text.slice(0, index) + to + text.slice(index + 1);
    const beside = text[index - 1] === '<' || text[index + 1] === '<' || index === text.length - 1;
    return [
      ...(twins[character] ? [changed(twins[character])] : []),
      ...(fillerLike.test(character) && beside ? [changed('<')] : []),
    ];
  });
  const proven = [...new Set(single)]
    .map((candidate) => put(zone, span, candidate))
    .filter((candidate) => Object.values(outcome(candidate, format)).every(Boolean));
  return proven.length === 1 ? proven[0] : undefined;
}
