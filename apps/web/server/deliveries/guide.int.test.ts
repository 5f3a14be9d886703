import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createOutboundDispatcher, parseNetworks } from '@readout/store/outbound-guard';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rootFolder } from '../config.ts';
import { sampleEvent } from './sample-event.ts';
import { send } from './send.ts';
import type { Means } from './sender.ts';

let folder: string;
let receiver: ChildProcess;
let address: string;
const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const dispatcher = createOutboundDispatcher({ allow: parseNetworks('127.0.0.1/32 ::1/128') });
let printed = '';

const freePort = async () => {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
};

beforeAll(async () => {
  const guide = await readFile(path.join(rootFolder, 'docs', 'guides', 'deliveries.md'), 'utf8');
  const program = /```js\n([\s\S]*?)```/.exec(guide)![1]!;
  folder = await mkdtemp(path.join(tmpdir(), 'readout-receiver-'));
  const file = path.join(folder, 'receiver.mjs');
  await writeFile(file, program);
  const port = await freePort();
  address = `http://127.0.0.1:${port}/`;
  receiver = spawn(process.execPath, [file], {
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  receiver.stdout!.on('data', (piece: Buffer) => {
    printed += piece;
  });
});
afterAll(async () => {
  receiver?.kill();
  await dispatcher.destroy();
  await rm(folder, { recursive: true, force: true });
});

/** A webhook needs none. */
const means: Means = {
  folders: [],
  mail: undefined,
  openFile: () => Promise.reject(new Error('There are no files.')),
  countMails: async () => 0,
  recordType: () => Promise.resolve(undefined),
  alone: (_, work) => work(),
};

const sendWith = (secrets: string[], now = new Date()) =>
  send(
    { kind: 'webhook', address, secrets },
    {
      companyId: 'company',
      id: 'evt-1',
      type: 'record.confirmed',
      sequence: 1,
      body: JSON.stringify(sampleEvent),
      files: [],
      handle: undefined,
    },
    { now, outgoing: { dispatcher, timeoutMs: 10_000 }, means },
  );

test('the receiver of the guide has a signed event once, and refuses what is forged or old', async () => {
  await expect
    .poll(() =>
      fetch(address).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(401);
  expect((await sendWith([forged])).answer?.status).toBe(401);
  expect((await sendWith([secret], new Date(Date.now() - 600_000))).answer?.status).toBe(401);
  expect((await sendWith([forged, secret])).answer?.status).toBe(204);
  expect((await sendWith([secret])).answer?.status).toBe(204);
  await expect.poll(() => printed).toContain('record.confirmed');
  expect(printed.match(/record\.confirmed/g)).toHaveLength(1);
});

/** Written from the guide's words, not from what signs: by anybody who receives. */
function isOurs(secret: string, headers: IncomingHttpHeaders, body: Buffer, now: Date): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const sentAt = String(headers['webhook-timestamp']);
  if (!(Math.abs(now.getTime() / 1000 - Number(sentAt)) <= 300)) return false;
  const expected = createHmac('sha256', key)
    .update(Buffer.concat([Buffer.from(`${headers['webhook-id']}.${sentAt}.`), body]))
    .digest('base64');
  return String(headers['webhook-signature'])
    .split(' ')
    .some((each) => {
      const [given, right] = [Buffer.from(each), Buffer.from(`v1,${expected}`)];
      return given.length === right.length && timingSafeEqual(given, right);
    });
}

interface Came {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What is sent to a server of ours, two secrets counting, with text that is more bytes than characters. */
async function whatCame(now = new Date()): Promise<Came> {
  const came = Promise.withResolvers<Came>();
  const server = createServer(async (request, response) => {
    came.resolve({ headers: request.headers, body: Buffer.concat(await request.toArray()) });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await send(
    { kind: 'webhook', address: `http://127.0.0.1:${port}/`, secrets: [secret, former] },
    {
      companyId: 'company',
      id: 'evt-2',
      type: 'record.confirmed',
      sequence: 1,
      body: JSON.stringify({ shop: 'Café “Ÿ” 🧀' }),
      files: [],
      handle: undefined,
    },
    { now, outgoing: { dispatcher, timeoutMs: 10_000 }, means },
  );
  server.close();
  return came.promise;
}
const former = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
const forged = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
/** What a verifier says yes and no to: secret, headers, body. */
async function asked(): Promise<{ secret: string; came: Came; isRight: boolean }[]> {
  const came = await whatCame();
  const changed = (headers: Record<string, string>, body = came.body) => ({
    came: { headers: { ...came.headers, ...headers }, body },
    secret,
    isRight: false,
  });
  const signature = String(came.headers['webhook-signature']);
  return [
    { secret, came, isRight: true },
    { secret: former, came, isRight: true },
    { secret: forged, came, isRight: false },
    { ...changed({ 'webhook-signature': `v2,x v1a,y ${signature}` }), isRight: true },
    changed({ 'webhook-signature': signature.replaceAll('v1,', 'v2,') }),
    changed({ 'webhook-signature': '' }),
    changed({ 'webhook-id': 'evt-3' }),
    changed({ 'webhook-timestamp': String(Number(came.headers['webhook-timestamp']) + 1) }),
    changed({ 'webhook-timestamp': 'soon' }),
    changed({}, Buffer.from(came.body.toString().replace('C', 'c'))),
    { secret, came: await whatCame(new Date(Date.now() - 600_000)), isRight: false },
    { secret, came: await whatCame(new Date(Date.now() + 600_000)), isRight: false },
  ];
}

test('a verifier that is written from the words of the guide takes what is ours and nothing else', async () => {
  for (const { secret: by, came, isRight } of await asked())
    expect(isOurs(by, came.headers, came.body, new Date()), JSON.stringify(came.headers)).toBe(isRight);
});

// `npm run test:long`, which has a Python.
if (process.env.READOUT_LONG_TESTS) {
  test('the verifier of the guide in Python says the same', async () => {
    const guide = await readFile(path.join(rootFolder, 'docs', 'guides', 'deliveries.md'), 'utf8');
    const program = `${/```python\n([\s\S]*?)```/.exec(guide)![1]}
import json, sys
for each in json.load(sys.stdin):
    print(is_ours(each["secret"], each["headers"], base64.b64decode(each["body"])))
`;
    const questions = await asked();
    const { stdout } = spawnSync('python3', ['-c', program], {
      input: JSON.stringify(
        questions.map(({ secret: by, came: { headers, body } }) => ({
          secret: by,
          headers,
          body: body.toString('base64'),
        })),
      ),
      encoding: 'utf8',
    });
    expect(stdout.trim().split('\n')).toEqual(questions.map(({ isRight }) => (isRight ? 'True' : 'False')));
  });
}
