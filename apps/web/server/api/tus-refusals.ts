import { AppError } from '@readout/domain/errors';
import { ERRORS } from '@tus/server';
import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from '../http/env.ts';
import { tooLarge } from './media-types.ts';

/** Each refusal of the tus library, by the text it answers with. */
const refusals: ReadonlyMap<string, () => AppError> = new Map([
  [ERRORS.MISSING_OFFSET.body, () => badHeader('Upload-Offset')],
  [ERRORS.INVALID_CONTENT_TYPE.body, () => new AppError('upload.wrong_type')],
  [ERRORS.INVALID_LENGTH.body, () => new AppError('upload.length_needed')],
  [ERRORS.INVALID_METADATA.body, () => badHeader('Upload-Metadata')],
  [ERRORS.INVALID_OFFSET.body, () => new AppError('upload.offset_differs')],
  [ERRORS.FILE_NOT_FOUND.body, () => new AppError('upload.not_found')],
  [ERRORS.FILE_NO_LONGER_EXISTS.body, () => new AppError('upload.not_found')],
  [ERRORS.ERR_SIZE_EXCEEDED.body, () => new AppError('upload.longer_than_said')],
  [ERRORS.ERR_MAX_SIZE_EXCEEDED.body, () => tooLarge(true)],
  [ERRORS.UNSUPPORTED_CONCATENATION_EXTENSION.body, () => new AppError('upload.no_concatenation')],
  [ERRORS.ABORTED.body, () => new AppError('upload.busy', { retryAfterSeconds: 1 })],
  [ERRORS.ERR_LOCK_TIMEOUT.body, () => new AppError('upload.busy', { retryAfterSeconds: 1 })],
]);

/**
 * What the tus library refused by itself, in the codes of the catalogue. Its statuses are not kept where they say
 * something else elsewhere, such as 403 for a header that is missing.
 * @param text of its answer
 */
export function refusalOfTus(status: number, text: string): Error {
  const known = refusals.get(text);
  if (known) return known();
  if (status === 412) return new AppError('upload.not_tus');
  const [, names] = /^Invalid (.+)\n$/.exec(text) ?? [];
  if (names === undefined) return new Error(`An upload was answered ${status}: ${text}`);
  const headers = names.split(' ');
  if (headers.includes('tus-resumable')) return new AppError('upload.not_tus');
  if (headers.includes('content-type')) return new AppError('upload.wrong_type');
  return badHeader(...headers.map(asWritten));
}

const badHeader = (...headers: string[]) =>
  new AppError('upload.bad_header', { headers: headers.join(', ') });

/** `upload-offset` as tus writes it. */
const asWritten = (header: string): string =>
  header.replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase());

/** Every answer names the version of tus (1.0.0, section Headers), refusals too. */
export const sayTusVersion: MiddlewareHandler<HttpEnv> = async (context, next) => {
  await next();
  context.res.headers.set('tus-resumable', '1.0.0');
  if (context.res.status === 412) context.res.headers.set('tus-version', '1.0.0');
};
