import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
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
  const forged = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
  expect((await sendWith([forged])).answer?.status).toBe(401);
  expect((await sendWith([secret], new Date(Date.now() - 600_000))).answer?.status).toBe(401);
  expect((await sendWith([forged, secret])).answer?.status).toBe(204);
  expect((await sendWith([secret])).answer?.status).toBe(204);
  await expect.poll(() => printed).toContain('record.confirmed');
  expect(printed.match(/record\.confirmed/g)).toHaveLength(1);
});
