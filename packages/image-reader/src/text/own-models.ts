import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import ownModels from '../../models/models.json' with { type: 'json' };
import { ImageError } from '../errors.ts';

/** Where a model that comes with this package lies. */
export const ownModelPath = (name: string): string =>
  fileURLToPath(new URL(`../../models/${name}`, import.meta.url));

/**
 * The bytes of a model that comes with this package.
 *
 * @throws ImageError `reader.model_damaged` where it is missing, or not the one this version was made with
 */
export async function readOwnModel(file: string): Promise<Uint8Array> {
  const name = basename(file);
  const known = ownModels.find((model) => model.file === name);
  const bytes = await readFile(file).catch(() => undefined);
  if (known && bytes && createHash('sha256').update(bytes).digest('hex') === known.sha256) return bytes;
  throw new ImageError(
    'reader.model_damaged',
    `The model ${name} of the reader ${bytes ? 'was altered' : 'is missing'}. Install Readout again.`,
  );
}
