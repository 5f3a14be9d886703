import type { RegionReads } from '@readout/domain/region-profiles/rules';
import type { RegionMatch } from '../../frames/region-match.ts';

/** Why a profile is not read from now, in words; undefined where it is there. */
export function refusalOf(name: string, match: RegionMatch): string | undefined {
  switch (match.state) {
    case 'found':
      return undefined;
    case 'covered':
      return `What is around “${name}” is partly covered or has changed. Bring its window to the front.`;
    case 'plain':
      return `There is too little around “${name}” to know it by. Mark it anew, with labels or lines beside it.`;
    case 'other':
      return `This picture does not look like “${name}”: another window or page is shown.`;
  }
}

/** For instance `number, decimal point, 2 decimals, bar, 0 to 16`. */
export function readsInWords(reads: RegionReads): string {
  if (reads.kind === 'text') return 'text';
  const { decimalMark, digits, decimals, unit, min, max } = reads;
  return [
    reads.kind === 'segments' ? 'number of a segment display' : 'number',
    decimalMark === undefined ? '' : decimalMark === ',' ? 'decimal comma' : 'decimal point',
    digits === undefined ? '' : `${digits} digits`,
    decimals === undefined ? '' : `${decimals} decimals`,
    unit ?? '',
    min !== undefined && max !== undefined
      ? `${min} to ${max}`
      : min !== undefined
        ? `at least ${min}`
        : max !== undefined
          ? `at most ${max}`
          : '',
  ]
    .filter(Boolean)
    .join(', ');
}
