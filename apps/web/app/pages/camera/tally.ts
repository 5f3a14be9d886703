import type { Barcode } from '@readout/image-reader';

/** A code that was counted; each counts once. */
export interface Counted {
  text: string;
  /** As the decoder names it. */
  format: string;
  /** ISO 8601. */
  at: string;
}

export interface Tally {
  /** Newest last. */
  counted: readonly Counted[];
  /** Taken back, and not counted again before they were out of sight. */
  takenBack: ReadonlySet<string>;
}

export const emptyTally: Tally = { counted: [], takenBack: new Set() };

export const codeKey = ({ format, text }: Pick<Barcode, 'format' | 'text'>): string => `${format} ${text}`;

/** Counts the codes in sight that were not counted yet; the same tally where there are none. */
export function countCodes(
  tally: Tally,
  inSight: readonly Pick<Barcode, 'format' | 'text'>[],
  at: string,
): Tally {
  const keys = new Set(inSight.map(codeKey));
  const known = new Set(tally.counted.map(codeKey));
  const fresh: Counted[] = [];
  for (const { format, text } of inSight) {
    const key = codeKey({ format, text });
    if (known.has(key) || known.has(codeKey({ format: byScanner, text })) || tally.takenBack.has(key))
      continue;
    known.add(key);
    fresh.push({ format, text, at });
  }
  const stillInSight = [...tally.takenBack].filter((key) => keys.has(key));
  if (fresh.length === 0 && stillInSight.length === tally.takenBack.size) return tally;
  return { counted: [...tally.counted, ...fresh], takenBack: new Set(stillInSight) };
}

/** What stands for the symbology of a code that came from a scanner, which does not say it. */
export const byScanner = '';

/** Counts a code a scanner sent; the same tally where it was counted already, as whatever symbology. */
export function countScanned(tally: Tally, text: string, at: string): Tally {
  if (tally.counted.some((each) => each.text === text)) return tally;
  return { ...tally, counted: [...tally.counted, { text, format: byScanner, at }] };
}

/** Takes one back, the newest unless another is named. */
export function takeBack(tally: Tally, key = lastKey(tally)): Tally {
  if (key === undefined) return tally;
  return {
    counted: tally.counted.filter((each) => codeKey(each) !== key),
    takenBack: new Set([...tally.takenBack, key]),
  };
}

function lastKey({ counted }: Tally): string | undefined {
  const last = counted.at(-1);
  return last && codeKey(last);
}

/**
 * CSV (RFC 4180) for spreadsheets; a code is never taken for a formula.
 * @param heads names of the columns: code, symbology, when it was counted
 */
export function tallyCsv({ counted }: Tally, heads: readonly [string, string, string]): string {
  const cell = (text: string): string => {
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const rows = counted.map(({ text, format, at }) => [text, format, at].map(cell).join(','));
  return [heads.map(cell).join(','), ...rows].map((row) => `${row}\r\n`).join('');
}

/** @param kept - what `JSON.stringify` made of the counted codes */
export function parseTally(kept: string | null): Tally {
  try {
    const counted: unknown = JSON.parse(kept ?? '[]');
    if (!Array.isArray(counted)) return emptyTally;
    const isCounted = (each: unknown): each is Counted =>
      typeof each === 'object' &&
      each !== null &&
      ['text', 'format', 'at'].every((name) => typeof (each as Record<string, unknown>)[name] === 'string');
    return { ...emptyTally, counted: counted.filter(isCounted) };
  } catch {
    return emptyTally;
  }
}
