import { type RawBuilder, sql } from 'kysely';
import { mayBeNear, parseSearch } from './rules.ts';

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
