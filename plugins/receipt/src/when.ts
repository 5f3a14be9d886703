// cspell:disable -- words of many languages, as printed
import {
  addDays,
  check,
  dayNumber,
  type Field,
  type FoundDate,
  type FoundTime,
  field,
  findDates,
  findTimes,
  type Line,
  seenPart,
} from '@readout/plugin-kit';
import { plain, type ReceiptRow, rowLines } from './rows.ts';

const dateWord =
  /\b(?:date|datum|dato|fecha|data|tarikh|pvm|päiväys|paiva|tanggal|inv(?:oice)? ?(?:no)?\/date|dt)\b/i;
const otherDate =
  /\b(?:exp|expiry|expires|valid|until|due|best before|member|birth|dob|promo|offer|from|return|warranty|gültig|bis|fällig|scad|vence|vervalt|giltig|forfall)/i;
const hours =
  /\b(?:hours?|hrs|open|opening|öffnungszeiten|geöffnet|öppet|horaires?|ouvert|mon|sun|mo-|montag|lun|daily|orario|apert)\b/i;
const timeWord = /\b(?:time|uhrzeit|zeit|uhr|heure|hora|ora|tid|kl|masa|aika|tijd)\b/i;

/** A date beside its word whose strokes were read as ones or sevens, or not at all: `250412017`, `13707/2017`. */
const slashless = /(?<!\d)([0-3]\d)[17/]?([01]\d)[17/]?(20[0-3]\d)(?!\d)/;

interface Seen<T> {
  row: ReceiptRow;
  line: Line;
  found: T;
  score: number;
}

export interface When {
  date: Field | undefined;
  time: Field | undefined;
  /** A word says that the date is one. */
  named: boolean;
}

/** The day and time of the purchase, among opening hours, member cards that expire and tills that print twice. */
export function readWhen(rows: ReceiptRow[], options: { locale: string; today: string }): When {
  const dates: Seen<FoundDate>[] = [];
  const times: Seen<FoundTime>[] = [];
  const now = dayNumber(options.today);
  for (const row of rows) {
    const timed = findTimes(row.text).length > 0;
    for (const printed of rowLines(row)) {
      const line = { ...printed, text: plain(printed.text) };
      for (const found of findDates(line.text, { ...options, past: true })) {
        const day = dayNumber(found.value);
        let score = 1 - row.index / 1000;
        if (dateWord.test(row.text)) score += 3;
        if (timed) score += 1.5;
        if (otherDate.test(row.text)) score -= 3;
        if (day > now + 1) score -= 5;
        if (now - day > oldest) score -= 4;
        dates.push({ row, line, found, score });
      }
      const lost =
        dateWord.test(row.text) && !dates.some((date) => date.row === row) && slashless.exec(line.text);
      if (lost) {
        const [found] = findDates(`${lost[1]}/${lost[2]}/${lost[3]}`, { ...options, past: true });
        if (found)
          dates.push({ row, line, found: { ...found, raw: lost[0], index: lost.index }, score: 1.5 });
      }
      for (const found of findTimes(line.text)) {
        let score = 1 - row.index / 1000;
        if (timeWord.test(row.text)) score += 2;
        if (hours.test(row.text) && !dates.some((date) => date.row === row)) score -= 4;
        if (dates.some((date) => date.row === row)) score += 2;
        times.push({ row, line, found, score });
      }
    }
  }
  for (const date of dates)
    date.score += 0.7 * (dates.filter((other) => other.found.value === date.found.value).length - 1);
  const date = dates.sort((a, b) => b.score - a.score)[0];
  if (date) for (const time of times) if (time.row === date.row) time.score += 1;
  const time = times.filter((candidate) => candidate.score > 0).sort((a, b) => b.score - a.score)[0];
  const named = date !== undefined && dateWord.test(date.row.text);
  return {
    named,
    date: date && date.score > -2 ? dateOf(date, options.today, named) : undefined,
    time: time && field(seenPart(time.line, time.found.index, time.found.raw.length), time.found.value),
  };
}

/** The oldest a receipt is believed to be, days. */
const oldest = 366 * 20;

function dateOf(seen: Seen<FoundDate>, today: string, named: boolean): Field {
  const { found, line } = seen;
  const sighting = seenPart(line, found.index, found.raw.length);
  const age = dayNumber(today) - dayNumber(found.value);
  const plausible = check(
    'date-plausible',
    age >= -1 && age <= oldest,
    age < -1
      ? 'The date lies after the day of the capture.'
      : age > oldest
        ? 'The date lies more than twenty years before the capture.'
        : 'The date lies before the capture, by less than twenty years.',
    // Where it was printed it may have been the next day already.
    { rule: 'day', from: addDays(today, -oldest), to: addDays(today, 1) },
  );
  return field(sighting, found.value, {
    confidence:
      sighting.confidence * (found.ambiguous ? 0.95 : 1) * (named ? 1 : 0.98) * (plausible.passed ? 1 : 0.5),
    checks: [plausible],
    ...(found.ambiguous ? { ambiguous: found.ambiguous } : {}),
  });
}
