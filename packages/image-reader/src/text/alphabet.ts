import { expectedLetters } from './expected-letters.ts';
import { lettersOf, type Script, scriptsOf } from './scripts.ts';

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
  /** What the probability of each class is multiplied by before the likeliest is taken; left out where by one. */
  priors?: Float32Array | undefined;
  /** Letters and signs beyond ASCII that the languages read are written with. */
  expected: ReadonlySet<string>;
}

const symbols = new Set('€£$¥¢°±×÷²³µμ½¼¾©®™•·…–—‘’“”„«»§№Ω≥≤≈√∞');

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

/** The last alphabet of each loaded model: pictures are mostly read in the languages of the one before. */
const lastOf = new WeakMap<readonly string[], { of: string; alphabet: Alphabet }>();

/**
 * The same object for the same model and languages, as long as no others come between.
 *
 * @param dictionary one text for each class between blank and space, in the model's order.
 * @param languages BCP 47 tags of what is read.
 * @param script what the model is for: its letters are read whatever the languages are.
 */
export function makeAlphabet(
  dictionary: readonly string[],
  languages: readonly string[],
  script?: Script,
): Alphabet {
  const of = JSON.stringify([languages, script]);
  const last = lastOf.get(dictionary);
  if (last?.of === of) return last.alphabet;
  const alphabet = alphabetFrom(dictionary, languages, script);
  lastOf.set(dictionary, { of, alphabet });
  return alphabet;
}

function alphabetFrom(
  dictionary: readonly string[],
  languages: readonly string[],
  script: Script | undefined,
): Alphabet {
  const scripts = new Set<Script>(scriptsOf(languages).filter((each) => each !== 'latin'));
  if (script) scripts.add(script);
  const letters = [...scripts].map((each) => lettersOf[each]);
  const texts = ['', ...dictionary.map(fold), ' '];
  const allowed: number[] = [];
  for (let i = 1; i <= dictionary.length; i++) {
    const text = texts[i] as string;
    const code = text.codePointAt(0) ?? 0;
    const latin =
      (code > 0x20 && code < 0x7f) || (code >= 0xc0 && code <= 0x17f && text !== '×' && text !== '÷');
    if (latin || symbols.has(text) || letters.some((each) => each.test(text))) allowed.push(i);
  }
  return {
    classes: texts.length,
    allowed: Int32Array.from(allowed),
    texts,
    blank: 0,
    space: texts.length - 1,
    expected: expectedLetters(languages),
  };
}
