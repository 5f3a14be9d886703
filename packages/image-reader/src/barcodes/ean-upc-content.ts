/** Which digits a code has and where, and which way round it lies. */
export type Layout = 'ean13' | 'ean8' | 'upce' | 'upceTurned';

/** Which of the six left digits are of set B, for each first digit of an EAN-13. */
const parities = [
  0b000000, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110, 0b011010,
];
/** Which of the six digits of a UPC-E are of set B, for each check digit and number system 0. */
const paritiesUpcE = [
  0b111000, 0b110100, 0b110010, 0b110001, 0b101100, 0b100110, 0b100011, 0b101010, 0b101001, 0b100101,
];

/** A content, and how far ahead it is; totals are sums of the digits' correlations. */
interface Read {
  format: 'EAN13' | 'EAN8' | 'UPCE';
  text: string;
  isTurned: boolean;
  total: number;
  /** How far the second likeliest content is behind. */
  margin: number;
  /** How far the likeliest valid content is behind the likeliest digits without any check. */
  lost: number;
}

/** Sets of the digits from left to right and what they mean. */
interface Sets {
  isTurned: boolean;
  /** For each digit from the first to the last of the code: its place from the left, and where its set starts in the votes. */
  places: { at: number; set: 0 | 10 }[];
  /** First digit (EAN-13) or check digit (UPC-E) the sets stand for. */
  implied: number;
}

/**
 * The content that the digits of a code are likeliest to have, of those with a valid parity and check digit.
 *
 * @param votes of each digit from left to right how well the 20 patterns fit, -1 to 1: sets A and B.
 */
export function likeliest(votes: number[][], layout: Layout): Read | undefined {
  const free = votes.reduce((sum, fits) => sum + Math.max(...fits), 0);
  const all = setsOf(layout, votes.length)
    .flatMap((sets) =>
      layout === 'upce' || layout === 'upceTurned' ? bestUpcE(votes, sets) : bestChecked(votes, sets, layout),
    )
    .sort((a, b) => b.total - a.total);
  const [first] = all;
  if (first === undefined) return undefined;
  const second = all.find(({ text }) => text !== first.text);
  return { ...first, margin: first.total - (second?.total ?? 0), lost: free - first.total };
}

function setsOf(layout: Layout, count: number): Sets[] {
  const half = count / 2;
  const upright = (isB: (at: number) => boolean): Sets['places'] =>
    Array.from({ length: count }, (_, at) => ({ at, set: isB(at) ? 10 : 0 }));
  // Turned about, sets A and B look like B and A with dark and light exchanged, and the right set like B.
  const turned = (isB: (at: number) => boolean): Sets['places'] =>
    Array.from({ length: count }, (_, at) => ({ at: count - 1 - at, set: isB(at) ? 0 : 10 }));
  const parity = (mask: number) => (at: number) => at < 6 && ((mask >> (5 - at)) & 1) === 1;
  if (layout === 'ean8')
    return [
      { isTurned: false, implied: 0, places: upright(() => false) },
      { isTurned: true, implied: 0, places: turned(() => false) },
    ];
  if (layout === 'ean13')
    return parities.flatMap((mask, implied) => [
      { isTurned: false, implied, places: upright(parity(mask)) },
      { isTurned: true, implied, places: turned((at) => at < half && parity(mask)(at)) },
    ]);
  // Number system 1 has the sets exchanged; it is hardly in use and looks like codes of other kinds.
  return paritiesUpcE.map((mask, implied) =>
    layout === 'upce'
      ? { isTurned: false, implied, places: upright(parity(mask)) }
      : { isTurned: true, implied, places: turned(parity(mask)) },
  );
}

interface Ranked {
  total: number;
  text: string;
}

/** The two likeliest contents whose check digit holds. */
function bestChecked(
  votes: number[][],
  { isTurned, implied, places }: Sets,
  layout: Layout,
): Omit<Read, 'margin' | 'lost'>[] {
  // Weighted sums of the digits so far, modulo 10, each with its two likeliest beginnings.
  let sums: Ranked[][] = Array.from({ length: 10 }, () => []);
  sums[layout === 'ean13' ? implied : 0] = [{ total: 0, text: '' }];
  places.forEach(({ at, set }, index) => {
    // The check digit has weight 1, the one before it 3.
    const weight = (places.length - 1 - index) % 2 === 0 ? 1 : 3;
    const next: Ranked[][] = Array.from({ length: 10 }, () => []);
    sums.forEach((beginnings, sum) => {
      for (const { total, text } of beginnings) {
        for (let digit = 0; digit < 10; digit++) {
          next[(sum + weight * digit) % 10]!.push({
            total: total + votes[at]![set + digit]!,
            text: text + digit,
          });
        }
      }
    });
    sums = next.map((endings) => endings.sort((a, b) => b.total - a.total).slice(0, 2));
  });
  return sums[0]!.map(({ total, text }) => ({
    total,
    isTurned,
    format: layout === 'ean8' ? 'EAN8' : 'EAN13',
    text: layout === 'ean8' ? text : implied + text,
  }));
}

/** The likeliest content; its check digit follows from the sets, so that hardly any other comes near. */
function bestUpcE(votes: number[][], { isTurned, implied, places }: Sets): Omit<Read, 'margin' | 'lost'>[] {
  let contents: Ranked[] = [{ total: 0, text: '' }];
  for (const { at, set } of places) {
    contents = contents
      .flatMap(({ total, text }) =>
        Array.from({ length: 10 }, (_, digit) => ({
          total: total + votes[at]![set + digit]!,
          text: text + digit,
        })),
      )
      .sort((a, b) => b.total - a.total)
      .slice(0, 40);
  }
  return contents
    .map(({ total, text }) => ({ total, isTurned, format: 'UPCE' as const, text: `0${text}${implied}` }))
    .map((content) => ({ ...content, text: `0${expandUpcE(content.text)}` }))
    .filter(({ text }) => checkHolds(text))
    .slice(0, 2);
}

/** UPC-E with number system and check digit as UPC-A (GS1 General Specifications, 5.2.2.4.2). */
function expandUpcE(code: string): string {
  const [system, d, check] = [code[0]!, code.slice(1, 7), code[7]!];
  const last = Number(d[5]);
  if (last <= 2) return `${system}${d.slice(0, 2)}${last}0000${d.slice(2, 5)}${check}`;
  if (last === 3) return `${system}${d.slice(0, 3)}00000${d.slice(3, 5)}${check}`;
  if (last === 4) return `${system}${d.slice(0, 4)}00000${d[4]}${check}`;
  return `${system}${d.slice(0, 5)}0000${last}${check}`;
}

function checkHolds(code: string): boolean {
  const sum = [...code].reduce(
    (total, digit, at) => total + Number(digit) * ((code.length - 1 - at) % 2 === 0 ? 1 : 3),
    0,
  );
  return sum % 10 === 0;
}
