import { renderUnicodeCompact } from 'uqr';
import type { HttpsCredentials } from './certificate-folder.ts';
import { inAddress } from './machine-hosts.ts';
import { trustPath } from './plain-http.ts';

/** What the terminal says about HTTPS: where phones go, how they come to trust it, and what is in the way. */
export function wayToHttps(
  { credentials, plainPort }: { credentials: HttpsCredentials; plainPort: number },
  { port, host }: { port: number; host: string },
): string {
  const { hosts, fingerprint, isNew, left } = credentials;
  const everywhere = host === '0.0.0.0' || host === '::';
  const addresses = hosts.addresses.filter((address) => address !== '::1' && !address.startsWith('127.'));
  const names = hosts.names.filter((name) => name !== 'localhost');
  const reachable = everywhere ? [...addresses, ...names] : [host];
  const [first] = reachable;
  const lines = [''];
  if (first === undefined || (!everywhere && (host === '127.0.0.1' || host === 'localhost'))) {
    lines.push(
      everywhere
        ? 'No network was found: phones cannot reach this machine now.'
        : `Phones cannot reach it: HOST=${host} is this machine alone. Leave HOST empty.`,
    );
  } else {
    const trust = `http://${inAddress(first)}:${plainPort}${trustPath}`;
    lines.push(
      `For phones: scan this. It opens ${trust}, shows how to trust the certificate once, and leads on to`,
      `${reachable.map((each) => `https://${inAddress(each)}:${port}`).join('  or  ')}`,
      '',
      renderUnicodeCompact(trust, { border: 2 }),
    );
    if (names.length > 0)
      lines.push(
        `Passkeys need a name: use https://${names[0]}:${port} where it resolves (Apple, Windows, most Linux desktops, Android from 13).`,
      );
  }
  lines.push(`Fingerprint of the certificate to trust (SHA-256):`, fingerprint);
  if (isNew) lines.push('It was made just now: every device has to trust it once.');
  if (left.length > 0)
    lines.push(
      `Not covered, because the trusted certificate was made before: ${left.join(', ')}. "npm start -- --https --new-authority" covers them; every device then has to trust the new one.`,
    );
  return lines.join('\n');
}
