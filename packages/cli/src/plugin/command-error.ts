import { say } from '../say.ts';

/** What was asked for could not be done; the message says why and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export const cannotRead = (file: string, cause: unknown): CommandError =>
  new CommandError(say('cli.file.cannot_read', { file, code: codeOf(cause) }), { cause });

export const cannotWrite = (file: string, cause: unknown): CommandError =>
  new CommandError(say('cli.file.cannot_write', { file, code: codeOf(cause) }), { cause });

export const cannotMake = (file: string, cause: unknown): CommandError =>
  new CommandError(say('cli.file.cannot_make', { file, code: codeOf(cause) }), { cause });

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);
