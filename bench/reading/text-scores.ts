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

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export interface PlacedText {
  text: string;
  box: readonly (readonly [number, number])[];
}

function bounds(points: readonly (readonly [number, number])[]): Box {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

export interface CharacterCounts {
  /** Characters printed, spaces left out. */
  printed: number;
  /** Characters that had to be put in, taken out or changed. */
  errors: number;
}

/**
 * Character errors by place: every word read is given to the printed line it overlaps most, the words given to a line
 * are joined from left to right (along the line), and compared with it without spaces. Text read where nothing is
 * printed is not counted here; it costs precision in the word scores.
 */
export function characterErrors(
  words: readonly PlacedText[],
  printed: readonly PlacedText[],
  normalise: Normalise,
): CharacterCounts {
  const boxes = printed.map((line) => bounds(line.box));
  const given: { text: string; x: number; y: number }[][] = printed.map(() => []);
  for (const word of words) {
    const w = bounds(word.box);
    let best = -1;
    let bestShare = 0.2;
    boxes.forEach((b, i) => {
      const dx = Math.min(w.x1, b.x1) - Math.max(w.x0, b.x0);
      const dy = Math.min(w.y1, b.y1) - Math.max(w.y0, b.y0);
      if (dx <= 0 || dy <= 0) return;
      const share = (dx * dy) / ((w.x1 - w.x0) * (w.y1 - w.y0) + 1e-9);
      if (share > bestShare) {
        bestShare = share;
        best = i;
      }
    });
    if (best >= 0) given[best]?.push({ text: word.text, x: (w.x0 + w.x1) / 2, y: (w.y0 + w.y1) / 2 });
  }
  let total = 0;
  let errors = 0;
  printed.forEach((line, i) => {
    const truth = normalise(line.text).replace(/ /g, '');
    const b = boxes[i] as Box;
    const tall = b.y1 - b.y0 > 1.5 * (b.x1 - b.x0);
    const parts = (given[i] ?? []).sort((p, q) => (tall ? p.y - q.y : p.x - q.x));
    const read = normalise(parts.map((p) => p.text).join('')).replace(/ /g, '');
    total += [...truth].length;
    errors += Math.min([...truth].length, editDistance(read, truth));
  });
  return { printed: total, errors };
}
