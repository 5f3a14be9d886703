import 'reflect-metadata';
import { createHash, randomBytes, webcrypto } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { MachineHosts } from './machine-hosts.ts';

/** A certificate and the key it speaks for, PEM. */
export interface KeyAndCertificate {
  key: string;
  certificate: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const dayMs = 24 * 3600_000;
/** A new authority has to be trusted on every device again. */
export const authorityDays = 5 * 365;
/** Apple's systems take no certificate that is valid for longer (support.apple.com/102028). */
export const certificateDays = 397;
/** Clocks of phones may be slow. */
const clockToleranceMs = dayMs;

/**
 * Makes a certificate authority that can speak for these hosts and no others: should its key be stolen, no other
 * site can be impersonated to the devices that trust it (name constraints, RFC 5280, section 4.2.1.10).
 */
export async function makeAuthority(hosts: MachineHosts, now: Date): Promise<KeyAndCertificate> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: serialNumber(),
      // The day tells two authorities of one machine apart in a device's list.
      name: `CN=Readout on ${nameOf(hosts)} (${now.toISOString().slice(0, 10)}), O=Readout`,
      notBefore: new Date(now.getTime() - clockToleranceMs),
      notAfter: new Date(now.getTime() + authorityDays * dayMs),
      signingAlgorithm: algorithm,
      keys,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
        await SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto as Crypto),
        nameConstraints(hosts),
      ],
    },
    webcrypto as Crypto,
  );
  return { key: await exportKey(keys.privateKey), certificate: certificate.toString('pem') };
}

/** Makes the server's certificate, signed by the authority. */
export async function makeCertificate(
  authority: KeyAndCertificate,
  hosts: MachineHosts,
  now: Date,
): Promise<KeyAndCertificate> {
  const issuer = new X509Certificate(authority.certificate);
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.create(
    {
      serialNumber: serialNumber(),
      subject: `CN=${nameOf(hosts)}`,
      issuer: issuer.subject,
      notBefore: new Date(now.getTime() - clockToleranceMs),
      notAfter: new Date(Math.min(now.getTime() + certificateDays * dayMs, issuer.notAfter.getTime())),
      signingAlgorithm: algorithm,
      publicKey: keys.publicKey,
      signingKey: await importKey(authority.key),
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension([
          ...hosts.names.map((value) => ({ type: 'dns' as const, value })),
          ...hosts.addresses.map((value) => ({ type: 'ip' as const, value })),
        ]),
        await SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto as Crypto),
        await AuthorityKeyIdentifierExtension.create(issuer, false, webcrypto as Crypto),
      ],
    },
    webcrypto as Crypto,
  );
  return { key: await exportKey(keys.privateKey), certificate: certificate.toString('pem') };
}

/** Hosts a certificate was made for, lower case. */
export function hostsOf(certificate: string): string[] {
  const names = new X509Certificate(certificate).getExtension(SubjectAlternativeNameExtension);
  return (names?.names.items ?? []).map(({ value }) => value.toLowerCase());
}

/** Hosts an authority may speak for. */
export function permittedHosts(authority: string): Set<string> {
  const extension = new X509Certificate(authority).getExtension(id_ce_nameConstraints);
  const permitted = extension && AsnConvert.parse(extension.value, NameConstraints).permittedSubtrees;
  return new Set(
    [...(permitted ?? [])].map(({ base }) =>
      (base.dNSName ?? base.iPAddress?.split('/')[0] ?? '').toLowerCase(),
    ),
  );
}

/** Whole days until a certificate ends; negative afterwards. */
export function daysLeft(certificate: string, now: Date): number {
  return Math.floor((new X509Certificate(certificate).notAfter.getTime() - now.getTime()) / dayMs);
}

/** SHA-256 of a certificate as devices show it: pairs of hex digits between colons. */
export function fingerprintOf(certificate: string): string {
  const hex = createHash('sha256')
    .update(new Uint8Array(new X509Certificate(certificate).rawData))
    .digest('hex');
  return (hex.toUpperCase().match(/../g) ?? []).join(':');
}

/** A certificate as the bytes phones install. */
export function toDer(certificate: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new X509Certificate(certificate).rawData);
}

function nameConstraints({ names, addresses }: MachineHosts): Extension {
  const bases = [
    ...names.map((dNSName) => new GeneralName({ dNSName })),
    // Exactly the address: a network of one.
    ...addresses.map((address) => new GeneralName({ iPAddress: `${address}/${isIPv4(address) ? 32 : 128}` })),
  ];
  const constraints = new NameConstraints({
    permittedSubtrees: new GeneralSubtrees(bases.map((base) => new GeneralSubtree({ base }))),
  });
  return new Extension(id_ce_nameConstraints, true, AsnConvert.serialize(constraints));
}

const nameOf = ({ names }: MachineHosts): string => names[0] as string;

/** RFC 5280: positive, at most 20 octets; browsers ask for at least 64 random bits. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] as number) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ]) as Promise<webcrypto.CryptoKeyPair>;
}

async function exportKey(key: CryptoKey): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

function importKey(pem: string): Promise<CryptoKey> {
  const [der] = PemConverter.decode(pem);
  if (!der) throw new Error('The key of the certificate authority holds no key.');
  return webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']) as Promise<CryptoKey>;
}
