/**
 * Name and ending of a cookie of ours beside the session's. Sent encrypted only, it is `__Host-`: no other host of the
 * domain can set or see it (RFC 6265bis, section 4.1.3.2).
 */
export function hostCookie(
  name: string,
  value: string,
  { isSecure, maxAgeSeconds, attributes }: { isSecure: boolean; maxAgeSeconds: number; attributes: string },
): string {
  return `${isSecure ? '__Host-' : ''}${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; ${attributes}${isSecure ? '; Secure' : ''}`;
}

/** The encoded value of such a cookie, under either name; undefined where there is none. */
export function findHostCookie(header: string | null, name: string): string | undefined {
  const parts = (header ?? '').split(';').map((part) => part.trim());
  const found = [`__Host-${name}=`, `${name}=`].map((start) => parts.find((part) => part.startsWith(start)));
  const part = found[0] ?? found[1];
  return part?.slice(part.indexOf('=') + 1);
}
