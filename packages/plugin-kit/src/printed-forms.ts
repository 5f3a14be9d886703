const longestCode = 100;

/**
 * A code as papers print it: with blanks and marks between its letters and figures, and nothing of it before and behind, so that
 * `RE-4` is not in `RE-42`. Undefined where it is no code.
 */
export function codeForm(code: string): RegExp | undefined {
  const letters = [...code.normalize('NFKC')].filter((letter) => /[\p{L}\p{N}]/u.test(letter));
  if (letters.length === 0 || letters.length > longestCode) return undefined;
  return new RegExp(
    `(?<![\\p{L}\\p{N}]|\\p{N}[-/])${letters.join('[^\\p{L}\\p{N}]{0,2}')}(?![-/.]?[\\p{L}\\p{N}])`,
    'iu',
  );
}

/** An amount or number as papers print it, whatever their marks and without its sign; noughts at its end may be left out. */
export function amountForm(amount: string): RegExp | undefined {
  const [, whole = '', places = ''] = /^-?(\d{1,15})(?:\.(\d{1,6}))?$/.exec(amount) ?? [];
  if (whole === '') return undefined;
  const groups = whole.replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, "[.,'’ ]?");
  const said = places.replace(/0+$/, '');
  const decimals = said === '' ? '(?:[.,]0{1,6})?' : `[.,]${said}0{0,6}`;
  return new RegExp(`(?<![\\d.,])${groups}${decimals}(?![\\d]|[.,]\\d)`, 'u');
}

/** Words of a text, in small letters. */
export const plainWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a text has these words in their order, others between them or not. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const there = plainWords(text);
  let from = 0;
  return words.every((word) => {
    const at = there.indexOf(word, from);
    from = at + 1;
    return at >= 0;
  });
}
