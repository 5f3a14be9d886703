import type { RegionReads } from '@readout/domain/region-profiles/rules';
import type { RegionMatch } from '../../frames/region-match.ts';
import type { SayText } from '../../ui/texts.tsx';

/** Why a profile is not read from now, in words; undefined where it is there. */
export const refusalOf = (name: string, { state }: RegionMatch, text: SayText): string | undefined =>
  state === 'found'
    ? undefined
    : text('desktop.screen.not_there', { state: state === 'other' ? 'different' : state, name });

/** For instance `number, decimal point, 2 decimals, bar, 0 to 16`. */
export function readsInWords(reads: RegionReads, text: SayText): string {
  const { kind, decimalMark, digits, decimals, unit, min, max } = reads;
  if (kind === 'text') return text('desktop.screen.reads_kind', { kind });
  return [
    text('desktop.screen.reads_kind', { kind }),
    decimalMark === undefined
      ? ''
      : text('desktop.screen.reads_mark', { mark: decimalMark === ',' ? 'comma' : 'point' }),
    digits === undefined ? '' : text('desktop.screen.reads_digits', { count: digits }),
    decimals === undefined ? '' : text('desktop.screen.reads_decimals', { count: decimals }),
    unit ?? '',
    min !== undefined && max !== undefined
      ? text('desktop.screen.reads_range', { min, max })
      : min !== undefined
        ? text('desktop.screen.reads_at_least', { min })
        : max !== undefined
          ? text('desktop.screen.reads_at_most', { max })
          : '',
  ]
    .filter(Boolean)
    .join(', ');
}
