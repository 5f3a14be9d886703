/** Characters that have one shape in many fonts, or that differ only in what a recogniser of few classes leaves out. */
const lookAlikes = [
  'oO0°QD',
  'lI1|i!jJ',
  'sS',
  'cC(',
  'vV',
  'wW',
  'xX×',
  'zZ',
  'pP',
  'kK',
  'uU',
  '-–—_−',
  '+±',
  "'’‘`´",
  '"“”„',
  '.·•',
  ',;',
  'μµu',
  '/⁄',
];
const shapes = new Map(lookAlikes.flatMap((group) => [...group].map((c) => [c, group[0] as string])));

/** A character without its marks, as one of all that look like it. */
export function sameShape(character: string): string {
  const base = character.normalize('NFD').replace(/\p{M}/gu, '') || character;
  return [...base].map((c) => shapes.get(c) ?? c).join('');
}

/**
 * What was read in the place of each character of a text, in the shortest way to turn the one into the other.
 *
 * @returns for each of `expected`: `'same'`, or what was read there instead; empty for nothing.
 */
export function readInstead(expected: readonly string[], read: readonly string[]): string[] {
  // A character may be several letters (`fi`), and so may what was read.
  const wanted = expected.flatMap((text, index) => [...sameShape(text)].map((c) => ({ c, index })));
  const seen = read.flatMap((text) => [...text].map((c) => ({ c: sameShape(c), text: c })));
  const [n, m] = [wanted.length, seen.length];
  const row = m + 1;
  const cost = new Uint16Array((n + 1) * row);
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= m; j++) {
      if (i === 0 || j === 0) {
        cost[i * row + j] = i + j;
        continue;
      }
      const same = wanted[i - 1]?.c === seen[j - 1]?.c ? 0 : 1;
      cost[i * row + j] = Math.min(
        (cost[(i - 1) * row + j - 1] as number) + same,
        (cost[(i - 1) * row + j] as number) + 1,
        (cost[i * row + j - 1] as number) + 1,
      );
    }
  const instead = expected.map((): string => 'same');
  let [i, j] = [n, m];
  while (i > 0) {
    const { c, index } = wanted[i - 1] as (typeof wanted)[number];
    const here = cost[i * row + j] as number;
    const isSame = j > 0 && c === seen[j - 1]?.c;
    if (j > 0 && here === (cost[(i - 1) * row + j - 1] as number) + (isSame ? 0 : 1)) {
      if (!isSame) instead[index] = seen[j - 1]?.text ?? '';
      i--;
      j--;
    } else if (here === (cost[(i - 1) * row + j] as number) + 1) {
      instead[index] = '';
      i--;
    } else j--;
  }
  return instead;
}

/** Share of a text's characters that another one has in the same order, spaces and look-alikes aside; 0 to 1. */
export function agreement(expected: string, read: string): number {
  const letters = (text: string): string[] => [...text.replace(/\s+/g, '')];
  const wanted = letters(expected);
  if (wanted.length === 0) return 1;
  const same = readInstead(wanted, letters(read)).filter((instead) => instead === 'same').length;
  return same / Math.max(wanted.length, letters(read).length);
}
