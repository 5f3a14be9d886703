/** Numbers that are printed in a text, however their marks are to be understood. */

/** Groups of a number that are printed apart: more than these are others. */
const mostGroups = 6;

/** What one number that is printed can mean, as plain decimals without noughts at their ends: `1 234,50` is `1234.5`. */
export interface PrintedNumber {
  value: string;
  /** Where its only mark may part thousands or decimals. */
  other?: { value: string; mark: '.' | ',' };
}

/**
 * Every number a text can be read to print. Where one mark may part thousands or decimals, the value has it as the decimal
 * mark. A minus before or behind it, or brackets, make it negative.
 */
export function printedNumbers(text: string): PrintedNumber[] {
  const found: PrintedNumber[] = [];
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

/** Everything a printed number can mean. */
export const meaningsOf = ({ value, other }: PrintedNumber): string[] =>
  other ? [value, other.value] : [value];

const run = /\d(?:[\d.,'’·]*\d)?/g;

function addAll(found: PrintedNumber[], token: string, before: string | undefined): void {
  for (const match of token.matchAll(run)) {
    const [left, right] = [token.slice(0, match.index), token.slice(match.index + match[0].length)];
    const isNegative =
      /^[\p{Sc}(]?[-−–][\p{Sc}\p{L}.]{0,4}$/u.test(left) ||
      /^[-−–](?![-−–\d])/.test(right) ||
      (left.includes('(') && right.includes(')'));
    // A minus by itself may be a dash, and one behind letters a hyphen.
    const mayBe = (left === '' && /^[-−–]$/.test(before ?? '')) || /\p{L}[-−–]$/u.test(left);
    const number = numberOf(match[0]);
    if (!number) continue;
    if (!isNegative) found.push(number);
    if ((isNegative || mayBe) && number.value !== '0') found.push(negative(number));
  }
}

const negative = ({ value, other }: PrintedNumber): PrintedNumber => ({
  value: `-${value}`,
  ...(other ? { other: { ...other, value: `-${other.value}` } } : {}),
});

/** What a run of digits and marks can mean. */
function numberOf(printed: string): PrintedNumber | undefined {
  const digits = printed.replaceAll(/['’·]/g, '');
  const marks = [...digits.matchAll(/[.,]/g)];
  const whole = plainNumber(digits.replaceAll(/[.,]/g, ''));
  const last = marks.at(-1);
  if (!last) return { value: whole };
  const mark = last[0] as '.' | ',';
  const decimal = plainNumber(
    `${digits.slice(0, last.index).replaceAll(/[.,]/g, '')}.${digits.slice(last.index + 1)}`,
  );
  const sameMark = marks.every(([each]) => each === mark);
  const isThousands = /^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/.test(digits) && sameMark;
  if (marks.length > 1 && sameMark) return isThousands ? { value: whole } : undefined;
  return isThousands && whole !== decimal
    ? { value: decimal, other: { value: whole, mark } }
    : { value: decimal };
}

/** A decimal string without noughts that say nothing. */
export const plainNumber = (value: string): string =>
  value
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/^-0$/, '0');
