import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The code of what keeps a folder from being made or written. Node's recursive `mkdir` says ENOENT of a file system that
 * is read-only: the nearest folder above that is there knows better.
 */
export function unwritableCode(
  folder: string,
  error: unknown,
  {
    isThere = existsSync,
    demandWritable = (at) => accessSync(at, constants.W_OK | constants.X_OK),
  }: { isThere?: (at: string) => boolean; demandWritable?: (at: string) => void } = {},
): string | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT') return code;
  let at = path.resolve(folder);
  while (!isThere(at) && path.dirname(at) !== at) at = path.dirname(at);
  try {
    demandWritable(at);
    return code;
  } catch (denied) {
    return (denied as NodeJS.ErrnoException).code;
  }
}

/** A sentence about a folder that cannot be written. */
export function unwritableSentence(folder: string, code: string): string {
  if (code === 'EROFS')
    return `${folder} is on a file system that is read-only (EROFS): mount it writable, or name another folder.`;
  if (code === 'EACCES' || code === 'EPERM')
    return `${folder} may not be written by this user (${code}): give the folder to the user Readout runs as.`;
  return `${folder} cannot be written (${code}).`;
}
