import { readFile, stat } from 'node:fs/promises';
import { packageLimits } from '@readout/plugin-kit/package';
import { fileSize } from '../format-units.ts';
import { say } from '../say.ts';
import { CommandError, cannotRead } from './command-error.ts';

/** A file that may be a package. @throws CommandError */
export async function readPackageFile(file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { size } = await stat(file);
    if (size > packageLimits.maxFileBytes)
      throw new CommandError(
        say('cli.plugin.too_large', { file, most: fileSize(packageLimits.maxFileBytes) }),
      );
    return new Uint8Array(await readFile(file));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw cannotRead(file, error);
  }
}
