import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  daysLeft,
  fingerprintOf,
  hostsOf,
  type KeyAndCertificate,
  makeAuthority,
  makeCertificate,
  permittedHosts,
} from './authority.ts';
import type { MachineHosts } from './machine-hosts.ts';

/** All that serving HTTPS takes. */
export interface HttpsCredentials {
  /** PEM. */
  key: string;
  /** PEM, the server's certificate and then its authority's. */
  certificate: string;
  /** PEM of the authority's certificate: what devices are to trust. */
  authority: string;
  /** SHA-256 of the authority's certificate. */
  fingerprint: string;
  /** Whether the authority was made just now and no device can trust it yet. */
  isNew: boolean;
  /** What the certificate speaks for. */
  hosts: MachineHosts;
  /** Hosts of this machine that the authority may not speak for: they came after it was made. */
  left: string[];
}

/** A certificate is replaced so long before its end, in days. */
const renewalDays = 30;

/**
 * Keeps the authority and the server's certificate in a folder of its own beside the data folder, so that a copy of
 * the data is no copy of the key that devices trust.
 *
 * @param folder made with mode 0700; the keys in it have 0600
 */
export function openCertificateFolder(folder: string, { now = () => new Date() } = {}) {
  const file = (name: string): string => path.join(folder, name);
  const read = (name: string): KeyAndCertificate | undefined =>
    existsSync(file(`${name}.pem`)) && existsSync(file(`${name}-key.pem`))
      ? {
          certificate: readFileSync(file(`${name}.pem`), 'utf8'),
          key: readFileSync(file(`${name}-key.pem`), 'utf8'),
        }
      : undefined;
  const write = (name: string, { key, certificate }: KeyAndCertificate): void => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    // The certificate last: a key alone counts as nothing, see `read`.
    rmSync(file(`${name}.pem`), { force: true });
    for (const [ending, content] of [
      ['-key.pem', key],
      ['.pem', certificate],
    ] as const) {
      const draft = file(`${name}${ending}.${process.pid}`);
      writeFileSync(draft, content, { mode: 0o600, flush: true });
      renameSync(draft, file(`${name}${ending}`));
    }
  };

  return {
    /**
     * The credentials for these hosts; made or renewed where that is due.
     *
     * @param options.newAuthority replace the authority: devices have to trust the new one
     */
    async credentials(
      hosts: MachineHosts,
      options: { newAuthority?: boolean } = {},
    ): Promise<HttpsCredentials> {
      let authority = read('authority');
      const isNew =
        options.newAuthority === true ||
        authority === undefined ||
        daysLeft(authority.certificate, now()) < renewalDays;
      if (isNew || authority === undefined) {
        authority = await makeAuthority(hosts, now());
        write('authority', authority);
      }
      const permitted = permittedHosts(authority.certificate);
      const covered: MachineHosts = {
        names: hosts.names.filter((host) => permitted.has(host)),
        addresses: hosts.addresses.filter((host) => permitted.has(host)),
      };
      const wanted = [...covered.names, ...covered.addresses];
      let server = read('server');
      if (
        isNew ||
        server === undefined ||
        daysLeft(server.certificate, now()) < renewalDays ||
        wanted.toSorted().join() !== hostsOf(server.certificate).toSorted().join()
      ) {
        server = await makeCertificate(authority, covered, now());
        write('server', server);
      }
      return {
        key: server.key,
        certificate: `${server.certificate.trim()}\n${authority.certificate.trim()}\n`,
        authority: authority.certificate,
        fingerprint: fingerprintOf(authority.certificate),
        isNew,
        hosts: covered,
        left: [...hosts.names, ...hosts.addresses].filter((host) => !permitted.has(host)),
      };
    },
  };
}
