import { isIP, isIPv4 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

/** Under what a machine can be reached in its own network. */
export interface MachineHosts {
  /** Host names, lower case, the most useful first; the last is `localhost`. */
  names: string[];
  /** Addresses, those of networks first; the last are the loopback's. */
  addresses: string[];
}

/** Networks inside the machine, for containers and virtual machines: no phone is in them. */
const insideOnly = /^(docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|lxc|podman)/;
const loopback = ['127.0.0.1', '::1'];

/**
 * Name and addresses of this machine as other devices of its network see them.
 *
 * @param extra hosts the operator named besides
 */
export function machineHosts(extra: readonly string[] = []): MachineHosts {
  const addresses = Object.entries(networkInterfaces())
    .filter(([name]) => !insideOnly.test(name))
    .flatMap(([, entries]) => entries ?? [])
    .filter(({ internal, address }) => !internal && isIPv4(address) && !address.startsWith('169.254.'))
    .map(({ address }) => address);
  const local = localName(hostname());
  const given = extra.map((host) => host.toLowerCase().replace(/^\[|\]$/g, ''));
  return {
    names: unique([
      ...given.filter((host) => isIP(host) === 0),
      ...(local === undefined ? [] : [local]),
      'localhost',
    ]),
    addresses: unique([...given.filter((host) => isIP(host) !== 0), ...addresses.toSorted(), ...loopback]),
  };
}

/**
 * The name multicast DNS (RFC 6762) gives a machine, which macOS, Windows and most Linux desktops answer to.
 *
 * @returns undefined where the host name is nothing a certificate could hold
 */
export function localName(machine: string): string | undefined {
  const label = machine.split('.')[0]?.toLowerCase() ?? '';
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label) && label !== 'localhost'
    ? `${label}.local`
    : undefined;
}

/** How a host is written in an address. */
export const inAddress = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);

const unique = (values: string[]): string[] => [...new Set(values)];
