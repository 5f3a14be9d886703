import { inAddress, machineHosts } from './machine-hosts.ts';

/** What the terminal says about other devices where pages are not encrypted: their address, or how they get one. */
export function wayToOthers(
  { port, host }: { port: number; host: string },
  { addresses } = machineHosts(),
): string {
  const others = addresses.filter((address) => address !== '::1' && !address.startsWith('127.'));
  const [first] = others;
  if (host === '0.0.0.0' || host === '::')
    return first
      ? `In your network: ${others.map((each) => `http://${inAddress(each)}:${port}`).join('  or  ')}. Cameras need "npm start -- --https".`
      : 'No network was found: other devices cannot reach this machine now.';
  const isHere = ['127.0.0.1', '::1', 'localhost'].includes(host);
  return isHere
    ? `Only this machine reaches it. For phones and others in your network${first ? ` (as ${first})` : ''}: "npm start -- --https", which shows a QR code.`
    : 'For cameras of phones: "npm start -- --https", which shows a QR code.';
}
