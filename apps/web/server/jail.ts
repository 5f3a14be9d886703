import { AppError } from '@readout/domain/errors';
import { findJail, type Protection, protections } from '@readout/image-reader/process/jail';
import { textsIn } from '@readout/texts';
import type { Config } from './config.ts';

/** What it says at its start is for those who read its log. */
const english = textsIn('en');

/** As the texts name it. */
type ProtectionName = Exclude<Protection, 'system calls'> | 'system_calls';

/** Each protection of what decodes pictures, and why it could not be had where it could not. */
export function jailReport(): { protection: ProtectionName; lack: string | undefined }[] {
  const { lacks } = findJail();
  return protections.map((name) => ({
    protection: name === 'system calls' ? 'system_calls' : name,
    lack: lacks[name],
  }));
}

/**
 * Finds the jail of this machine.
 * @returns a line about what could not be had; undefined: nothing is missing
 * @throws AppError `reader.jail_incomplete` where all of it is a condition of starting
 */
export function checkJail({ readerJail }: Pick<Config, 'readerJail'>): string | undefined {
  const missing = jailReport().filter(({ lack }) => lack !== undefined);
  if (missing.length === 0) return undefined;
  const reasons = [...new Set(missing.map(({ lack }) => lack))].join('; ');
  const what = missing
    .map(({ protection }) => english('operation.system.protection', { protection }).toLowerCase())
    .join(', ');
  if (readerJail === 'required') throw new AppError('reader.jail_incomplete', { what, reasons });
  return `The programs that decode pictures are not fully sandboxed here. Not in place: ${what} (${reasons}). See "A jail for decoders" in docs/guides/self-hosting.md.`;
}
