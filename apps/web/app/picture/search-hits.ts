import { folded, isOneLetterOff, mayBeNear, parseSearch } from '@readout/domain/search/rules';
import type { Quad } from './geometry.ts';

interface SeenWord {
  text: string;
  box: Quad;
}

interface Seen {
  lines: readonly { text: string; box: Quad; words: readonly SeenWord[] }[];
  barcodes: readonly { text: string; box: Quad }[];
}

const lettersOf = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');

/**
 * Boxes of the words and barcodes that a search query hits, in reading order: what begins with a word as it was typed; where
 * nothing on the page does, what is one letter off it, as the list finds it. Excluded words (`-word`) and `or` light nothing up.
 */
export function searchHits(seen: Seen | null, query: string | undefined): Quad[] {
  const terms = parseSearch(query ?? '').filter(({ text, excluded }) => !excluded && text !== 'or');
  if (!seen || terms.length === 0) return [];
  const words = terms.flatMap((term) =>
    lettersOf(term.text).map((letters) => ({
      letters,
      isNear: mayBeNear(term) && /^[a-z]{5,}$/.test(letters),
    })),
  );
  const places = [
    ...seen.lines.flatMap((line) => (line.words.length > 0 ? line.words : [line])),
    ...seen.barcodes,
  ].map(({ text, box }) => ({ parts: lettersOf(text), box }));
  const found = (isHit: (part: string) => boolean): typeof places =>
    places.filter(({ parts }) => parts.some(isHit));
  const hits = new Set(
    words.flatMap(({ letters, isNear }) => {
      const exact = found((part) => part.startsWith(letters));
      return exact.length > 0 || !isNear ? exact : found((part) => isOneLetterOff(letters, part));
    }),
  );
  return places.filter((place) => hits.has(place)).map(({ box }) => box);
}
