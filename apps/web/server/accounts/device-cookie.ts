import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a browser stays known: as long as browsers keep a cookie at most (RFC 6265bis, section 5.5). */
const deviceSeconds = 400 * 24 * 60 * 60;

/**
 * The id by which accounts know a browser again. It opens nothing: from a known browser only its own failed tries make
 * it wait. It is signed, so that nobody plants one they know in somebody's browser.
 */
export interface Device {
  id: string;
  /** Whether this Readout signed it; ids from before that are good only where an account knows them already. */
  isSigned: boolean;
}

const name = (isSecure: boolean) => (isSecure ? '__Host-readout.device' : 'readout.device');

/** @param cookie value of one cookie of the request */
export function readDevice(
  cookie: (name: string) => string | undefined,
  { secret, isSecure }: { secret: string; isSecure: boolean },
): Device | undefined {
  const value = cookie(name(isSecure)) ?? cookie('readout.device') ?? '';
  const [id = '', signature] = value.split('.');
  if (!/^[\w-]{22,64}$/.test(id)) return undefined;
  if (signature === undefined) return { id, isSigned: false };
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(id, secret);
  return given.length === expected.length && timingSafeEqual(given, expected)
    ? { id, isSigned: true }
    : undefined;
}

export const newDeviceId = (): string => randomBytes(24).toString('base64url');

/** The cookie that makes a browser known. */
export function deviceCookie(
  id: string,
  { secret, isSecure }: { secret: string; isSecure: boolean },
): string {
  const value = `${id}.${signatureOf(id, secret).toString('base64url')}`;
  return `${name(isSecure)}=${value}; Max-Age=${deviceSeconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

const signatureOf = (id: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`device ${id}`).digest();
