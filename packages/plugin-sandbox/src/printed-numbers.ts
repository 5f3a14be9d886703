/** Numbers that are printed in a text, however their marks are to be understood. */

/** Groups of a number that are printed apart: more than these are others. */
const mostGroups = 6;

/**
 * Every number a text can be read to print, as plain decimals without noughts at their ends: `1 234,50` is `1234.5`. Where one
 * mark may part thousands or decimals, both. A minus before or behind it, or brackets, make it negative.
 */
export function printedNumbers(text: string): Set<string> {
  const found = new Set<string>();
  const tokens = text.normalize('NFKC').split(/\s+/).filter(Boolean);
  for (const [at, token] of tokens.entries()) {
    let joined = token;
    addAll(found, joined, tokens[at - 1]);
    // Thousands parted by spaces, and marks a space was read beside.
    for (let next = at + 1; next < Math.min(tokens.length, at + mostGroups); next++) {
      const more = tokens[next] as string;
      const isGroup = /(?:^|\D)\d{1,3}$/.test(joined) && /^\d{3}(?!\d)/.test(more);
      const isParted =
        (/\d[.,]$/.test(joined) && /^\d/.test(more)) || (/\d$/.test(joined) && /^[.,]\d/.test(more));
      if (!isGroup && !isParted) break;
      joined = isGroup && !isParted ? `${joined} ${more}` : `${joined}${more}`;
      addAll(found, joined.replaceAll(' ', ''), tokens[at - 1]);
    }
  }
  return found;
}

const run = /\d(?:[\d.,'’·]*\d)?/g;

function addAll(found: Set<string>, token: string, before: string | undefined): void {
  for (const match of token.matchAll(run)) {
    const [left, right] = [token.slice(0, match.index), token.slice(match.index + match[0].length)];
    const isNegative =
      /^[\p{Sc}(]?[-−–][\p{Sc}\p{L}.]{0,4}$/u.test(left) ||
      /^[-−–](?![-−–\d])/.test(right) ||
      (left.includes('(') && right.includes(')'));
    // A minus by itself may be a dash, and one behind letters a hyphen.
    const mayBe = (left === '' && /^[-−–]$/.test(before ?? '')) || /\p{L}[-−–]$/u.test(left);
    for (const value of valuesOf(match[0])) {
      if (!isNegative) found.add(value);
      if ((isNegative || mayBe) && value !== '0') found.add(`-${value}`);
    }
  }
}

/** What a run of digits and marks can mean. */
function valuesOf(printed: string): string[] {
  const digits = printed.replaceAll(/['’·]/g, '');
  const marks = [...digits.matchAll(/[.,]/g)];
  const whole = plainNumber(digits.replaceAll(/[.,]/g, ''));
  const last = marks.at(-1);
  if (!last) return [whole];
  const decimal = plainNumber(
    `${digits.slice(0, last.index).replaceAll(/[.,]/g, '')}.${digits.slice(last.index + 1)}`,
  );
  const sameMark = marks.every(([mark]) => mark === last[0]);
  const isThousands = /^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/.test(digits) && sameMark;
  if (marks.length > 1 && sameMark) return isThousands ? [whole] : [];
  return isThousands ? [decimal, whole] : [decimal];
}

/** A decimal string without noughts that say nothing. */
export const plainNumber = (value: string): string =>
  value
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/^-0$/, '0');
