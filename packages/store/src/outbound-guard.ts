import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';

/** The server was asked to connect to an address it must not reach. */
export class OutboundRefusedError extends Error {
  override readonly name = 'OutboundRefusedError';
  readonly code = 'OUTBOUND_REFUSED';
}

export interface OutboundRules {
  /** Networks the operator opened, in CIDR notation; see `parseNetworks`. */
  allow: BlockList;
}

/** Link-local addresses and those where clouds hand out credentials of the machine: never, whatever is allowed. */
const never = listOf(
  '169.254.0.0/16 fe80::/10 fd00:ec2::254/128 100.100.100.200/32 168.63.129.16/32 192.0.0.192/32',
);

/** Not on the public internet (IANA special-purpose registries, RFC 6890), multicast and reserved. */
const notPublic = listOf(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 ' +
    '198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 ' +
    '::/127 100::/64 2001::/23 2001:db8::/32 3fff::/20 5f00::/16 fc00::/7 fec0::/10 ff00::/8',
);

/** Forms in which an IPv6 address carries an IPv4 one: mapped, NAT64 and compatible hold it last, 6to4 after 2002. */
const carriesIpv4 = listOf('::ffff:0:0/96 64:ff9b::/96 64:ff9b:1::/48 ::/96');
const sixToFour = listOf('2002::/16');

/** @throws Error that names the part that is not a network. */
export function parseNetworks(text: string): BlockList {
  const networks = new BlockList();
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const [address = '', bits, ...rest] = part.split('/');
    const family = isIP(address);
    const width = family === 4 ? 32 : 128;
    const prefix = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (family === 0 || rest.length > 0 || !(prefix >= 0 && prefix <= width))
      throw new Error(`${part} is not a network like 10.1.0.0/16`);
    networks.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  }
  return networks;
}

/** Whether the server may connect to an IP address. */
export function isReachable(address: string, { allow }: OutboundRules): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (family === 4) return isAllowed(address, 'ipv4', allow);
  if (holds(carriesIpv4, address) || holds(sixToFour, address)) {
    const inner = ipv4Within(address);
    // `::1` and `::` look like compatible addresses and are loopback and "any".
    if (!holds(notPublic, address) && inner) return isAllowed(inner, 'ipv4', allow);
  }
  return isAllowed(address, 'ipv6', allow);
}

/**
 * Connects for outgoing calls. Names are resolved here, every address they stand for is checked and the connection goes
 * to one that passed: no second look-up can lead elsewhere. Every redirect to another host makes a new connection and
 * with it a new check.
 */
export function createOutboundDispatcher(rules: OutboundRules): Dispatcher {
  const connect = buildConnector({ lookup: guardedLookup(rules), timeout: 10_000 });
  return new Agent({
    connect(options, callback) {
      const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
      // Node connects to literal addresses without a look-up.
      if (isIP(host) !== 0 && !isReachable(host, rules)) {
        callback(refusal(host), null);
        return;
      }
      connect(options, callback);
    },
  });
}

function guardedLookup(rules: OutboundRules): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '');
      const reachable = found.filter(({ address }) => isReachable(address, rules));
      const [first] = reachable;
      if (!first) return callback(refusal(hostname), '');
      if (options.all) return callback(null, reachable);
      return callback(null, first.address, first.family);
    });
  };
}

function refusal(host: string): OutboundRefusedError {
  return new OutboundRefusedError(
    `${host} is a private, link-local or reserved address. If the server is meant to reach it, add its network to READOUT_OUTBOUND_ALLOW.`,
  );
}

function isAllowed(address: string, family: 'ipv4' | 'ipv6', allow: BlockList): boolean {
  if (never.check(address, family)) return false;
  return allow.check(address, family) || !notPublic.check(address, family);
}

function holds(list: BlockList, address: string): boolean {
  return list.check(address, 'ipv6');
}

function listOf(networks: string): BlockList {
  return parseNetworks(networks);
}

/** The IPv4 address inside an IPv6 one, from its eight groups. */
function ipv4Within(address: string): string | undefined {
  const plain = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1);
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const end = tail === '' ? [] : tail.split(':');
    groups.push(...Array.from({ length: 8 - groups.length - end.length }, () => '0'), ...end);
  }
  const numbers = groups.map((group) => Number.parseInt(group, 16));
  const [high, low] = numbers[0] === 0x2002 ? [numbers[1], numbers[2]] : [numbers[6], numbers[7]];
  if (high === undefined || low === undefined) return undefined;
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
