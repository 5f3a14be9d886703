import { digitLike, repairDigits } from './digits.ts';

export interface FoundTime {
  /** `HH:MM` or, where seconds are printed, `HH:MM:SS`; 24 hours. */
  value: string;
  raw: string;
  index: number;
}

const d = `[${digitLike}]`;
const pattern = new RegExp(
  `(?<![\\p{L}\\p{N}.,/:-])(${d}{1,2})\\s?([:;h])\\s?(${d}{2})(?:\\s?[:;]\\s?(${d}{2}))?(?:\\s?([AaPp])\\.?\\s?[Mm]\\b\\.?)?(?![\\d/]|[:.]\\d)`,
  'gu',
);
/** `18.05 Uhr`, `kl. 18.05`: a point is a time only beside a word that says so. */
const pointed =
  /(?:(?<before>\bkl\.?\s?)|(?<![\d.,]))(\d{1,2})\.(\d{2})(?:\.(\d{2}))?(?![\d.])(?:\s?(?<after>uhr|h\b))?/giu;

/** Every time of day in a text, in the order printed. */
export function findTimes(text: string): FoundTime[] {
  const found: FoundTime[] = [];
  if (!/\d\s?[:;h.]\s?[\dOo]/.test(text)) return found;
  for (const match of text.matchAll(pattern)) {
    const [raw, hours, , minutes, seconds, half] = match;
    add(found, raw, match.index, hours, minutes, seconds, half);
  }
  for (const match of text.matchAll(pointed)) {
    if (!match.groups?.before && !match.groups?.after) continue;
    add(found, match[0], match.index, match[2], match[3], match[4], undefined);
  }
  return found.sort((a, b) => a.index - b.index);
}

function add(
  found: FoundTime[],
  raw: string,
  index: number,
  hoursText = '',
  minutesText = '',
  secondsText: string | undefined,
  half: string | undefined,
): void {
  const read = (text: string) => Number(repairDigits(text) ?? Number.NaN);
  let hours = read(hoursText);
  const minutes = read(minutesText);
  const seconds = secondsText === undefined ? undefined : read(secondsText);
  if (half) {
    if (hours < 1 || (hours > 12 && half.toLowerCase() === 'a')) return;
    // `13:05 PM` is printed by tills that add the mark to a 24-hour clock.
    if (half.toLowerCase() === 'p' && hours < 12) hours += 12;
    if (half.toLowerCase() === 'a' && hours === 12) hours = 0;
  }
  if (!(hours <= 23) || !(minutes <= 59) || !(seconds === undefined || seconds <= 59)) return;
  const two = (value: number) => String(value).padStart(2, '0');
  found.push({
    value: [hours, minutes, seconds]
      .filter((part) => part !== undefined)
      .map(two)
      .join(':'),
    raw,
    index,
  });
}
