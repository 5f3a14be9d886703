import { readFile, stat } from 'node:fs/promises';
import { packageLimits } from '@readout/plugin-kit/package';
import { CommandError } from './command-error.ts';
import { sizeInWords } from './pack-plugin.ts';

/** A file that may be a package. @throws CommandError */
export async function readPackageFile(file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { size } = await stat(file);
    if (size > packageLimits.maxFileBytes)
      throw new CommandError(
        `${file} is larger than a package may be (${sizeInWords(packageLimits.maxFileBytes)}).`,
      );
    return new Uint8Array(await readFile(file));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
}
