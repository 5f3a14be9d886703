/** Measures of what was read against what is printed. */

/** How texts are made comparable before they are compared. */
export type Normalise = (text: string) => string;

/** Compatibility forms folded, white space to single spaces; letter case counts. */
export const exactCase: Normalise = (text) => text.normalize('NFKC').replace(/\s+/g, ' ').trim();

/** The same, letter case ignored. */
export const anyCase: Normalise = (text) => exactCase(text).toUpperCase();

/** Levenshtein distance. */
export function editDistance(a: string, b: string): number {
  const x = [...a];
  const y = [...b];
  let row = Array.from({ length: y.length + 1 }, (_, i) => i);
  for (let i = 1; i <= x.length; i++) {
    const next = [i];
    for (let j = 1; j <= y.length; j++) {
      next[j] = Math.min(
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        (row[j - 1] as number) + (x[i - 1] === y[j - 1] ? 0 : 1),
      );
    }
    row = next;
  }
  return row[y.length] as number;
}

export interface PrecisionRecall {
  hits: number;
  read: number;
  printed: number;
}

/** Words in common, each counted as often as it stands in both (order does not matter). */
export function matchWords(read: readonly string[], printed: readonly string[]): PrecisionRecall {
  const left = new Map<string, number>();
  for (const word of printed) left.set(word, (left.get(word) ?? 0) + 1);
  let hits = 0;
  for (const word of read) {
    const n = left.get(word) ?? 0;
    if (n === 0) continue;
    left.set(word, n - 1);
    hits++;
  }
  return { hits, read: read.length, printed: printed.length };
}

export function addCounts(a: PrecisionRecall, b: PrecisionRecall): PrecisionRecall {
  return { hits: a.hits + b.hits, read: a.read + b.read, printed: a.printed + b.printed };
}

export function scores(c: PrecisionRecall): { precision: number; recall: number; f1: number } {
  const precision = c.read === 0 ? 0 : c.hits / c.read;
  const recall = c.printed === 0 ? 0 : c.hits / c.printed;
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}

export interface PlacedText {
  text: string;
  /** Four corners, clockwise from the top left. */
  box: readonly (readonly [number, number])[];
}

/** Where a point lies in a box: 0 to 1 along it and 0 to 1 across it when inside. */
function placeIn(box: PlacedText['box'], [x, y]: readonly [number, number]): [along: number, across: number] {
  const [a, b, , d] = box;
  if (!a || !b || !d) return [Number.NaN, Number.NaN];
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], d[0] - a[0], d[1] - a[1]];
  const area = ux * vy - uy * vx || 1e-9;
  const [px, py] = [x - a[0], y - a[1]];
  return [(px * vy - py * vx) / area, (ux * py - uy * px) / area];
}

export interface CharacterCounts {
  /** Characters printed, spaces left out. */
  printed: number;
  /** Characters that had to be put in, taken out or changed. */
  errors: number;
}

/** The words that were read where each printed line stands, along it, and those where none does. */
export function readAtLines(
  words: readonly PlacedText[],
  printed: readonly PlacedText[],
): { at: string[][]; elsewhere: PlacedText[] } {
  const given: { text: string; along: number }[][] = printed.map(() => []);
  const elsewhere: PlacedText[] = [];
  for (const word of words) {
    const n = word.box.length;
    const centre = [0, 1].map((k) => word.box.reduce((sum, p) => sum + (p[k] as number), 0) / n);
    let best = -1;
    let bestAcross = 0.8;
    let bestAlong = 0;
    printed.forEach((line, i) => {
      const [along, across] = placeIn(line.box, centre as [number, number]);
      if (!(along > -0.1 && along < 1.1) || Math.abs(across - 0.5) >= bestAcross) return;
      bestAcross = Math.abs(across - 0.5);
      bestAlong = along;
      best = i;
    });
    if (best >= 0) given[best]?.push({ text: word.text, along: bestAlong });
    else elsewhere.push(word);
  }
  const at = given.map((parts) => parts.sort((p, q) => p.along - q.along).map(({ text }) => text));
  return { at, elsewhere };
}

/**
 * Character errors by place: every word read is given to the printed line its centre lies on (of several the one
 * whose middle is nearest), the words given to a line are joined along it and compared with it without spaces. Text
 * read where nothing is printed is not counted here; it costs precision in the word scores.
 */
export function characterErrors(
  words: readonly PlacedText[],
  printed: readonly PlacedText[],
  normalise: Normalise,
): CharacterCounts {
  const { at } = readAtLines(words, printed);
  let total = 0;
  let errors = 0;
  printed.forEach((line, i) => {
    const truth = [...normalise(line.text).replace(/ /g, '')];
    const read = normalise((at[i] ?? []).join('')).replace(/ /g, '');
    total += truth.length;
    errors += Math.min(truth.length, editDistance(read, truth.join('')));
  });
  return { printed: total, errors };
}
