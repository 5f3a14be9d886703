import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { createPool } from '@readout/database';
import { runBulkAction } from '@readout/domain/captures/run-bulk-action';
import { createTarget } from '@readout/domain/deliveries/create-target';
import { keptBodyBytes } from '@readout/domain/deliveries/rules';
import { capture } from '@readout/domain/testing/arrange';
import { createOutboundDispatcher, parseNetworks } from '@readout/store/outbound-guard';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeEvent } from '../api/write-event.ts';
import { makeAuthority, makeCertificate } from '../https/authority.ts';
import { scopeOf, startTestServer, type TestServer } from '../testing/test-server.ts';
import { exchange } from './exchange.ts';
import { createSecretVault } from './secret-vault.ts';
import { startDeliveries } from './start-deliveries.ts';
import { testTarget } from './test-target.ts';

let server: TestServer;
const ownCertificates = getCACertificates('default');
const open = createOutboundDispatcher({ allow: parseNetworks('127.0.0.1/32') });
const guarded = createOutboundDispatcher({ allow: parseNetworks('') });
const listening: Server[] = [];
const sockets = new Set<Socket>();

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const each of listening) each.close();
  setDefaultCACertificates(ownCertificates);
  await Promise.all([open.destroy(), guarded.destroy()]);
  await server?.close();
});

const deps = () => ({
  db: server.database.app,
  vault: createSecretVault(server.database.secret),
  plugins: server.plugins,
  writeEvent,
  means: server.means,
});

async function portOf(made: Server): Promise<number> {
  listening.push(made);
  made.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
  });
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return (made.address() as AddressInfo).port;
}
const at = async (made: Server, scheme = 'http', host = '127.0.0.1') =>
  `${scheme}://${host}:${await portOf(made)}/`;
/** Answers as HTTP servers do. */
const http = (answer: RequestListener) =>
  at(
    createHttpServer((request, response) => {
      request.resume().on('end', () => answer(request, response));
    }),
  );
/** Sends these bytes once a whole request is there, whatever they are. */
const raw = (bytes: string, afterwards: (socket: Socket) => void = () => {}) =>
  at(
    createServer((socket) => {
      let got = '';
      socket.on('data', (piece) => {
        got += piece.toString('latin1');
        const [head, body] = got.split('\r\n\r\n');
        if (body === undefined || body.length < Number(/content-length: (\d+)/i.exec(head!)?.[1])) return;
        got = '';
        socket.write(Buffer.from(bytes, 'latin1'), () => afterwards(socket));
      });
    }),
  );
const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const day = 86_400_000;

async function tlsReceivers(): Promise<Record<'expired' | 'wrongName' | 'untrusted', string>> {
  const hosts = (name: string) => ({ names: [name], addresses: [] });
  const both = { names: ['localhost', 'elsewhere.example'], addresses: [] };
  const longAgo = new Date(Date.now() - 500 * day);
  const authority = await makeAuthority(both, longAgo);
  const unknown = await makeAuthority(both, longAgo);
  setDefaultCACertificates([...ownCertificates, authority.certificate]);
  const serve = async (by: typeof authority, name: string, when: Date) => {
    const { key, certificate: cert } = await makeCertificate(by, hosts(name), when);
    return at(
      createTlsServer({ key, cert }, (socket) => socket.on('error', () => {}).end(ok)),
      'https',
      'localhost',
    );
  };
  return {
    expired: await serve(authority, 'localhost', longAgo),
    wrongName: await serve(authority, 'elsewhere.example', new Date()),
    untrusted: await serve(unknown, 'localhost', new Date()),
  };
}

/** That another try would not change. */
const endings = ['delivery.answered_no', 'delivery.redirected'];

