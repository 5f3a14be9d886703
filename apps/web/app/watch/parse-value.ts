import type { WatchReads } from '@readout/domain/watches/watch-types';

export type ParsedValue = { value: number; text: string } | { value: null; text: string; problem: string };

/** Digits in groups, with at most one kind of mark that can be the decimal one. */
const numberPattern = /[-+−–]?\s?\d(?:[\d\s.,'’_]*\d)?/g;

/**
 * The number in a text that was read from a screen, as the region's profile types it: `1.234,50 kWh` with a decimal comma is
 * 1234.5. What is not that number, and nothing but that number, is refused in words rather than guessed.
 */
export function parseValue(read: string, reads: WatchReads): ParsedValue {
  const text = read.trim();
  const refuse = (problem: string): ParsedValue => ({ value: null, text, problem });
  const bare = withoutUnit(text, reads.unit);
  const found = bare.match(numberPattern) ?? [];
  if (found.length === 0)
    return refuse(text === '' ? 'Nothing is written there.' : 'No number is written there.');
  if (found.length > 1) return refuse('More than one number is written there: mark a smaller region.');
  const [shown = ''] = found;
  if (/[A-Za-z0-9]/.test(bare.replace(shown, '')))
    return refuse('Something else than the number is written there.');
  const digits = shown.replaceAll(/\D/g, '');
  if (reads.digits !== undefined && digits.length > reads.digits)
    return refuse(`${digits.length} digits are written there, the display has ${reads.digits}.`);
  const isNegative = /^[-−–]/.test(shown);
  const body = shown.replace(/^[-+−–]\s?/, '');
  const mark = decimalMarkIn(body, reads);
  if (mark === 'unclear') return refuse('It is unclear where the decimals begin: say so in the settings.');
  const [whole = '', decimals = ''] = mark ? splitAtLast(body, mark) : [body, ''];
  if (reads.decimals !== undefined && decimals.length !== reads.decimals)
    return refuse(
      reads.decimals === 0
        ? 'Decimals are written there, none are expected.'
        : `${decimals.length} decimals are written there, ${reads.decimals} are expected.`,
    );
  const value = Number(
    `${isNegative ? '-' : ''}${whole.replaceAll(/\D/g, '')}${decimals ? `.${decimals}` : ''}`,
  );
  return Number.isFinite(value) ? { value, text } : refuse('No number is written there.');
}

/** Units hold digits at times: m3, CO2. */
function withoutUnit(text: string, unit: string | undefined): string {
  if (!unit) return text;
  const at = text.toLowerCase().lastIndexOf(unit.toLowerCase());
  return at < 0 ? text : `${text.slice(0, at)} ${text.slice(at + unit.length)}`;
}

function splitAtLast(body: string, mark: string): [string, string] {
  const at = body.lastIndexOf(mark);
  return [body.slice(0, at), body.slice(at + 1).replaceAll(/\D/g, '')];
}

function decimalMarkIn(
  body: string,
  { decimalMark, decimals }: WatchReads,
): '.' | ',' | undefined | 'unclear' {
  if (decimalMark) return body.includes(decimalMark) ? decimalMark : undefined;
  if (decimals === 0) return undefined;
  const marks = [...body.matchAll(/[.,]/g)].map(([mark]) => mark as '.' | ',');
  const last = marks.at(-1);
  if (!last) return undefined;
  const isOnlyOne = marks.filter((mark) => mark === last).length === 1;
  const behind = body.slice(body.lastIndexOf(last) + 1).replaceAll(/\D/g, '').length;
  // 1.234.567 has groups only; 1,234.5 has both; 1.234 could be either.
  if (!isOnlyOne) return undefined;
  if (marks.length > 1 || behind !== 3 || decimals === 3) return last;
  return 'unclear';
}
