import { isDatabaseFull, isDatabaseUnavailable } from '@readout/database';
import { AppError } from '@readout/domain/errors';
import { ReaderLostError } from '@readout/image-reader';
import { StoreError } from '@readout/store';

/** What a file system says that cannot be reached, or not by this process. */
const storeCodes = new Set([
  'EACCES',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOENT',
  'ENOTCONN',
  'EPERM',
  'EROFS',
  'ESTALE',
  'ETIMEDOUT',
]);

/** What of the surroundings an error tells of, as a code of the catalogue. */
export function surroundingsOf(error: unknown): string {
  if (isDatabaseUnavailable(error)) return 'database.unavailable';
  if (isDatabaseFull(error)) return 'store.full';
  if (error instanceof AppError && error.code.startsWith('store.')) return error.code;
  if (error instanceof StoreError && error.code === 'full') return 'store.full';
  if (error instanceof StoreError) return 'store.away';
  if (error instanceof ReaderLostError && error.why === 'not_started') return 'reader.not_started';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && storeCodes.has(code) ? 'store.away' : 'reader.disturbed';
}

/** Whether it keeps every page from being read, so that trying the next one is in vain. */
export function isForAll(code: string): boolean {
  return code !== 'reader.disturbed';
}