test('whatever a receiver does has its code where one looks, and everybody else has everything', async () => {
  const company = await server.database.createCompany();
  const other = await server.database.createCompany();
  const log = { info: () => {}, warn: () => {}, error: (fields: object) => server.failures.push(fields) };
  const pool = createPool(server.database.address, 'readout_app', server.database.secret, {
    maxConnections: 5,
  });
  const inner: string[] = [];
  const inside = await http(({ url = '' }, response) => {
    inner.push(url);
    response.end();
  });
  let bytesTaken = 0;
  const [good, theirs]: [string[], string[]] = [[], []];
  const tls = await tlsReceivers();
  const closed = createServer();
  const closedPort = await portOf(closed);
  await new Promise((resolve) => closed.close(resolve));
  /** What is expected where nothing arrives: the code. */
  const cases: Record<string, [address: string, code?: string | undefined, status?: number]> = {
    'knows another secret': [
      await http((_, response) => response.writeHead(401).end()),
      'delivery.answered_no',
      401,
    ],
    'sends elsewhere, in a circle': [
      await http(({ url }, response) => response.writeHead(307, { location: url }).end()),
      'delivery.redirected',
      307,
    ],
    'sends inside': [
      await http((_, response) => response.writeHead(302, { location: inside }).end()),
      'delivery.redirected',
      302,
    ],
    'answers a gigabyte': [
      await http((_, response) => {
        response.writeHead(200, { 'content-length': 1e9 });
        const piece = Buffer.alloc(65_536, 'x');
        const more = () => {
          do bytesTaken += piece.length;
          while (response.write(piece));
        };
        response.on('drain', more);
        more();
      }),
    ],
    'has an expired certificate': [tls.expired, 'delivery.not_trusted'],
    'has the certificate of another': [tls.wrongName, 'delivery.not_trusted'],
    'signed its certificate itself': [tls.untrusted, 'delivery.not_trusted'],
    'speaks HTTP where HTTPS is asked for': [
      await at(
        createServer((socket) => socket.on('data', () => socket.end('HTTP/1.1 400 No\r\n\r\n'))),
        'https',
      ),
      'delivery.not_understood',
    ],
    'is not there': [`http://127.0.0.1:${closedPort}/`, 'delivery.unreachable'],
    'resets before it answers': [
      await raw('HTTP/1.1 200 OK\r\ncontent-', (socket) => socket.resetAndDestroy()),
      'delivery.cut_off',
    ],
    'resets in the middle of its answer': [
      await http((_, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('x', () => response.socket?.destroy());
      }),
    ],
    'answers something else than HTTP': [await raw('220 mail ready\r\n'), 'delivery.not_understood'],
    'answers headers of 1 MB': [
      await raw(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(1 << 20)}\r\n\r\n`),
      'delivery.not_understood',
    ],
    'changes the protocol': [
      await raw('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      'delivery.not_understood',
    ],
    'has a status that does not exist': [
      await raw('HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n'),
      'delivery.not_understood',
    ],
    'answers before it has read': [await at(createServer((socket) => socket.write(ok)))],
    'resets just after it answered': [
      await raw(ok, (socket) => setImmediate(() => socket.resetAndDestroy())),
    ],
    'sends more than its answer': [await raw(`${ok}and more\r\n\r\n`)],
    'answers twice': [await raw(`${ok}HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n`)],
    'gives 204 a body': [
      await raw('HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\nhello'),
      undefined,
      204,
    ],
    'names headers as JavaScript does': [
      await raw('HTTP/1.1 200 OK\r\n__proto__: a\r\nconstructor: b\r\ncontent-length: 0\r\n\r\n'),
    ],
    'answers 10 MB in a small parcel': [
      await http((_, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000))),
      ),
    ],
  };
  /** Receivers that never come to an end; they alone wait for a limit, and a short one. */
  const hanging: typeof cases = {
    'never ends the TLS handshake': [await at(createServer(), 'https'), 'delivery.timed_out'],
    'is busy for ever with hints': [
      await at(
        createServer((socket) => {
          const hint = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'), 50);
          socket.on('close', () => clearInterval(hint)).resume();
        }),
      ),
      'delivery.timed_out',
    ],
    'never reads': [await at(createServer((socket) => socket.pause())), 'delivery.timed_out'],
  };
  const targetOf = async (of: typeof company, name: string, address: string) =>
    createTarget(deps(), {
      scope: scopeOf(of),
      target: { kind: 'webhook', name, address, events: ['record.confirmed'] },
    });
  const count = (seen: string[]) =>
    http(({ headers }, response) => {
      seen.push(String(headers['webhook-id']));
      response.end();
    });
  await targetOf(company, 'good', await count(good));
  await targetOf(other, 'theirs', await count(theirs));
  const confirm = async (of: typeof company) => {
    const scope = scopeOf(of);
    const { captureId } = await capture(server, scope);
    const payload = { includeDoubtful: true };
    await runBulkAction(
      { ...deps(), queue: server.queue },
      { scope, action: 'confirm', ids: [captureId], payload },
    );
  };
  const shown = async (path: string) => (await server.fetch(path, server.as(company))).json();
  type Shown = { id: string; state: string; attempts: number; targetName: string };
  const expectCodes = async (receivers: typeof cases, timeoutMs: number) => {
    const [atGood, atTheirs] = [new Set(good).size, new Set(theirs).size];
    for (const [name, [address]] of Object.entries(receivers)) await targetOf(company, name, address);
    const worker = startDeliveries(
      { ...deps(), platform: server.database.platform, dispatcher: open, log },
      { pool, state: server.state, timeoutMs },
    );
    const triedOnes = async (): Promise<Shown[]> => {
      const { items } = (await shown('/deliveries?limit=200')) as { items: Shown[] };
      return items.filter(({ attempts }) => attempts > 0);
    };
    const untried = async () => {
      const names = (await triedOnes()).map(({ targetName }) => targetName);
      return Object.keys(receivers).filter((name) => !names.includes(name));
    };
    try {
      for (let record = 0; record < 2; record++) {
        await confirm(company);
        await confirm(other);
      }
      await expect.poll(() => [new Set(good).size, new Set(theirs).size]).toEqual([atGood + 2, atTheirs + 2]);
      await expect.poll(untried).toEqual([]);
    } finally {
      await worker.stop();
    }
    const { items: targets } = await shown('/webhooks');
    const deliveries = await triedOnes();
    const seen: Record<string, unknown[]> = {};
    const wanted: typeof seen = {};
    for (const [name, [, code, status]] of Object.entries(receivers)) {
      const target = targets.find((each: { name: string }) => each.name === name);
      const delivery = deliveries.findLast(({ targetName }) => targetName === name)!;
      const { attempts } = await shown(`/deliveries/${delivery.id}`);
      const first = attempts.at(-1);
      seen[name] = [
        delivery.state,
        target.failureCode ?? undefined,
        first.failureCode ?? undefined,
        first.answer?.status,
      ];
      const state = !code ? 'delivered' : endings.includes(code) ? 'failed' : 'retrying';
      wanted[name] = [state, code, code, status ?? (code ? undefined : 200)];
      expect(first.answer?.body.length ?? 0, name).toBeLessThanOrEqual(keptBodyBytes);
      expect(first.failure ?? '', name).toMatch(code ? /./ : /^$/);
    }
    expect(seen).toEqual(wanted);
  };
  try {
    await expectCodes(cases, 60_000);
    await expectCodes(hanging, 300);
  } finally {
    await pool.end();
  }
  expect(inner).toEqual([]);
  // What lies in buffers between the two.
  expect(bytesTaken).toBeLessThan(100_000_000);
  expect(server.failures).toEqual([]);
});

test('no way of writing an address of the house reaches it, and the sample says so', async () => {
  const company = await server.database.createCompany();
  const connections: number[] = [];
  const house = createServer((socket) => {
    connections.push(1);
    socket.end(ok);
  });
  const port = await portOf(house);
  const scope = scopeOf(company);
  const outcomes: Record<string, string | undefined> = {};
  for (const host of [
    '127.0.0.1',
    'localhost',
    'sub.localhost',
    '0.0.0.0',
    '2130706433',
    '0x7f.1',
    '017700000001',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
  ]) {
    const { id: targetId } = await createTarget(deps(), {
      scope,
      target: {
        kind: 'webhook',
        name: host,
        address: `http://${host}:${port}/`,
        events: ['record.confirmed'],
      },
    });
    const { failure } = await testTarget({ ...deps(), dispatcher: guarded }, { scope, targetId });
    outcomes[host] = failure?.code;
  }
  // A name that the system does not know is not reached either.
  expect(['delivery.address_refused', 'delivery.unreachable']).toContain(outcomes['sub.localhost']);
  delete outcomes['sub.localhost'];
  expect(new Set(Object.values(outcomes)), JSON.stringify(outcomes)).toEqual(
    new Set(['delivery.address_refused']),
  );
  expect(connections).toEqual([]);
});

