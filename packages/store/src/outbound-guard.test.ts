import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutboundDispatcher, isReachable, parseNetworks } from './outbound-guard.ts';

const nothing = { allow: parseNetworks('') };

describe('an outgoing call', () => {
  test.each([
    ['loopback', ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1']],
    [
      'private networks',
      ['10.0.0.1', '172.31.255.255', '192.168.1.1', 'fd12::1', '::ffff:10.0.0.1', '100.64.0.1'],
    ],
    ['nowhere and everyone', ['0.0.0.0', '::', '255.255.255.255', '224.0.0.1', 'ff02::1']],
    [
      'link-local and cloud metadata',
      ['169.254.169.254', 'fe80::1', 'fd00:ec2::254', '::ffff:169.254.169.254'],
    ],
    ['private ones carried in IPv6', ['64:ff9b::a00:1', '2002:7f00:1::', '::7f00:1', '2002:a9fe:a9fe::1']],
    ['what is not an address', ['localhost', '', '1.2.3', '0x7f.1']],
  ])('does not reach %s', (_name, addresses) => {
    expect(addresses.filter((address) => isReachable(address, nothing))).toEqual([]);
  });

  test('reaches the public internet', () => {
    const addresses = ['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'];
    expect(addresses.filter((address) => !isReachable(address, nothing))).toEqual([]);
  });

  test('reaches what the operator opened, and metadata addresses even then not', () => {
    const rules = { allow: parseNetworks('10.1.0.0/16, 127.0.0.1 fd12::/16 0.0.0.0/0 ::/0') };
    for (const address of ['10.1.2.3', '127.0.0.1', 'fd12::9', '::ffff:10.1.2.3'])
      expect(isReachable(address, rules), address).toBe(true);
    for (const address of [
      '169.254.169.254',
      'fe80::1',
      'fd00:ec2::254',
      '::ffff:169.254.0.1',
      '100.100.100.200',
      '168.63.129.16',
      '192.0.0.192',
    ])
      expect(isReachable(address, rules), address).toBe(false);
    expect(isReachable('10.2.0.1', { allow: parseNetworks('10.1.0.0/16') })).toBe(false);
  });

  test.each(['10.0.0.0/33', 'example.com', '10.0.0.0/8/8', '10.0.0.0/x', 'fd00::/129', '10.0.0.0/-1'])(
    'is not opened by a mistyped network: %s',
    (text) => {
      expect(() => parseNetworks(text)).toThrow(text);
    },
  );
});

describe('over real connections', () => {
  let server: Server;
  let port = 0;
  const seen: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(`${request.headers.host}${request.url}`);
      const elsewhere = new URL(request.url ?? '/', 'http://x').searchParams.get('to');
      if (elsewhere) response.writeHead(302, { location: elsewhere });
      response.end('inside');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const call = (url: string, allow: string) =>
    // Node's fetch takes a dispatcher, which its types leave out.
    fetch(url, { dispatcher: createOutboundDispatcher({ allow: parseNetworks(allow) }) } as object)
      .then((answer) => answer.text())
      .catch((error: Error) => (error.cause as { code?: string }).code);

  test('a literal address and a name that stands for one are refused before anything is sent', async () => {
    seen.length = 0;
    expect(await call(`http://127.0.0.1:${port}/`, '')).toBe('OUTBOUND_REFUSED');
    expect(await call(`http://localhost:${port}/`, '')).toBe('OUTBOUND_REFUSED');
    expect(await call(`http://[::ffff:127.0.0.1]:${port}/`, '')).toBe('OUTBOUND_REFUSED');
    expect(seen).toEqual([]);
  });

  test('an opened network is reached by address and by name', async () => {
    expect(await call(`http://127.0.0.1:${port}/`, '127.0.0.1/32')).toBe('inside');
    expect(await call(`http://localhost:${port}/`, '127.0.0.1/32')).toBe('inside');
  });

  test('a redirect is checked again', async () => {
    const to = encodeURIComponent(`http://127.0.0.2:${port}/secret`);
    expect(await call(`http://127.0.0.1:${port}/?to=${to}`, '127.0.0.1/32')).toBe('OUTBOUND_REFUSED');
    expect(seen.some((each) => each.includes('/secret'))).toBe(false);
  });
});
