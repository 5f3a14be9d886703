// cspell:ignore Lunpur Elmvood
import { closeBeginnings, foldText, misreadLimit } from './folded-text.ts';
import { wordsOf } from './layout.ts';
import type { Line } from './types.ts';

/** Words and phrases that a text may hold, made ready for {@link repairWords}; an opaque value. */
export interface KnownWords {
  /** By the number of their words, longest phrases first. */
  groups: readonly (readonly [count: number, words: readonly KnownWord[]])[];
}

interface KnownWord {
  word: string;
  /** Made when it is first compared: most never are, and folding is slow in a sandbox. */
  folded?: string;
}

/** Names of fewer letters are too like each other for a misread one to be told from another that is meant. */
const shortest = 7;
const between = /[ .-]+/;
const token = /[\p{L}\p{M}\d|!$'’]+/gu;

/** Words and phrases in their usual spelling; those of fewer than seven letters are never put in another's place. */
export function knownWords(words: readonly string[]): KnownWords {
  const groups = new Map<number, KnownWord[]>();
  for (const word of words) {
    // Most are one word; splitting is slow in a sandbox.
    const count = between.test(word) ? word.split(between).length : 1;
    const group = groups.get(count);
    if (group) group.push({ word });
    else groups.set(count, [{ word }]);
  }
  return { groups: [...groups].sort(([a], [b]) => b - a) };
}

/**
 * The text with misread known words put right: a word or phrase that differs in about one character of six from a known
 * one, and in which the recogniser doubts a word. `Kuala Lunpur` is `Kuala Lumpur`. What is known is left as it is.
 * @param isDoubtful whether a word, as it stands in the text without punctuation, may be misread: {@link doubtfulWords}.
 */
export function repairWords(text: string, known: KnownWords, isDoubtful: (word: string) => boolean): string {
  const tokens = [...text.matchAll(token)];
  let repaired = '';
  let end = 0;
  for (let at = 0; at < tokens.length; ) {
    const found = longestAt(text, tokens, at, known, isDoubtful);
    if (found) {
      const start = tokens[at]!.index;
      const last = tokens[at + found.count - 1]!;
      repaired += text.slice(end, start) + found.text;
      end = last.index + last[0].length;
    }
    at += found?.count ?? 1;
  }
  return repaired + text.slice(end);
}

function longestAt(
  text: string,
  tokens: readonly RegExpExecArray[],
  at: number,
  { groups }: KnownWords,
  isDoubtful: (word: string) => boolean,
): { text: string; count: number } | undefined {
  for (const [count, words] of groups) {
    const window = tokens.slice(at, at + count);
    const last = window.at(-1);
    if (!last || window.length < count || !window.some(([word]) => hasMark(word) || isDoubtful(word)))
      continue;
    const seen = text.slice(window[0]!.index, last.index + last[0].length);
    // The words of a name stand side by side: another mark between them ends it.
    if (count > 1 && !/^[^\n,;:/()]*$/.test(seen)) continue;
    const close = closest(foldText(seen).text, words);
    if (!close) continue;
    // A name may be printed without its marks; one that has none was not printed with any.
    if (bare(seen) === bare(close) && (hasMark(close) || !hasMark(seen))) return { text: seen, count };
    if (bare(seen) === bare(close) || window.some(([word]) => isDoubtful(word)))
      return { text: inCaseOf(seen, close), count };
  }
  return undefined;
}

/** The only known word near enough; none where two are equally near. */
function closest(folded: string, words: readonly KnownWord[]): string | undefined {
  let best: { edits: number; word: string } | undefined;
  let isTie = false;
  for (const known of words) {
    // Two for the spaces in a name, one for a letter that folds to two.
    if (Math.abs(known.word.length - folded.length) > misreadLimit(folded) + 3) continue;
    // One of its ends is read rightly; this is looked at before the whole is folded.
    const { word } = known;
    if (
      foldText(word[0]!).text !== folded[0] &&
      foldText(word[word.length - 1]!).text !== folded[folded.length - 1]
    )
      continue;
    known.folded ??= foldText(word).text;
    if (known.folded === folded) return word;
    const limit = misreadLimit(known.folded);
    if (known.folded.length < shortest || Math.abs(known.folded.length - folded.length) > limit) continue;
    const edits = closeBeginnings(folded, known.folded, best ? Math.min(limit, best.edits) : limit).find(
      ({ length }) => length === folded.length,
    )?.edits;
    if (edits === undefined) continue;
    isTie = best?.edits === edits;
    best = { edits, word };
  }
  return isTie ? undefined : best?.word;
}

/** Without case, marks on letters and spaces: as it is printed here or there. */
const bare = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\s.-]/g, '')
    .toLowerCase();

