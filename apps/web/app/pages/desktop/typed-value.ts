import type { RegionReads } from '@readout/domain/region-profiles/rules';
import type { Reading } from '@readout/image-reader';
import type { SayText } from '../../ui/texts.tsx';
import { type ReadRegion, readRegion } from '../../watch/read-region.ts';
import { reasonInWords } from '../../watch/reason-in-words.ts';
import type { TypedValue } from './read-result.tsx';
import type { Still } from './take-still.ts';

/** What a profile makes of its region; undefined where it reads a text, which the reading itself shows. */
export async function typedValue(
  reads: RegionReads,
  { lines }: Pick<Reading, 'lines'>,
  still: Pick<Still, 'png' | 'width' | 'height'>,
  say: SayText,
): Promise<TypedValue | undefined> {
  if (reads.kind === 'text') return undefined;
  const text: ReadRegion = {
    text: lines.map((line) => line.text).join(' ') || null,
    confidence: Math.min(1, ...lines.map((line) => line.confidence)),
    ...(lines.length === 0 ? { problem: say('desktop.screen.no_text_seen') } : {}),
  };
  // The text was read already, with the rest.
  const { value, problem, text: shown } = await readRegion(await pixelsOf(still), reads, async () => text);
  const number = value ?? undefined;
  const doubt = problem
    ? reasonInWords(problem, say)
    : number === undefined
      ? undefined
      : outOfRange(number, reads, say);
  return {
    text: shown ?? '',
    ...(number === undefined ? {} : { number }),
    ...(reads.unit ? { unit: reads.unit } : {}),
    ...(doubt ? { doubt } : {}),
  };
}

function outOfRange(value: number, { min, max }: RegionReads, say: SayText): string | undefined {
  if (min !== undefined && value < min) return say('desktop.screen.less_than_expected', { min });
  if (max !== undefined && value > max) return say('desktop.screen.more_than_expected', { max });
  return undefined;
}

async function pixelsOf({ png, width, height }: Pick<Still, 'png' | 'width' | 'height'>) {
  const source = await createImageBitmap(png);
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser gives pages no pixels.');
  context.drawImage(source, 0, 0);
  source.close();
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, data };
}
