import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageReader } from '@readout/image-reader/node';
import type { PluginReading } from '@readout/plugin-kit';

/** What the engine reads of a fixture's picture, as it was read for `reading.json`; nothing where only the reading is kept. */
export async function readPicture(
  reader: ImageReader,
  folder: string,
  locale: string,
): Promise<PluginReading | undefined> {
  const name = (await readdir(folder)).find((each) => /^input\.(png|jpg|webp)$/.test(each));
  if (!name) return undefined;
  const { reading } = await reader.read(await readFile(join(folder, name)), {
    languages: [...new Set([locale.slice(0, 2), 'en'])],
  });
  return reading;
}

/** Texts and codes of a reading: what a reader's values are made of, and the same on every machine. */
export const textsOf = ({ lines, barcodes }: PluginReading): string[] => [
  ...lines.map(({ text }) => text),
  ...barcodes.map(({ format, text }) => `${format} ${text}`),
];
