import type { RegionReads } from '@readout/domain/region-profiles/rules';
import type { DeviceReading } from '../../device/reading-device.ts';
import type { SayText } from '../../ui/texts.tsx';
import { forReading, toStill } from './take-still.ts';
import { typedValue } from './typed-value.ts';

/** Reads a picture as a profile would, in words; the engine looks at it once, whatever is tried. Closes the bitmap. */
export async function tryOutOf(
  part: ImageBitmap,
  say: SayText,
): Promise<(reads: RegionReads) => Promise<string>> {
  const still = await toStill(part);
  URL.revokeObjectURL(still.url);
  let result: Promise<DeviceReading> | undefined;
  const read = async () => {
    const { deviceReader } = await import('../../device/device-reader.ts');
    const { picture } = await forReading(still);
    return deviceReader().read(picture, { only: 'text' });
  };
  return async (reads) => {
    result ??= read();
    const { reading } = await result;
    const typed = await typedValue(reads, reading, still, say);
    if (!typed) return reading.lines.map(({ text }) => text).join(' ') || say('desktop.screen.no_text_seen');
    const value = typed.number === undefined ? '' : [typed.number, typed.unit].filter(Boolean).join(' ');
    return (
      [value, typed.doubt ?? ''].filter(Boolean).join(': ') ||
      say('desktop.screen.no_number', { text: typed.text })
    );
  };
}
