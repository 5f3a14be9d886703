import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { say } from '../say.ts';
import { UsageError } from '../usage-error.ts';

/** What of the disk may be read. */
export interface AllowedFolders {
  /**
   * @param file absolute, or below the first folder
   * @returns where the file is, symbolic links resolved
   * @throws NotAllowedError for what is not below one of the folders, whether it is there or not
   */
  resolve(file: string): Promise<string>;
}

/** A path leads out of the folders that may be read. */
export class NotAllowedError extends Error {
  override readonly name = 'NotAllowedError';
  readonly code = 'file.not_allowed';

  constructor() {
    super('This is not below a folder that may be read; --allow names them.');
  }
}

/** @throws UsageError where a folder is not there */
export async function allowFolders(named: readonly string[]): Promise<AllowedFolders> {
  const folders = await Promise.all(
    named.map(async (folder) => {
      try {
        const real = await realpath(folder);
        if ((await stat(real)).isDirectory()) return { named: path.resolve(folder), real };
      } catch (cause) {
        throw new UsageError(say('cli.usage.no_folder', { option: '--allow', folder }), { cause });
      }
      throw new UsageError(say('cli.usage.not_a_folder', { option: '--allow', folder }));
    }),
  );
  return {
    async resolve(file) {
      if (file.includes('\0')) throw new NotAllowedError();
      const wanted = path.resolve(folders[0]!.named, file);
      // Nothing else is even looked for: what is there would show in the refusal.
      if (!folders.some(({ named, real }) => isBelow(wanted, named) || isBelow(wanted, real)))
        throw new NotAllowedError();
      const found = await realpath(wanted).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return wanted;
        throw new NotAllowedError();
      });
      if (found !== wanted && !folders.some(({ real }) => isBelow(found, real))) throw new NotAllowedError();
      // A pipe or device would keep what reads it waiting.
      const info = await stat(found).catch(() => undefined);
      if (info && !info.isFile() && !info.isDirectory()) throw new NotAllowedError();
      return found;
    },
  };
}

function isBelow(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
