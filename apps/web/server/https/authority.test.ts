import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, createServer } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { daysLeft, hostsOf, makeAuthority, makeCertificate, permittedHosts } from './authority.ts';
import { openCertificateFolder } from './certificate-folder.ts';
import { localName, type MachineHosts, machineHosts } from './machine-hosts.ts';

const hosts: MachineHosts = {
  names: ['desk.local', 'localhost'],
  addresses: ['192.168.7.20', '127.0.0.1', '::1'],
};

/** What a client that trusts only `authority` says of a server with this certificate, asked for as `host`. */
async function handshake(
  authority: string,
  server: { key: string; certificate: string },
  host: string,
): Promise<string> {
  const listener = createServer({ key: server.key, cert: server.certificate }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as { port: number };
  listener.on('tlsClientError', () => undefined);
  const socket = connect({
    port,
    host: '127.0.0.1',
    ca: authority,
    servername: host,
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect');
    return socket.authorized ? 'trusted' : String(socket.authorizationError);
  } finally {
    socket.destroy();
    listener.close();
  }
}

describe('the local authority', () => {
  test('makes a certificate that a client trusting the authority accepts for every host', async () => {
    const authority = await makeAuthority(hosts, new Date());
    const server = await makeCertificate(authority, hosts, new Date());
    expect(hostsOf(server.certificate).toSorted()).toEqual([...hosts.names, ...hosts.addresses].toSorted());
    expect(await handshake(authority.certificate, server, 'desk.local')).toBe('trusted');
    expect(await handshake(authority.certificate, server, 'localhost')).toBe('trusted');
  });

  test('cannot speak for any other host, even in the hands of a thief', async () => {
    const authority = await makeAuthority(hosts, new Date());
    const foreignName = { names: ['bank.example'], addresses: [] };
    const foreignAddress = { names: ['localhost'], addresses: ['192.168.7.21'] };
    for (const foreign of [foreignName, foreignAddress]) {
      const [name = ''] = foreign.names;
      const forged = await makeCertificate(authority, foreign, new Date());
      // Node has no name of its own for OpenSSL's "permitted subtree violation".
      expect(await handshake(authority.certificate, forged, name)).toBe('UNSPECIFIED');
      const entitled = await makeAuthority(foreign, new Date());
      const own = await makeCertificate(entitled, foreign, new Date());
      expect(await handshake(entitled.certificate, own, name)).toBe('trusted');
    }
  });

  test('names its hosts, and a certificate ends with its authority at the latest', async () => {
    const made = new Date('2026-01-01T00:00:00Z');
    const authority = await makeAuthority(hosts, made);
    expect([...permittedHosts(authority.certificate)].toSorted()).toEqual(
      [...hosts.names, ...hosts.addresses].toSorted(),
    );
    const late = new Date('2030-11-01T00:00:00Z');
    const server = await makeCertificate(authority, hosts, late);
    expect(daysLeft(server.certificate, late)).toBe(daysLeft(authority.certificate, late));
  });
});

describe('the folder of certificates', () => {
  let parent: string;
  beforeEach(() => {
    parent = mkdtempSync(path.join(tmpdir(), 'readout-https-'));
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));
  const inFolder = () => path.join(parent, 'https');

  test('keeps the authority over starts, and its keys from everybody else', async () => {
    const first = await openCertificateFolder(inFolder()).credentials(hosts);
    const second = await openCertificateFolder(inFolder()).credentials(hosts);
    expect(first.isNew).toBe(true);
    expect(second).toEqual({ ...first, isNew: false });
    expect(statSync(inFolder()).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(inFolder()))
      expect(statSync(path.join(inFolder(), name)).mode & 0o777, name).toBe(0o600);
    expect(first.certificate).not.toContain('PRIVATE');
  });

  test('makes a certificate for a host that went, without a new authority', async () => {
    const folder = openCertificateFolder(inFolder());
    const before = await folder.credentials(hosts);
    const after = await folder.credentials({ ...hosts, addresses: ['127.0.0.1', '::1'] });
    expect(after.fingerprint).toBe(before.fingerprint);
    expect(hostsOf(after.certificate)).not.toContain('192.168.7.20');
    expect(after.left).toEqual([]);
  });

  test('names a host the authority may not speak for instead of widening what devices trust', async () => {
    const folder = openCertificateFolder(inFolder());
    const before = await folder.credentials(hosts);
    const moved = { ...hosts, addresses: ['10.0.0.9', ...hosts.addresses] };
    const after = await folder.credentials(moved);
    expect(after.fingerprint).toBe(before.fingerprint);
    expect(after.left).toEqual(['10.0.0.9']);
    const renewed = await folder.credentials(moved, { newAuthority: true });
    expect(renewed.fingerprint).not.toBe(before.fingerprint);
    expect(renewed.left).toEqual([]);
  });

  test('renews the certificate a month before its end, with the same authority', async () => {
    const before = await openCertificateFolder(inFolder()).credentials(hosts);
    const later = new Date(Date.now() + 370 * 24 * 3600_000);
    const after = await openCertificateFolder(inFolder(), { now: () => later }).credentials(hosts);
    expect(after.fingerprint).toBe(before.fingerprint);
    expect(daysLeft(after.certificate, later)).toBeGreaterThan(390);
  });

  test('a key without its certificate, from a start that broke off, is replaced', async () => {
    const before = await openCertificateFolder(inFolder()).credentials(hosts);
    rmSync(path.join(inFolder(), 'authority.pem'));
    const after = await openCertificateFolder(inFolder()).credentials(hosts);
    expect(after.isNew).toBe(true);
    expect(after.fingerprint).not.toBe(before.fingerprint);
    expect(readFileSync(path.join(inFolder(), 'authority.pem'), 'utf8')).toBe(after.authority);
  });
});

describe('hosts of a machine', () => {
  test('end with its own loopback, and hold what the operator named first', () => {
    const { names, addresses } = machineHosts(['Readout.Example', '10.1.2.3']);
    expect(names[0]).toBe('readout.example');
    expect(names.at(-1)).toBe('localhost');
    expect(addresses[0]).toBe('10.1.2.3');
    expect(addresses.slice(-2)).toEqual(['127.0.0.1', '::1']);
  });

  test.each([
    ['Desk-7', 'desk-7.local'],
    ['desk.office.example', 'desk.local'],
    ['localhost', undefined],
    ['büro', undefined],
    ['', undefined],
  ])('a machine called %j is %j', (machine, name) => expect(localName(machine)).toBe(name));
});
