import type { RegionReads } from '@readout/domain/region-profiles/region-profile-types';
import type { Reading } from '@readout/image-reader';
import type { TypedValue } from './read-result.tsx';
import type { Still } from './take-still.ts';

/** What a profile makes of its region. */
export async function typedValue(
  reads: RegionReads,
  reading: Reading,
  _still: Pick<Still, 'png'>,
): Promise<TypedValue | undefined> {
  if (reads.kind === 'text') return undefined;
  const text = reading.lines.map((line) => line.text).join(' ');
  return { text };
}
