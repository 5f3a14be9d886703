/** Letters that NFD leaves as they are. */
const plainLetters: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};
/** Characters a recogniser takes for one another, each as one of its kind. */
const lookalikes: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '|': 'l',
  '!': 'l',
  '5': 's',
  '8': 'b',
  $: 's',
};

export interface FoldedText {
  /** Lower case, without marks on letters, punctuation and white space; lookalikes as one. */
  text: string;
  /** Index in the original text of each character. */
  at: number[];
}

/** A text as labels are compared, and where each of its characters stood. */
export function foldText(original: string): FoldedText {
  let text = '';
  const at: number[] = [];
  let index = 0;
  for (const character of original) {
    const base = character
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase();
    for (const part of plainLetters[base] ?? base) {
      const folded = lookalikes[part] ?? part;
      if (/[\p{L}\p{N}%#№]/u.test(folded)) {
        text += folded;
        at.push(index);
      }
    }
    index += character.length;
  }
  return { text, at };
}

/**
 * Edits (insertions, deletions, substitutions) from `wanted` to each beginning of `text`, by the beginning's length.
 * Only those of at most `limit` edits; the fewest edits first, of equals the longer.
 */
export function closeBeginnings(
  text: string,
  wanted: string,
  limit: number,
): { edits: number; length: number }[] {
  if (limit === 0) return text.startsWith(wanted) ? [{ edits: 0, length: wanted.length }] : [];
  const width = Math.min(text.length, wanted.length + limit);
  let row = Array.from({ length: width + 1 }, (_, i) => i);
  for (let i = 1; i <= wanted.length; i++) {
    const next = [i];
    for (let j = 1; j <= width; j++)
      next.push(
        Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (wanted[i - 1] === text[j - 1] ? 0 : 1)),
      );
    row = next;
    if (Math.min(...row) > limit) return [];
  }
  return row
    .map((edits, length) => ({ edits, length }))
    .filter(({ edits, length }) => edits <= limit && length > 0)
    .sort((a, b) => a.edits - b.edits || b.length - a.length);
}
