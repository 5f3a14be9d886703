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
  /** Characters of `text` with which a word begins. */
  starts: number[];
}

const isWordCharacter = /[\p{L}\p{N}]/u;
interface FoldedCharacter {
  text: string;
  isWordCharacter: boolean;
}

/** What each character folds to; the same few hundred come again and again, and expressions are slow in a sandbox. */
const folded = new Map<string, FoldedCharacter>();

function foldCharacter(character: string): FoldedCharacter {
  let known = folded.get(character);
  if (known) return known;
  let text = '';
  const base = character
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  for (const part of plainLetters[base] ?? base) {
    const plain = lookalikes[part] ?? part;
    if (/[\p{L}\p{N}%#№]/u.test(plain)) text += plain;
  }
  known = { text, isWordCharacter: isWordCharacter.test(character) };
  folded.set(character, known);
  return known;
}

/** A text as labels are compared, and where each of its characters stood. */
export function foldText(original: string): FoldedText {
  let text = '';
  const at: number[] = [];
  const starts: number[] = [];
  let index = 0;
  let isInWord = false;
  for (const character of original) {
    const { text: plain, isWordCharacter: isOfWord } = foldCharacter(character);
    if (plain !== '') {
      if (!isInWord) starts.push(text.length);
      for (let i = 0; i < plain.length; i++) at.push(index);
      text += plain;
    }
    // A sign such as % is compared, but a word may begin behind it; a lookalike (`|`, `$`) may be a letter of one.
    isInWord = plain !== '' && isOfWord;
    index += character.length;
  }
  return { text, at, starts };
}

/** How many characters of a label may be misread: none of a short one, about one in six of a longer. */
export const misreadLimit = (wanted: string): number =>
  wanted.length < 5 ? 0 : Math.floor((wanted.length + 1) / 6);

/** Parts of a label of which at least one is read rightly where no more than `limit` characters are misread. */
export function piecesOf(wanted: string, limit: number): string[] {
  const size = Math.floor(wanted.length / (limit + 1));
  return Array.from({ length: limit + 1 }, (_, i) =>
    wanted.slice(i * size, i === limit ? wanted.length : (i + 1) * size),
  );
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
    let least = i;
    for (let j = 1; j <= width; j++) {
      const edits = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + (wanted[i - 1] === text[j - 1] ? 0 : 1),
      );
      next.push(edits);
      if (edits < least) least = edits;
    }
    row = next;
    if (least > limit) return [];
  }
  return row
    .map((edits, length) => ({ edits, length }))
    .filter(({ edits, length }) => edits <= limit && length > 0)
    .sort((a, b) => a.edits - b.edits || b.length - a.length);
}
