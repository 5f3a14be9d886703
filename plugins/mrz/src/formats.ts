/** Characters `from` to before `to` of one line of the zone. */
export type Span = readonly [row: number, from: number, to: number];

/** Where each element stands (ICAO Doc 9303, parts 4 to 7). */
export interface Format {
  name: 'TD1' | 'TD2' | 'TD3' | 'MRV-A' | 'MRV-B';
  rows: 2 | 3;
  length: 30 | 36 | 44;
  /** The document type begins like this: visas with V, everything else with another letter. */
  types: RegExp;
  documentType: Span;
  state: Span;
  names: Span;
  number: Span;
  nationality: Span;
  birth: Span;
  sex: Span;
  expiry: Span;
  /** Data the issuing state uses freely; a number too long for its place goes on here. */
  optional: Span;
  /** True where a check digit of its own follows the optional data. */
  optionalHasCheck: boolean;
  /** Visas have none. */
  composite?: { at: Span; of: readonly Span[] };
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
} as const satisfies Partial<Format>;

export const formats: readonly Format[] = [
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
export function checkDigit(text: string): string | undefined {
  if (/[^A-Z0-9<]/.test(text)) return undefined;
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += Math.max(0, alphabet.indexOf(text[i]!)) * [7, 3, 1][i % 3]!;
  return String(sum % 10);
}
