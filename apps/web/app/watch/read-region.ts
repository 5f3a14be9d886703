import type { WatchReads } from '@readout/domain/watches/rules';
import { parseDisplayNumber, readSegments } from '@readout/image-reader/segments';
import type { Pixels } from './picture-change.ts';
import { reasonOf } from './reason.ts';

/** What stands in a region. */
export interface ReadRegion {
  text: string | null;
  value?: number | null;
  /** 0 to 1. */
  confidence: number;
  /** Why it says nothing; see `reasonInWords`. */
  problem?: string | undefined;
}

/** Below, a reading is a guess. */
const leastConfidence = 0.5;

/**
 * Reads a region as its profile says: a display of segments here, text by the engine of the page. Where the digits of a display
 * look doubtful the engine is asked too, and what both read is kept.
 */
export async function readRegion(
  pixels: Pixels,
  reads: WatchReads,
  readText: (pixels: Pixels) => Promise<ReadRegion>,
): Promise<ReadRegion> {
  if (reads.kind === 'segments') return readDisplay(pixels, reads, readText);
  const read = await readText(pixels);
  if (read.problem !== undefined || read.text === null || reads.kind === 'text') return read;
  const number = numberIn(read.text, reads);
  if ('problem' in number) return { ...read, value: null, problem: number.problem };
  if (read.confidence < leastConfidence)
    return { ...read, value: null, problem: reasonOf({ why: 'unclear' }) };
  return { ...read, value: number.value };
}

/** What another reader can settle. */
const doubtfulLooks: readonly string[] = ['contrast', 'digit_unclear', 'two_ways'];

async function readDisplay(
  pixels: Pixels,
  reads: WatchReads,
  readText: (pixels: Pixels) => Promise<ReadRegion>,
): Promise<ReadRegion> {
  const { digits, decimals } = reads;
  let seen = readSegments(pixels, { digits, decimals });
  if (seen.reason && doubtfulLooks.includes(seen.reason.why)) {
    const { text } = await readText(pixels);
    seen = readSegments(pixels, { digits, decimals, seconded: text ?? undefined });
  }
  const { text, confidence, unsure, reason } = seen;
  if (unsure || text === '')
    return {
      text: text || null,
      value: null,
      confidence,
      problem: reasonOf(reason ?? { why: 'no_display' }),
    };
  // The decoder writes a point, whatever the display shows.
  const number = numberIn(text, { ...reads, decimalMark: '.' });
  return 'problem' in number
    ? { text, value: null, confidence, problem: number.problem }
    : { text, value: number.value, confidence };
}

/**
 * The number in a text. Where the profile names no decimal mark, both are tried: a text that is another number with each is
 * refused. What the display can show at most is the server's to judge: such a value is kept, and said to be implausible.
 */
export function numberIn(
  text: string,
  { decimalMark, digits, decimals, unit }: WatchReads,
): { value: number } | { problem: string } {
  const found = (decimalMark ? [decimalMark] : (['.', ','] as const)).map((mark) =>
    parseDisplayNumber(text, { decimalMark: mark, digits, decimals, unit }),
  );
  const values = new Set(found.flatMap((number) => (number.ok ? [number.value] : [])));
  const [value] = values;
  if (values.size > 1) return { problem: reasonOf({ why: 'decimal_mark' }) };
  if (value !== undefined) return { value };
  const [declined] = found;
  return { problem: declined && !declined.ok ? reasonOf(declined.reason) : reasonOf({ why: 'no_number' }) };
}