test('of a body that comes byte by byte the start is kept, and its status counts', async () => {
  const dripping = Promise.withResolvers<void>();
  const address = await http((_, response) => {
    response.writeHead(200, { 'content-length': 1000 });
    let sent = 0;
    const drip = setInterval(() => {
      response.write('x');
      if (++sent === 20) dripping.resolve();
    }, 10);
    response.on('close', () => clearInterval(drip));
  });
  const over = new AbortController();
  const attempt = exchange(
    { dispatcher: open, timeoutMs: 60_000, signal: over.signal },
    { method: 'POST', address, headers: {}, body: '{}' },
  );
  await dripping.promise;
  // Once some of it came: the limit is over.
  setImmediate(() => over.abort());
  const { answer, failure } = await attempt;
  expect(failure).toBeUndefined();
  expect(answer).toMatchObject({ status: 200, body: expect.stringMatching(/^x+$/), isCut: true });
});

test('a server that stops waits for no receiver to end a handshake', async () => {
  const begun = Promise.withResolvers<void>();
  const address = await at(
    createServer(() => begun.resolve()),
    'https',
  );
  const stopping = new AbortController();
  const attempt = exchange(
    { dispatcher: open, timeoutMs: 60_000, signal: stopping.signal },
    { method: 'POST', address, headers: {}, body: '{}' },
  );
  await begun.promise;
  stopping.abort();
  // Else it would say that the connection took too long.
  expect((await attempt).failure).toMatchObject({
    code: 'delivery.cut_off',
    message: 'The server stopped.',
  });
});
