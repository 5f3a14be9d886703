/**
 * Which of the recogniser's classes may be read, and as what. The usual models know thousands of Chinese characters;
 * for languages in Latin script none of them can be right, and leaving them out turns their look-alikes into letters.
 */
export interface Alphabet {
  /** Number of classes of the model: blank, the dictionary, space. */
  classes: number;
  /** Classes that may be read, ascending, without blank and space. */
  allowed: Int32Array;
  /** Text of each class; empty for blank. */
  texts: readonly string[];
  blank: number;
  space: number;
}

const symbols = new Set('€£$¥¢°±×÷²³µμ½¼¾©®™•·…–—‘’“”„«»§№Ω≥≤≈√∞');

/** Scripts beyond Latin that a language is written in, as tests for one character. */
const scriptTests: readonly [languages: RegExp, script: RegExp][] = [
  [
    /^(zh|ja|ko|yue)\b/,
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}、。「」《》【】]/u,
  ],
  [/^el\b/, /\p{Script=Greek}/u],
  [/^(ru|uk|bg|sr|mk|be)\b/, /\p{Script=Cyrillic}/u],
];

/** Full-width forms as their ordinary ones, compatibility look-alikes of ASCII folded. */
function fold(text: string): string {
  const code = text.codePointAt(0) ?? 0;
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCodePoint(code - 0xfee0);
  if (code === 0x2236) return ':';
  if (code === 0x2223) return '|';
  if (code === 0x2019 || code === 0x2018) return "'";
  if (code === 0x201c || code === 0x201d) return '"';
  if (code === 0xffe5) return '¥';
  return text;
}

/**
 * @param dictionary one text for each class between blank and space, in the model's order.
 * @param languages BCP 47 tags of what is read.
 */
export function makeAlphabet(dictionary: readonly string[], languages: readonly string[]): Alphabet {
  const scripts = scriptTests
    .filter(([tag]) => languages.some((l) => tag.test(l)))
    .map(([, script]) => script);
  const texts = ['', ...dictionary.map(fold), ' '];
  const allowed: number[] = [];
  for (let i = 1; i <= dictionary.length; i++) {
    const text = texts[i] as string;
    const code = text.codePointAt(0) ?? 0;
    const latin =
      (code > 0x20 && code < 0x7f) || (code >= 0xc0 && code <= 0x17f && text !== '×' && text !== '÷');
    if (latin || symbols.has(text) || scripts.some((s) => s.test(text))) allowed.push(i);
  }
  return {
    classes: texts.length,
    allowed: Int32Array.from(allowed),
    texts,
    blank: 0,
    space: texts.length - 1,
  };
}
