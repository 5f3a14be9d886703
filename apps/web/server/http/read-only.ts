import { AppError } from '@readout/domain/errors';
import type { PlatformState } from '@readout/domain/platform/platform-state';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * What is let through while nothing else is changed: signing in and out, programs that renew their tokens, choosing the company one looks at, and the
 * administration, which switches maintenance off again. Nothing of it touches what companies hold.
 */
const exempt = [
  /^\/admin(\/|$)/,
  /^\/auth\/(sign-in|sign-out|two-factor|switch-company)$/,
  /^\/oauth\/(token|revoke)$/,
  /^\/api\/auth\/(sign-in|sign-out|two-factor\/verify-|passkey\/(verify|generate)-authentic|callback|oauth2\/callback)/,
];

/** Once in half a minute is soon enough to ask again. */
const retryAfterSeconds = 30;

/** The refusal of a change during maintenance, before any of its body is read; undefined where it may go on. */
export function readOnlyRefusal(
  { method, path }: { method: string; path: string },
  { readOnlySince, readOnlyNote }: PlatformState,
): AppError | undefined {
  if (readOnlySince === null || safeMethods.has(method)) return undefined;
  // Client navigation asks for the data of a page under the page's address and `.data`.
  const address = path.replace(/\.data$/, '');
  if (exempt.some((pattern) => pattern.test(address))) return undefined;
  return new AppError('platform.read_only', {
    ...(readOnlyNote ? { reason: 'noted' as const, note: readOnlyNote } : { note: readOnlyNote }),
    since: readOnlySince,
    retryAfterSeconds,
  });
}
