import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { type ChainLink, verifyChain } from '@readout/database';
import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import { auditStreamState, nextToStream } from '@readout/domain/audit/audit-stream';
import { recordAuditEvent } from '@readout/domain/audit/record-audit-event';
import { recordPlatformEvent } from '@readout/domain/audit/record-platform-event';
import { inScope } from '@readout/domain/in-scope';
import { scopeOf } from '@readout/domain/testing/arrange';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeAuthority, makeCertificate } from '../https/authority.ts';
import { type AuditStreamOptions, startAuditStream } from './start-audit-stream.ts';
import { parseStreamTarget, type StreamTarget } from './stream-target.ts';

const hosts = { names: ['localhost'], addresses: [] };
const folder = mkdtempSync(path.join(tmpdir(), 'readout-stream-'));
const inFolder = (name: string) => path.join(folder, name);
let server: { key: string; cert: string };
let database: TestDatabase;
let ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const authority = await makeAuthority(hosts, new Date());
  const made = await makeCertificate(authority, hosts, new Date());
  server = { key: made.key, cert: made.certificate };
  writeFileSync(inFolder('ca.pem'), authority.certificate);
  writeFileSync(inFolder('client.pem'), made.certificate);
  writeFileSync(inFolder('client.key'), made.key);
  return () => rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const end of ends) await end();
  ends = [];
  await database.close();
});

/** Takes what comes, as octet-counted messages or as lines; `killAt`: dies without a word at that event. */
async function receive(
  format: 'syslog' | 'json',
  {
    port = 0,
    killAt = Infinity,
    isSilent = false,
    ...options
  }: { port?: number; killAt?: number; isSilent?: boolean } & TlsOptions = {},
) {
  const got: string[] = [];
  const sockets = new Set<TLSSocket>();
  const peers = new Set<string>();
  const die = () => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  };
  const listener = createServer({ ...server, allowHalfOpen: isSilent, ...options }, (socket) => {
    let rest = '';
    sockets.add(socket);
    peers.add(socket.getPeerCertificate().fingerprint256 ?? '');
    socket.setEncoding('latin1');
    socket.on('error', () => {});
    if (isSilent) socket.on('end', () => socket.destroy());
    socket.on('data', (chunk) => {
      rest += String(chunk);
      for (;;) {
        const counted = format === 'syslog' ? /^(\d+) /.exec(rest) : /^[^\n]*\n/.exec(rest);
        if (!counted) return;
        const start = format === 'syslog' ? counted[0].length : 0;
        const end = format === 'syslog' ? start + Number(counted[1]) : counted[0].length;
        if (rest.length < end) return;
        got.push(Buffer.from(rest.slice(start, end), 'latin1').toString());
        rest = rest.slice(end);
        if (got.length >= killAt) return die();
      }
    });
  });
  listener.listen(port, 'localhost');
  listener.on('tlsClientError', () => {});
  await once(listener, 'listening');
  ends.push(async () => die());
  return { got, peers, port: (listener.address() as AddressInfo).port };
}

const toTarget = (text: string, more: Partial<StreamTarget> = {}) =>
  ({ ...parseStreamTarget(text), ca: inFolder('ca.pem'), ...more }) as StreamTarget;

function start(target: StreamTarget, options: Partial<AuditStreamOptions> = {}) {
  const stream = startAuditStream(
    { platform: database.platform, log: { info() {}, warn() {} } },
    {
      target,
      processId: randomUUID(),
      installationId: database.address.installationId,
      host: 'readout.example.com',
      lookEveryMs: 10,
      firstRetryMs: 10,
      limits: { withinMs: 60_000, settleMs: 5 },
      ...options,
    },
  );
  ends.unshift(() => stream.stop());
  return stream;
}

const admin = { userId: randomUUID(), name: 'Ada', platformRole: 'admin' as const };
const state = () => auditStreamState({ platform: database.platform }, { actor: admin });
const nothingWaits = () => expect.poll(async () => (await state()).waiting).toBe(0);

async function happens(
  company: Awaited<ReturnType<TestDatabase['createCompany']>>,
  times: number,
  detail = {},
) {
  const scope = scopeOf(company);
  for (let n = 0; n < times; n++)
    await inScope(database.app, scope, (trx) =>
      recordAuditEvent(trx, scope, {
        action: 'record.edited',
        subjectType: 'record',
        subjectId: `r${n}`,
        detail,
      }),
    );
}

/** Whether what came is every chain from its beginning, each event at first in its place. */
function chainsOf(links: ChainLink[]): Map<string, number> {
  const chains = new Map<string, { chain: ReturnType<typeof verifyChain>; seq: number }>();
  for (const link of links) {
    const known = chains.get(link.company) ?? { chain: verifyChain(link.company), seq: 0 };
    chains.set(link.company, known);
    if (link.seq <= known.seq) continue;
    expect(known.chain.add(link)).toBeUndefined();
    known.seq = link.seq;
  }
  return new Map(
    [...chains].map(([company, { chain }]) => {
      const { breach, links: count } = chain.finish();
      expect(breach).toBeNull();
      return [company, count];
    }),
  );
}

