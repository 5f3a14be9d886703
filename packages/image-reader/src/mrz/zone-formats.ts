// cspell:ignore AAAAA XXXXXXXXX NNNNNN ACIPV
/** What may stand in a cell of a machine-readable zone. */
export type CellKind = keyof typeof cellKinds;

export const filler = '<';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';
/** All characters of a zone, in the order of their values in check digits, the filler last. */
export const zoneCharacters = `${digits}${letters}${filler}`;

const cellKinds = {
  /** What kind of document. */
  T: 'ACIPV',
  /** A letter, or none. */
  A: letters + filler,
  /** A digit. */
  D: digits,
  /** A digit, or none. */
  N: digits + filler,
  /** The sex. */
  S: `MFX${filler}`,
  X: zoneCharacters,
};

/** What a character that does not belong into a cell has to be likelier than those that do: some documents keep to no format. */
const strange = Math.log(0.01);

/** For each kind of cell the logarithm of what every one of {@link zoneCharacters} is worth there. */
export const worthIn = Object.fromEntries(
  Object.entries(cellKinds).map(([kind, characters]) => [
    kind,
    Float64Array.from(zoneCharacters, (each) => (characters.includes(each) ? 0 : strange)),
  ]),
) as Record<CellKind, Float64Array>;

/** Cells of a row, from the first to before the last. */
export type CellSpan = readonly [row: number, from: number, to: number];

/** A check digit and the cells it is computed from. */
export interface ZoneCheck {
  of: readonly CellSpan[];
  at: readonly [row: number, column: number];
  /** Of other elements with check digits of their own, and of what else has none. */
  isComposite: boolean;
  /** A filler stands in its place where the element is empty, or goes on elsewhere. */
  mayBeFiller: boolean;
}

export interface ZoneFormat {
  name: 'TD1' | 'TD2' | 'TD3' | 'MRV-A' | 'MRV-B';
  length: number;
  /** One kind for each cell of each row. */
  rows: readonly (readonly CellKind[])[];
  checks: readonly ZoneCheck[];
  /** Elements that are filled up with fillers. */
  filledUp: readonly CellSpan[];
}

const own = (row: number, from: number, to: number, mayBeFiller = false): ZoneCheck => ({
  of: [[row, from, to]],
  at: [row, to],
  isComposite: false,
  mayBeFiller,
});
const composite = (row: number, column: number, of: readonly CellSpan[]): ZoneCheck => ({
  of,
  at: [row, column],
  isComposite: true,
  mayBeFiller: false,
});

/** `D1 A3`: a digit, then three cells of letters or fillers. */
const cells = (description: string): CellKind[] =>
  description
    .split(' ')
    .flatMap((part) => new Array<CellKind>(Number(part.slice(1))).fill(part[0] as CellKind));

const dates = 'N6 D1 S1 N6 D1';

/** The formats of ICAO Doc 9303, parts 4 to 7. */
export const zoneFormats: readonly ZoneFormat[] = [
  {
    name: 'TD3',
    length: 44,
    rows: [cells('T1 A43'), cells(`X9 D1 A3 ${dates} X14 N1 D1`)],
    filledUp: [
      [0, 5, 44],
      [1, 28, 42],
    ],
    checks: [
      own(1, 0, 9),
      own(1, 13, 19),
      own(1, 21, 27),
      own(1, 28, 42, true),
      composite(1, 43, [
        [1, 0, 10],
        [1, 13, 20],
        [1, 21, 43],
      ]),
    ],
  },
  {
    name: 'MRV-A',
    length: 44,
    rows: [cells('T1 A43'), cells(`X9 D1 A3 ${dates} X16`)],
    filledUp: [[0, 5, 44]],
    checks: [own(1, 0, 9), own(1, 13, 19), own(1, 21, 27)],
  },
  {
    name: 'TD2',
    length: 36,
    rows: [cells('T1 A35'), cells(`X9 N1 A3 ${dates} X7 D1`)],
    filledUp: [[0, 5, 36]],
    checks: [
      own(1, 0, 9, true),
      own(1, 13, 19),
      own(1, 21, 27),
      composite(1, 35, [
        [1, 0, 10],
        [1, 13, 20],
        [1, 21, 35],
      ]),
    ],
  },
  {
    name: 'MRV-B',
    length: 36,
    rows: [cells('T1 A35'), cells(`X9 D1 A3 ${dates} X8`)],
    filledUp: [[0, 5, 36]],
    checks: [own(1, 0, 9), own(1, 13, 19), own(1, 21, 27)],
  },
  {
    name: 'TD1',
    length: 30,
    rows: [cells('T1 A4 X9 N1 X15'), cells(`${dates} A3 X11 D1`), cells('A30')],
    filledUp: [[2, 0, 30]],
    checks: [
      own(0, 5, 14, true),
      own(1, 0, 6),
      own(1, 8, 14),
      composite(1, 29, [
        [0, 5, 30],
        [1, 0, 7],
        [1, 8, 15],
        [1, 18, 29],
      ]),
    ],
  },
];

/**
 * Check digit of ICAO Doc 9303 part 3, section 4.9: weights 7, 3, 1; letters count from A = 10, the filler as 0.
 *
 * @param indexes into {@link zoneCharacters}.
 */
export function checkDigit(indexes: readonly number[]): number {
  const none = zoneCharacters.length - 1;
  return (
    indexes.reduce(
      (sum, index, at) => sum + (index === none ? 0 : index) * ([7, 3, 1][at % 3] as number),
      0,
    ) % 10
  );
}