const hasMark = (text: string) => /[^\0-\x7f]/.test(text);

function inCaseOf(seen: string, word: string): string {
  const capitals = seen.match(/\p{Lu}/gu)?.length ?? 0;
  const small = seen.match(/\p{Ll}/gu)?.length ?? 0;
  return capitals > small ? word.toUpperCase() : capitals === 0 ? word.toLowerCase() : word;
}

/**
 * Words of the lines, without punctuation, that the recogniser was not sure of.
 * @param below confidence, 0 to 1, from which on a word is taken to be read rightly.
 */
export function doubtfulWords(lines: readonly Line[], below = 0.97): ReadonlySet<string> {
  const doubtful = new Set<string>();
  for (const line of lines)
    for (const { word } of wordsOf(line))
      if (word.confidence < below) for (const [part] of word.text.matchAll(token)) doubtful.add(part);
  return doubtful;
}

/** Letters so alike that a recogniser is sure of the wrong one. */
const twins = new Set(['vw', 'mn', 'uv', 'ce', 'hn', 'il', 'jl', 'it', 'lt', 'ft', 'oq', 'gq', 'do', 'ao']);
const shortestRepeated = 5;

/**
 * The text with words put right that the same page prints elsewhere with one other letter: `Elmvood` beside two
 * `Elmwood`, or a word the recogniser doubts beside the same one of which it is sure.
 * @param lines what the page prints, those of the text among them.
 */
export function repairByRepetition(text: string, lines: readonly Line[]): string {
  const lengths = new Set(text.match(token)?.flatMap(({ length }) => [length - 1, length, length + 1]));
  /** Words by their length, which two that differ in one letter share. */
  const words = new Map<number, Map<string, { count: number; confidence: number }>>();
  for (const line of lines)
    for (const { text: printed, confidence } of line.words) {
      // Most words of a page are short or numbers; expressions are slow in a sandbox.
      if (printed.length < shortestRepeated || printed[0]! <= '9') continue;
      for (const part of printed.split(/[^\p{L}]+/u)) {
        if (part.length < shortestRepeated || !lengths.has(part.length)) continue;
        const same = words.get(part.length) ?? new Map<string, { count: number; confidence: number }>();
        words.set(part.length, same);
        const key = part.toLowerCase();
        const known = same.get(key);
        if (!known) same.set(key, { count: 1, confidence });
        else {
          known.count++;
          known.confidence = Math.max(known.confidence, confidence);
        }
      }
    }
  return text.replace(token, (word) => {
    const key = word.toLowerCase();
    const own = words.get(word.length)?.get(key);
    if (own?.count !== 1) return word;
    const near = [-1, 0, 1].flatMap((more) => [...(words.get(word.length + more) ?? [])]);
    const better = near.filter(([other, { count, confidence }]) => {
      if (count < 2 && !(own.confidence < 0.85 && confidence > own.confidence + 0.1)) return false;
      const pair = changedLetters(key, other);
      return pair !== undefined && (count < 2 || own.confidence < 0.85 || twins.has(pair));
    });
    return better.length === 1 ? inCaseOf(word, titled(better[0]![0])) : word;
  });
}

const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * The two letters, in alphabetical order, in which two words differ: one in the other's place, or, inside a word, one too
 * many beside the one it was made of (`vw` for `w`). Undefined where they differ in more.
 */
function changedLetters(a: string, b: string): string | undefined {
  if (a === b) return undefined;
  const [longer, shorter] = a.length < b.length ? [b, a] : [a, b];
  let at = 0;
  while (longer[at] === shorter[at]) at++;
  const isReplaced = a.length === b.length;
  if (longer.slice(at + 1) !== shorter.slice(isReplaced ? at + 1 : at)) return undefined;
  // A letter more at an end is another word: `store` and `stores`.
  if (!isReplaced && (at === 0 || at === longer.length - 1)) return undefined;
  return [longer[at], isReplaced ? shorter[at] : longer[at + 1]].sort().join('');
}
