import { AppError } from '@readout/domain/errors';
import { findJail, type Protection, protections } from '@readout/image-reader/process/jail';
import type { Config } from './config.ts';

/** What each protection is about, for people. */
const subjects: Record<Protection, string> = {
  user: 'A user of its own',
  privileges: 'No privileges',
  limits: 'Limits of memory and files',
  files: 'No files but its programs',
  network: 'No network',
  processes: 'No other processes',
  'system calls': 'Few system calls',
};

/** Each protection of what decodes pictures, and why it could not be had where it could not. */
export function jailReport(): { subject: string; lack: string | undefined }[] {
  const { lacks } = findJail();
  return protections.map((name) => ({ subject: subjects[name], lack: lacks[name] }));
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
  const what = missing.map(({ subject }) => subject.toLowerCase()).join(', ');
  if (readerJail === 'required') throw new AppError('reader.jail_incomplete', { what, reasons });
  return `What decodes pictures is not wholly shut in: it could not be given ${what} (${reasons}). See "A jail for decoders" in docs/guides/self-hosting.md.`;
}