test('everything reaches a syslog receiver that is killed in the middle, in the order of each list, and proves itself', async () => {
  const [one, two] = [await database.createCompany({ name: 'Café & Co' }), await database.createCompany()];
  const evil = 'Mallory"]\\\n<110>1 - - readout - - - forged';
  await happens({ ...one, owner: { ...one.owner, name: evil } }, 1);
  await happens(one, 60, { from: '日本', to: ']"\\' });
  await happens(two, 30, { long: 'x'.repeat(100_000) });
  await recordPlatformEvent(database.platform, admin, {
    action: 'platform.announced',
    subjectType: 'platform',
    subjectId: 'platform',
  });
  const first = await receive('syslog', { killAt: 20, requestCert: true, rejectUnauthorized: false });
  start(
    toTarget(`syslog+tls://localhost:${first.port}`, {
      certificate: inFolder('client.pem'),
      key: inFolder('client.key'),
    }),
  );
  await expect.poll(async () => (await state()).failure?.code).toMatch(/^audit_stream\./);
  // Nobody waits for a receiver that is away.
  await happens(one, 5);
  expect((await state()).waiting).toBe(97);
  const second = await receive('syslog', { port: first.port });
  await nothingWaits();
  await happens(two, 1);
  await nothingWaits();

  const all = [...first.got.slice(0, 20), ...second.got];
  const message =
    /^<110>1 \d{4}-\d\d-\d\dT[\d:.]{15}Z readout\.example\.com readout - ([a-z_.]+) \[readout@32473 ((?: ?[a-zA-Z]+="(?:[^"\\\]]|\\["\\\]])*")+)\] (\{[\x20-\x7e]*\})$/;
  const links = all.map((text) => {
    expect(text).toMatch(message);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8192);
    return JSON.parse(message.exec(text)![3]!) as ChainLink;
  });
  expect(chainsOf(links)).toEqual(
    new Map([
      ['00000000-0000-0000-0000-000000000000', 1],
      [one.companyId, 66],
      [two.companyId, 31],
    ]),
  );
  const forged = all.find((text) => text.includes('Mallory'))!;
  expect(forged).toContain('companyName="Café & Co"');
  expect(forged).toContain('actorName="Mallory\\"\\]\\\\<110>1 - - readout - - - forged"');
  expect([...first.peers][0]).toMatch(/^[0-9A-F:]{95}$/);
  expect((await state()).failure).toMatchObject({ attempts: 0 });
});

test('of two processes one sends, and the other goes on where it stopped', async () => {
  const company = await database.createCompany();
  await happens(company, 20);
  // Without tickets that may come late: each piece comes once.
  const { got, port } = await receive('json', { maxVersion: 'TLSv1.2' });
  const target = toTarget(`json+tls://localhost:${port}`);
  const first = start(target);
  await nothingWaits();
  start(target);
  await happens(company, 5);
  await nothingWaits();
  await first.stop();
  await happens(company, 5);
  await nothingWaits();
  const links = got.map((line) => JSON.parse(line) as ChainLink);
  expect(links.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  expect(links[0]).toMatchObject({ actorName: company.owner.name, actorId: company.owner.userId });
  expect(links[0]).not.toHaveProperty('agrees');
});

test('a receiver that closes without a word each time gets everything too, the first piece three times', async () => {
  await happens(await database.createCompany(), 3);
  const { got, port } = await receive('json', { isSilent: true });
  start(toTarget(`json+tls://localhost:${port}`));
  await nothingWaits();
  expect(got.map((line) => (JSON.parse(line) as ChainLink).seq)).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3]);
});

test.each<[string, TlsOptions, string, string]>([
  ['has a certificate for another name', {}, '127.0.0.1', 'audit_stream.not_trusted'],
  [
    'asks for a certificate',
    { requestCert: true, rejectUnauthorized: true },
    'localhost',
    'audit_stream.refused',
  ],
])('a receiver that %s gets nothing, and the page says why', async (_, options, host, code) => {
  await happens(await database.createCompany(), 1);
  const { got, port } = await receive('json', options);
  start(toTarget(`json+tls://${host}:${port}`));
  await expect.poll(async () => (await state()).failure?.code).toBe(code);
  expect([got, (await state()).waiting]).toEqual([[], 1]);
});

test('a receiver that does not read, or that talks without end, costs no more than one piece', async () => {
  await happens(await database.createCompany(), 40, { long: 'é'.repeat(20_000) });
  const listener = createServer(server, (socket) => {
    socket.on('error', () => {});
    socket.pause();
  });
  listener.listen(0, 'localhost');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const stream = start(toTarget(`json+tls://localhost:${port}`), { limits: { withinMs: 300, settleMs: 5 } });
  await expect.poll(async () => (await state()).failure?.code).toBe('audit_stream.not_taken');
  await stream.stop();
  listener.close();

  const talker = createServer(server, (socket) => {
    socket.on('error', () => {});
    const talk = () => socket.write('x'.repeat(16_384), (error) => error ?? talk());
    talk();
  });
  talker.listen(0, 'localhost');
  await once(talker, 'listening');
  ends.push(async () => talker.close());
  start(toTarget(`json+tls://localhost:${(talker.address() as AddressInfo).port}`));
  await expect.poll(async () => (await state()).failure?.message).toContain('talks');
  expect((await state()).waiting).toBe(40);
  expect(await nextToStream({ platform: database.platform }, { most: 200, mostOfChain: 100 })).toHaveLength(
    40,
  );
});

test('a file gets whole lines, also after one that a crash left unfinished', async () => {
  const company = await database.createCompany();
  await happens(company, 3);
  const file = inFolder('audit.jsonl');
  writeFileSync(file, '{"seq":1,"hal');
  start(toTarget(`file://${file}`));
  await nothingWaits();
  const [torn, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(torn).toBe('{"seq":1,"hal');
  expect(chainsOf(lines.map((line) => JSON.parse(line)))).toEqual(new Map([[company.companyId, 3]]));
  await expect(
    auditStreamState({ platform: database.platform }, { actor: { ...admin, platformRole: 'user' } }),
  ).rejects.toMatchObject({ code: 'platform.admin_only' });
});
