// cspell:ignore ACIPV KCSELX -- classes of characters
import {
  type Zone,
  type ZoneFormat,
  type ZoneSpan,
  zoneDigitAfter,
  zoneOutcome,
  zonePart,
} from '@readout/plugin-kit';
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

function put(zone: Zone, [row, from]: ZoneSpan, text: string): string[] {
  return zone.map((line, index) =>
    index === row ? line.slice(0, from) + text + line.slice(from + text.length) : line,
  );
}

/** Letters where only digits can stand, digits where only letters can; a code of a state only if ICAO knows the result. */
export function byClass(zone: Zone, format: ZoneFormat): string[] {
  let result = [...zone];
  const map = (span: ZoneSpan, table: Record<string, string>) =>
    Array.from(zonePart(result, span), (character) => table[character] ?? character).join('');
  const numeric = [
    format.birth,
    zoneDigitAfter(format.birth),
    format.expiry,
    zoneDigitAfter(format.expiry),
    zoneDigitAfter(format.number),
  ];
  if (format.optionalHasCheck) numeric.push(zoneDigitAfter(format.optional));
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
export function repaired(zone: Zone, format: ZoneFormat): string[] | undefined {
  const before = zoneOutcome(zone, format);
  if (!format.composite) return undefined;
  const spans = [
    ...(before.number ? [] : [format.number]),
    ...(before.optional === false ? [format.optional] : []),
  ];
  if (spans.length !== 1 || !before.birth || !before.expiry) return undefined;
  const span = spans[0]!;
  const text = zonePart(zone, span);
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
    .filter((candidate) => Object.values(zoneOutcome(candidate, format)).every(Boolean));
  return proven.length === 1 ? proven[0] : undefined;
}
