// cspell:ignore ckes -- a class of characters
import {
  joinSightings,
  type Line,
  layoutOf,
  type PluginReading,
  type Sighting,
  seenLine,
} from '@readout/plugin-kit';

/** A row of the picture that may be a line of a machine-readable zone. */
export interface ZoneRow {
  /** Only `A` to `Z`, digits, the filler `<`, and `unread`. */
  text: string;
  /** A space stood where the type, all of one width, has none: a character may have been lost there. */
  hasGaps: boolean;
  sighting: Sighting;
  middle: number;
  height: number;
  left: number;
  right: number;
}

const fillers = /[«‹〈《≪＜{[(]/g;
/** What an X is taken for. */
const crosses = /[×✕✖хХ]/g;
/** A mark the type does not have: of a long line a few may be dirt, each in the place of one character. */
const foreign = /[^A-Z0-9<]/gu;
/** Stands for a character that could not be read. */
export const unread = '?';

/** The characters of the zone a text holds, undefined where it is something else. */
function zoneText(text: string): string | undefined {
  const characters = text
    .trim()
    .replace(fillers, (mark) => (mark === '«' || mark === '《' || mark === '≪' ? '<<' : '<'))
    .replace(crosses, 'X')
    .replace(/\s+/g, '')
    // A filler is read as a small letter now and then, never as several in a row.
    .replace(/(?<=<)[ckes](?=<|$)/g, '<');
  if (/^[A-Z0-9<]{4,60}$/.test(characters)) return characters;
  const lost = characters.match(foreign)?.length ?? 0;
  const isZone = characters.length >= 28 && characters.includes('<<') && lost <= characters.length / 12;
  return isZone ? characters.replace(foreign, unread) : undefined;
}

/** Rows that could belong to a zone, from top to bottom; a long filler may have split a line in two. */
export function zoneRows(reading: PluginReading): ZoneRow[] {
  const texts = new Map<string, string>();
  const lines: Line[] = [];
  for (const line of reading.lines) {
    const text = zoneText(line.text);
    if (text === undefined || (text.length < 20 && !text.includes('<'))) continue;
    texts.set(line.id, text);
    lines.push(line);
  }
  return layoutOf({ lines }).rows.flatMap((row): ZoneRow[] => {
    const text = row.lines.map(({ line }) => texts.get(line.id)).join('');
    if (text.length < 20) return [];
    const { middle, height, left, right } = row;
    const sighting = joinSightings(
      row.lines.map(({ line }) => seenLine(line)),
      ' ',
    );
    return [{ text, hasGaps: /[^<\s]\s[^<\s]/.test(sighting.text), sighting, middle, height, left, right }];
  });
}

/** Two rows one under the other, of about the same width. */
export function follow(above: ZoneRow, below: ZoneRow): boolean {
  const distance = below.middle - above.middle;
  const height = Math.max(above.height, below.height);
  const overlap = Math.min(above.right, below.right) - Math.max(above.left, below.left);
  return (
    distance > 0.5 * height &&
    distance < 4.5 * height &&
    overlap > 0.6 * Math.min(above.right - above.left, below.right - below.left)
  );
}

/**
 * The text at exactly `length` characters: itself, or with one run of fillers longer or shorter, because a recogniser
 * counts equal characters badly. Check digits tell which of them is right.
 */
export function fits(text: string, length: number): string[] {
  const missing = length - text.length;
  if (missing === 0) return [text];
  if (missing > 20 || missing < -4) return [];
  const variants = new Set<string>();
  for (const run of text.matchAll(/<{2,}/g)) {
    if (run[0].length + missing < 1) continue;
    const end = run.index + run[0].length;
    variants.add(
      missing > 0
        ? text.slice(0, end) + '<'.repeat(missing) + text.slice(end)
        : text.slice(0, end + missing) + text.slice(end),
    );
  }
  return [...variants];
}

/** A line of names at exactly `length` characters: only fillers at its end may be added or taken away. */
export function fitNames(text: string, length: number): string | undefined {
  if (text.length === length) return text;
  if (!text.endsWith('<') || text.length < 12) return undefined;
  const names = text.replace(/<+$/, '');
  return names.length < length ? names.padEnd(length, '<') : undefined;
}
