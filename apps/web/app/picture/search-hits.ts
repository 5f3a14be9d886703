import type { Quad } from './geometry.ts';

interface SeenWord {
  text: string;
  box: Quad;
}

interface Seen {
  lines: readonly { text: string; box: Quad; words: readonly SeenWord[] }[];
  barcodes: readonly { text: string; box: Quad }[];
}

/** As the search does: Müller and Mueller the same. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/([aou])e/g, '$1');

/** The words someone searches for; excluded words (`-word`) and `or` find nothing to light up. */
export function searchedWords(query: string): string[] {
  return folded(query)
    .split(/[\s"]+/)
    .filter((part) => part && !part.startsWith('-') && part !== 'or')
    .flatMap((part) => part.split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length > 0);
}

/** Boxes of the words and barcodes that a search query hits, in reading order. */
export function searchHits(seen: Seen | null, query: string | undefined): Quad[] {
  const words = searchedWords(query ?? '');
  if (!seen || words.length === 0) return [];
  const parts = (text: string): string[] => folded(text).split(/[^\p{L}\p{N}]+/u);
  const isHit = (text: string): boolean =>
    parts(text).some((part) => part !== '' && words.some((word) => part.startsWith(word)));
  return [
    ...seen.lines.flatMap((line) => {
      const hit = line.words.filter((word) => isHit(word.text)).map((word) => word.box);
      return hit.length === 0 && line.words.length === 0 && isHit(line.text) ? [line.box] : hit;
    }),
    ...seen.barcodes.filter((barcode) => isHit(barcode.text)).map((barcode) => barcode.box),
  ];
}
