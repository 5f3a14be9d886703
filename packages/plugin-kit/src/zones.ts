// The machine-readable zones of travel documents, ICAO Doc 9303.

/** Characters `from` to before `to` of one line of a machine-readable zone. */
export type ZoneSpan = readonly [row: number, from: number, to: number];

/** Where each element stands (ICAO Doc 9303, parts 4 to 7). */
export interface ZoneFormat {
  name: 'TD1' | 'TD2' | 'TD3' | 'MRV-A' | 'MRV-B';
  rows: 2 | 3;
  length: 30 | 36 | 44;
  /** The document type begins like this: visas with V, everything else with another letter. */
  types: RegExp;
  documentType: ZoneSpan;
  state: ZoneSpan;
  names: ZoneSpan;
  number: ZoneSpan;
  nationality: ZoneSpan;
  birth: ZoneSpan;
  sex: ZoneSpan;
  expiry: ZoneSpan;
  /** Data the issuing state uses freely; a number too long for its place goes on here. */
  optional: ZoneSpan;
  /** True where a check digit of its own follows the optional data. */
  optionalHasCheck: boolean;
  /** Visas have none. */
  composite?: { at: ZoneSpan; of: readonly ZoneSpan[] };
}

const twoRows = {
  rows: 2,
  documentType: [0, 0, 2],
  state: [0, 2, 5],
  number: [1, 0, 9],
  nationality: [1, 10, 13],
  birth: [1, 13, 19],
  sex: [1, 20, 21],
  expiry: [1, 21, 27],
} as const satisfies Partial<ZoneFormat>;

export const zoneFormats: readonly ZoneFormat[] = [
  {
    ...twoRows,
    name: 'TD3',
    length: 44,
    types: /^[A-UW-Z]/,
    names: [0, 5, 44],
    optional: [1, 28, 42],
    optionalHasCheck: true,
    composite: {
      at: [1, 43, 44],
      of: [
        [1, 0, 10],
        [1, 13, 20],
        [1, 21, 43],
      ],
    },
  },
  {
    ...twoRows,
    name: 'MRV-A',
    length: 44,
    types: /^V/,
    names: [0, 5, 44],
    optional: [1, 28, 44],
    optionalHasCheck: false,
  },
  {
    ...twoRows,
    name: 'TD2',
    length: 36,
    types: /^[A-UW-Z]/,
    names: [0, 5, 36],
    optional: [1, 28, 35],
    optionalHasCheck: false,
    composite: {
      at: [1, 35, 36],
      of: [
        [1, 0, 10],
        [1, 13, 20],
        [1, 21, 35],
      ],
    },
  },
  {
    ...twoRows,
    name: 'MRV-B',
    length: 36,
    types: /^V/,
    names: [0, 5, 36],
    optional: [1, 28, 36],
    optionalHasCheck: false,
  },
  {
    name: 'TD1',
    rows: 3,
    length: 30,
    types: /^[A-UW-Z]/,
    documentType: [0, 0, 2],
    state: [0, 2, 5],
    number: [0, 5, 14],
    optional: [0, 15, 30],
    optionalHasCheck: false,
    birth: [1, 0, 6],
    sex: [1, 7, 8],
    expiry: [1, 8, 14],
    nationality: [1, 15, 18],
    names: [2, 0, 30],
    composite: {
      at: [1, 29, 30],
      of: [
        [0, 5, 30],
        [1, 0, 7],
        [1, 8, 15],
        [1, 18, 29],
      ],
    },
  },
];

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Check digit of ICAO Doc 9303 part 3, section 4.9: weights 7, 3, 1; letters count from A = 10, the filler as 0. Of a text with
 * other characters there is none.
 */
export function zoneCheckDigit(text: string): string | undefined {
  if (/[^A-Z0-9<]/.test(text)) return undefined;
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += Math.max(0, alphabet.indexOf(text[i]!)) * [7, 3, 1][i % 3]!;
  return String(sum % 10);
}

/** The lines of a zone, one under the other. */
export type Zone = readonly string[];

export const zonePart = (zone: Zone, [row, from, to]: ZoneSpan): string => zone[row]?.slice(from, to) ?? '';

/** The place of the check digit of an element: right behind it. */
export const zoneDigitAfter = ([row, , to]: ZoneSpan): ZoneSpan => [row, to, to + 1];

export interface ZoneOutcome {
  /** Whether the element's own check digit holds; undefined where the format has none for it. */
  number: boolean;
  birth: boolean;
  expiry: boolean;
  optional?: boolean;
  /** Over number, dates and optional data together. */
  composite?: boolean;
}

/** The number with what it may continue with in the optional data, and the check digit over all of it. */
export function zoneNumber(zone: Zone, format: ZoneFormat): { number: string; digit: string } {
  const number = zonePart(zone, format.number);
  const digit = zonePart(zone, zoneDigitAfter(format.number));
  if (digit !== '<' || format.name === 'TD3' || format.name.startsWith('MRV')) return { number, digit };
  const rest = zonePart(zone, format.optional).split('<')[0]!;
  return rest.length < 2 ? { number, digit } : { number: number + rest.slice(0, -1), digit: rest.at(-1)! };
}

export function zoneOutcome(zone: Zone, format: ZoneFormat): ZoneOutcome {
  const { number, digit } = zoneNumber(zone, format);
  const holds = (span: ZoneSpan) =>
    zonePart(zone, zoneDigitAfter(span)) === zoneCheckDigit(zonePart(zone, span));
  const { composite } = format;
  const optional = zonePart(zone, format.optional);
  return {
    number: /[A-Z0-9]/.test(number) && digit === zoneCheckDigit(number),
    birth: /^[0-9<]{6}$/.test(zonePart(zone, format.birth)) && holds(format.birth),
    expiry: /^[0-9<]{6}$/.test(zonePart(zone, format.expiry)) && holds(format.expiry),
    ...(format.optionalHasCheck
      ? {
          // Empty optional data may have a filler for its check digit.
          optional:
            holds(format.optional) ||
            (/^<+$/.test(optional) && zonePart(zone, zoneDigitAfter(format.optional)) === '<'),
        }
      : {}),
    ...(composite
      ? {
          composite:
            zonePart(zone, composite.at) ===
            zoneCheckDigit(composite.of.map((span) => zonePart(zone, span)).join('')),
        }
      : {}),
  };
}

/** A whole zone with the format its lines have; undefined where they have none. */
export function zoneOf(text: string): { zone: Zone; format: ZoneFormat } | undefined {
  if (!/^[A-Z0-9<\n]{60,92}$/.test(text)) return undefined;
  const zone = text.split('\n');
  const format = zoneFormats.find(
    ({ rows, length, types }) =>
      zone.length === rows && zone.every((row) => row.length === length) && types.test(zone[0]!),
  );
  return format && { zone, format };
}
