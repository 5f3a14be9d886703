import { isIP } from 'node:net';

/**
 * The network an address belongs to, as far as one customer of a provider usually goes: /24 of IPv4, /64 of IPv6. An
 * IPv4 address written as IPv6 is the IPv4 address. What is not an address stays as it is, at most 64 characters of it.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  const family = isIP(plain);
  if (family === 4) return ipv4Network(plain.split('.').map(Number));
  if (family !== 6) return address.slice(0, 64);
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) {
    const [high = 0, low = 0] = groups.slice(6);
    return ipv4Network([high >> 8, high & 255, low >> 8, low & 255]);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

const ipv4Network = ([a, b, c]: number[]): string => `${a}.${b}.${c}.0/24`;

/** The eight groups of a valid IPv6 address; the last two may be written as an IPv4 address (RFC 4291, section 2.2). */
function groupsOf(address: string): number[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = '', tail] = hex.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(missing).fill('0'), ...after].map((group) =>
    Number.parseInt(group, 16),
  );
}
