/** The two sides of a decimal mark, as digits. */
interface Digits {
  whole: string;
  fraction: string;
  other?: [whole: string, fraction: string];
}

/** How a number is printed, as far as it is known. */
export interface NumberStyle {
  /** Decides what `1.234` is; without it such a number is declined. */
  decimalMark?: '.' | ',' | undefined;
  /** A currency's number of decimals: three make `1.234` a decimal, none makes it a group of thousands. */
  decimals?: number | undefined;
}

/** Spaces of every width, and what stands for an apostrophe, as one character each. */
export const plainMarks = (text: string): string =>
  text.replace(/[\s\u00a0\u2007\u2009\u202f]+/g, ' ').replace(/[´`′]/g, "'");

/** A number as printed, without sign, unit or currency. */
export function readNumber(text: string, { decimalMark, decimals }: NumberStyle): Digits | undefined {
  // A recogniser likes to set a space beside a decimal mark: `12. 50`.
  const packed = text.replace(/ ?([.,]) ?(?=\d{1,2}$)/, '$1').replace(/(?<=\d) ?([.,]) ?(?=\d{3}\b)/g, '$1');
  const marks = packed.replace(/\d/g, '');
  if (marks === '') return { whole: packed, fraction: '' };
  const last = marks.at(-1)!;
  const kinds = new Set(marks);
  const at = packed.lastIndexOf(last);
  const before = packed.slice(0, at);
  const after = packed.slice(at + 1);
  const canBeDecimal = last === '.' || last === ',';
  if (kinds.size > 1) {
    // Two kinds of marks: the last one is the decimal mark and stands once, the other groups thousands.
    if (kinds.size > 2 || !canBeDecimal || before.includes(last) || after.length > 4) return undefined;
    const whole = ungroup(before);
    return whole === undefined ? undefined : { whole, fraction: after };
  }
  if (marks.length > 1) {
    const whole = ungroup(packed);
    if (whole !== undefined) return { whole, fraction: '' };
    // `1.471.60`: two digits after the last mark cannot be a group, so a comma was read as a point.
    if (!canBeDecimal || after.length !== 2) return undefined;
    const grouped = ungroup(before);
    return grouped === undefined ? undefined : { whole: grouped, fraction: after };
  }
  if (!canBeDecimal) {
    const whole = ungroup(packed);
    return whole === undefined ? undefined : { whole, fraction: '' };
  }
  if (after.length !== 3) return after.length > 4 ? undefined : { whole: before, fraction: after };
  if (/^0+$/.test(before)) return { whole: '0', fraction: after };
  if (before.length > 3) return { whole: before, fraction: after };
  const grouped: [string, string] = [before + after, ''];
  const decimal: [string, string] = [before, after];
  if (decimals === 0) return { whole: grouped[0], fraction: '' };
  if (decimals === 3) return { whole: before, fraction: after, ...(last === ',' ? { other: grouped } : {}) };
  // One mark before three digits: a group of thousands or three decimals.
  if (decimalMark === undefined) return undefined;
  const isDecimal = decimalMark === last;
  return isDecimal
    ? { whole: decimal[0], fraction: decimal[1], other: grouped }
    : { whole: grouped[0], fraction: grouped[1], other: decimal };
}

/** Digits of a number grouped by threes (or, as in India, twos before the last three) with one kind of mark. */
function ungroup(text: string): string | undefined {
  const mark = text.replace(/\d/g, '')[0];
  if (mark === undefined) return text;
  const groups = text.split(mark);
  if (groups.some((group) => !/^\d+$/.test(group))) return undefined;
  const [first, ...others] = groups;
  const threes = others.every((group) => group.length === 3);
  const indian =
    mark === ',' && others.at(-1)?.length === 3 && others.slice(0, -1).every((group) => group.length === 2);
  return first!.length <= 3 && (threes || indian) ? groups.join('') : undefined;
}
