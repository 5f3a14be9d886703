import { readFile } from 'node:fs/promises';
import type { RgbaImage } from '@readout/image-reader';
import { decodeFile } from '../../packages/image-reader/src/decode/node.ts';

/** The upright picture of a file. */
export async function openPicture(file: string): Promise<RgbaImage> {
  return decodeFile(await readFile(file));
}
