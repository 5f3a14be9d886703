export interface Term {
  text: string;
  phrase: boolean;
  excluded: boolean;
}

const maxTerms = 20;
const maxLength = 500;

/** What a person typed, as terms: words, "phrases" and -exclusions. Any input is safe. */
export function parseSearch(input: string): Term[] {
  // NUL is the one character PostgreSQL's text cannot hold.
  const text = input.replaceAll('\0', ' ').slice(0, maxLength);
  const terms: Term[] = [];
  for (const match of text.matchAll(/(-?)(?:"([^"]*)"?|(\S+))/gu)) {
    const [, minus, quoted, word] = match;
    const value = (quoted ?? word ?? '').trim();
    if (!/[\p{L}\p{N}]/u.test(value)) continue;
    terms.push({ text: value, phrase: quoted !== undefined, excluded: minus === '-' });
    if (terms.length === maxTerms) break;
  }
  return terms;
}

/** Words that may have a wrong letter; shorter ones are one letter away from too many others. */
export const mayBeNear = ({ text, phrase, excluded }: Term): boolean =>
  !phrase && !excluded && /^\p{L}{5,30}$/u.test(text);

/** As `app.fold` does for the index: without accents, Müller and Mueller the same. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[øđłıðþ]/g, (letter) => unlike[letter] ?? letter)
    .replaceAll('ß', 'ss')
    .replaceAll(/([aou])e/g, '$1');

const unlike: Record<string, string> = { ø: 'o', đ: 'd', ł: 'l', ı: 'i', ð: 'd', þ: 't' };

/** Two letters that are seen as one. */
const alike = [
  ['rn', 'm'],
  ['cl', 'd'],
  ['vv', 'w'],
] as const;

/**
 * Whether two folded words differ by one letter, as `app.near_words` finds them: one too many, too few, another, two in each
 * other's place, or two that are seen as one.
 */
export function isOneLetterOff(word: string, other: string): boolean {
  let [from, end] = [0, 0];
  while (from < word.length && from < other.length && word[from] === other[from]) from++;
  while (end < word.length - from && end < other.length - from && word.at(-1 - end) === other.at(-1 - end))
    end++;
  const [here, there] = [word.slice(from, word.length - end), other.slice(from, other.length - end)];
  if (here === there) return false;
  if (here.length <= 1 && there.length <= 1) return true;
  if (here.length === 2 && there === `${here[1]}${here[0]}`) return true;
  return alike.some((pair) => pair.includes(here as never) && pair.includes(there as never));
}
