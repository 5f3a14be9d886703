import { isDatabaseFull, isDatabaseUnavailable } from '@readout/database';
import { errorEntry, statusOf } from '@readout/domain/error-catalogue';
import { AppError } from '@readout/domain/errors';
import { StoreError } from '@readout/store';
import { HTTPException } from 'hono/http-exception';
import { noRoom } from '../disk-room.ts';
import { currentLocale } from '../request/locale.ts';

/** A foreseen error as who sent the request is told of it, in their language. */
export function toldError(error: AppError) {
  const locale = currentLocale();
  const { title, action } = errorEntry(error.code, locale)!;
  return { title, action, ...error.in(locale) };
}

/**
 * A foreseen error as RFC 9457 `problem+json`: the code a program can rely on, a sentence a person understands and
 * what to do, in the language of who asks. Values of `AppError.detail` ride along as extensions.
 */
export function problemResponse(
  error: AppError,
  requestId?: string,
  status = statusOf[error.kind],
): Response {
  const { title, sentence, action, detail } = toldError(error);
  const headers = new Headers({
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
  });
  const { retryAfterSeconds, allow } = error.detail;
  if (typeof retryAfterSeconds === 'number') headers.set('retry-after', String(retryAfterSeconds));
  if (typeof allow === 'string') headers.set('allow', allow);
  return new Response(
    JSON.stringify({
      ...detail,
      type: 'about:blank',
      status,
      code: error.code,
      title,
      detail: sentence,
      action,
      ...(requestId ? { requestId } : {}),
    }),
    { status, headers },
  );
}

/** NUL in a text or inside JSON, which PostgreSQL keeps in neither (SQLSTATE 22021 and 22P05). */
const isUnusableText = (error: unknown): boolean =>
  ['22021', '22P05'].includes((error as { code?: string } | null)?.code ?? '');

export const unusableText = (cause?: unknown): AppError =>
  new AppError('request.unusable_text', {}, { cause });

/** The foreseen error behind any error: itself, text nobody can keep, a database or a store that is full or away, or undefined for a defect. */
export function foreseen(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  // Hono's word for a body that is no JSON.
  if (error instanceof HTTPException && error.status === 400)
    return new AppError('request.not_json', { reason: 'broken' }, { cause: error });
  // And for one of another media type.
  if (error instanceof HTTPException && error.status === 415)
    return new AppError('request.not_json', {}, { cause: error });
  if (isUnusableText(error)) return unusableText(error);
  if (isDatabaseFull(error) || (error instanceof StoreError && error.code === 'full')) return noRoom(error);
  if (error instanceof StoreError && error.code === 'away')
    return new AppError('store.away', { retryAfterSeconds: 30 }, { cause: error });
  if (!isDatabaseUnavailable(error)) return undefined;
  return new AppError('database.unavailable', { retryAfterSeconds: 2 }, { cause: error });
}

/** What nobody foresaw, without its inside; the request id finds the line in the log. */
export function unforeseenResponse(requestId: string): Response {
  return problemResponse(new AppError('server.unexpected'), requestId, 500);
}
