import type { InkMap } from './crop-line.ts';
import type { Glyph } from './ctc.ts';
import type { GlyphWord } from './words.ts';

// cspell:disable -- letters, no words
/** Letters whose capital has the same shape: only their height tells them apart, and recognisers see each line at one height. */
const sameShape = /^[cosuvwxz]$/;
/** Letters that reach to the height of an `x`, and characters that reach higher, whatever the type. */
const low = /^[aemnr]$/;
const tall = /^[A-Zbdfhkl0-9]$/;
// cspell:enable
/** Rows by which the two heights differ at least, and what a letter has to rise above the lower, where no tall one is beside it. */
const leastRise = 3;
const riseAlone = 0.16;
/** Share of the strongest ink from which a row belongs to a letter, and share of the way to its neighbours that is looked at. */
const inkShare = 0.45;
const reach = 0.36;
/** Before a word there is room: the strokes of a `W` are at its very edges. */
const firstReach = 0.65;

/**
 * Words that begin with a capital which was read as the small letter of the same shape: it is as tall as the capitals, digits and
 * ascenders of its line, or clearly taller than its small letters.
 *
 * @param ink of the line's crop, `columnsPerStep` columns of which make one time step.
 */
export function withFirstCapitals(
  words: readonly GlyphWord[],
  ink: InkMap,
  columnsPerStep: number,
): GlyphWord[] {
  if (!words.some(({ glyphs }) => sameShape.test(glyphs[0]?.text ?? ''))) return [...words];
  const glyphs = words.flatMap((word) => word.glyphs);
  const spanOf = spans(glyphs, ink, columnsPerStep);
  const spansLike = (kind: RegExp): Span[] =>
    glyphs.flatMap((glyph, index) => (kind.test(glyph.text) ? (spanOf(index) ?? []) : []));
  const lowOnes = spansLike(low);
  if (lowOnes.length === 0) return [...words];
  const lowTop = median(lowOnes.map(({ top }) => top));
  const lowHeight = median(lowOnes.map(({ bottom }) => bottom)) - lowTop;
  const tallOnes = spansLike(tall);
  const tallTop = tallOnes.length === 0 ? undefined : median(tallOnes.map(({ top }) => top));
  if (tallTop !== undefined && lowTop - tallTop < leastRise) return [...words];
  const needed =
    tallTop === undefined ? Math.max(leastRise, riseAlone * lowHeight) : 0.6 * (lowTop - tallTop);
  let index = 0;
  return words.map((word) => {
    const at = index;
    index += word.glyphs.length;
    const [first, ...rest] = word.glyphs;
    if (!first || !sameShape.test(first.text)) return word;
    const span = spanOf(at, firstReach);
    return span && lowTop - span.top >= needed
      ? { ...word, glyphs: [{ ...first, text: first.text.toUpperCase() }, ...rest] }
      : word;
  });
}

/** Rows of the crop a letter takes. */
interface Span {
  top: number;
  bottom: number;
}

function spans(
  glyphs: readonly Glyph[],
  { width, height, data }: InkMap,
  columnsPerStep: number,
): (index: number, before?: number) => Span | undefined {
  let strongest = 0;
  for (const value of data) if (value > strongest) strongest = value;
  const least = inkShare * strongest;
  return (index, outwards = reach) => {
    const { centre } = glyphs[index] as Glyph;
    const before = glyphs[index - 1]?.centre;
    const after = glyphs[index + 1]?.centre ?? 2 * centre - (before ?? centre - 2);
    const left = Math.min(centre - (before ?? Number.NEGATIVE_INFINITY), after - centre);
    const column = (step: number): number => Math.round((step + 0.5) * columnsPerStep);
    const from = Math.max(0, column(centre - outwards * left));
    const to = Math.min(width - 1, column(centre + reach * (after - centre)));
    let [top, bottom] = [-1, -1];
    for (let y = 0; y < height; y++)
      for (let x = from; x <= to; x++) {
        if ((data[y * width + x] as number) < least) continue;
        if (top < 0) top = y;
        bottom = y;
        break;
      }
    return top < 0 ? undefined : { top, bottom };
  };
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
