import { type RawBuilder, sql } from 'kysely';

interface Term {
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

/** The words to light up in the picture, lower case. */
export function searchHits(input: string): string[] {
  return parseSearch(input)
    .filter((term) => !term.excluded)
    .map((term) => term.text.toLowerCase());
}

/** Words that may have a wrong letter; shorter ones are one letter away from too many others. */
const mayBeNear = ({ text, phrase, excluded }: Term): boolean =>
  !phrase && !excluded && /^\p{L}{5,30}$/u.test(text);

export const mayHaveWrongLetters = (input: string): boolean => parseSearch(input).some(mayBeNear);

/**
 * The terms as a tsquery; undefined where there is nothing to look for. The last word also finds words that
 * begin with it, so that results come while one types. `withNear`: also words with one wrong letter.
 */
export function toTsQuery(input: string, { withNear = false } = {}): RawBuilder<unknown> | undefined {
  const terms = parseSearch(input);
  if (!terms.some((term) => !term.excluded)) return undefined;
  const parts = terms.map((term, index) => {
    const plain = term.phrase
      ? sql`phraseto_tsquery('simple', app.fold(${term.text}))`
      : sql`plainto_tsquery('simple', app.fold(${term.text}))`;
    if (term.excluded) return sql`!!${plain}`;
    const isPrefix = !term.phrase && index === terms.length - 1;
    // A tsquery prints with its lexemes quoted, so that ':*' lands on the last of them whatever was typed.
    const exact = isPrefix
      ? sql`(case when numnode(${plain}) = 0 then ${plain} else (${plain}::text || ':*')::tsquery end)`
      : plain;
    return withNear && mayBeNear(term)
      ? sql`(${exact} || coalesce((select app.near_words(${term.text})), ${plain}))`
      : exact;
  });
  return sql`(${sql.join(parts, sql` && `)})`;
}
