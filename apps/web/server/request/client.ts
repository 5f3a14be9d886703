import { isIP } from 'node:net';
import type { Config } from '../config.ts';

/** Where a request comes from. */
export interface Client {
  /** IPv4 or IPv6, without a port. */
  address: string;
  /** The person sits at this machine: no proxy and no other machine is in between. */
  isLoopback: boolean;
  /** Scheme and host the request was sent to, for instance `https://readout.example.com`. */
  origin: string;
}

interface Facts {
  /** Address of the other end of the connection. */
  peer: string | undefined;
  isEncrypted: boolean;
  headers: Headers;
}

/**
 * Tells who is at the other end. Forwarding headers count only as far as the operator trusts that many proxies:
 * anyone can write them.
 */
export function clientOf(
  { peer, isEncrypted, headers }: Facts,
  config: Pick<Config, 'trustedProxies' | 'baseUrl'>,
): Client {
  const direct = plainAddress(peer ?? '');
  const forwarded = list(headers.get('x-forwarded-for'));
  const isForwarded = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'].some((name) =>
    headers.has(name),
  );
  const host = headers.get('host') ?? '';
  if (config.trustedProxies === 0 || forwarded.length === 0) {
    return {
      address: direct,
      // A proxy on this machine connects from loopback too; it shows by its headers or by the host asked for.
      isLoopback: isLoopbackAddress(direct) && !isForwarded && isLoopbackHost(host),
      origin: config.baseUrl ?? `${isEncrypted ? 'https' : 'http'}://${host}`,
    };
  }
  // The last entry was written by the nearest proxy; each trusted one is a step further out.
  const address = forwarded[Math.max(0, forwarded.length - config.trustedProxies)] ?? direct;
  const scheme = list(headers.get('x-forwarded-proto')).at(-1) === 'https' ? 'https' : 'http';
  return {
    address: isIP(plainAddress(address)) ? plainAddress(address) : direct,
    isLoopback: false,
    origin: config.baseUrl ?? `${scheme}://${list(headers.get('x-forwarded-host')).at(-1) ?? host}`,
  };
}

function list(header: string | null): string[] {
  return (header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Without the IPv6 form of IPv4 and without brackets or a port. */
function plainAddress(address: string): string {
  return address
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^\[([^\]]+)\].*$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^127\./.test(address);
}

function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(name)
  );
}
