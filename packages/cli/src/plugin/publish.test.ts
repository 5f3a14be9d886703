import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPackage, packPlugin, unsignedPackage } from '@readout/plugin-kit/package';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendPackage } from './send-package.ts';

// The real program is started; other work on the machine may slow that.
const command = fileURLToPath(new URL('../../bin/readout.js', import.meta.url));
const textPlugin = fileURLToPath(new URL('../../../../plugins/text/', import.meta.url));
const key = `readout_${'k'.repeat(43)}`;
const published = {
  company: 'Ours',
  pluginId: 'carried',
  version: '1.0.0',
  sha256: 'a'.repeat(64),
  isUsed: false,
};

interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

let folder: string;
let packageFile: string;
let url: string;
let received: Received[] = [];
/** What the server of the next request does. */
let answer: (response: ServerResponse) => void;
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { method = '', url: path = '', headers } = request;
    received.push({ method, url: path, headers, body: Buffer.concat(parts) });
    answer(response);
  });
});
const json =
  (status: number, body: unknown, type = 'application/problem+json') =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
const accept = json(201, published, 'application/json; charset=utf-8');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readout-publish-'));
  packageFile = join(folder, 'carried.readout-plugin');
  const manifest = JSON.parse(await readFile(join(textPlugin, 'plugin.json'), 'utf8'));
  const payload = packPlugin({ manifest, source: 'export default {};', readme: '', fixtures: [] });
  await writeFile(packageFile, unsignedPackage(payload));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

function run(args: string[], env: Record<string, string> = { READOUT_API_KEY: key }) {
  received = [];
  const child = spawn(process.execPath, [command, 'plugin', 'publish', ...args, '--to', url], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...env },
    cwd: folder,
  });
  const ended = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      ended[stream] += text;
    });
  return new Promise<typeof ended & { status: number | null }>((resolve) =>
    child.on('close', (status) => resolve({ ...ended, status })),
  );
}
const send = (timeoutMs = 10_000) =>
  sendPackage(new Uint8Array([1, 2, 3]), { server: new URL(url), key, use: false, timeoutMs });

test('a package is sent with the key of the environment or of a file, and what the server has is said', async () => {
  answer = accept;
  const ended = await run([packageFile]);
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(ended.stdout).toContain('Ours has carried 1.0.0 now.');
  expect(ended.stdout).toContain(`installs it there: ${url}/settings/plugins/carried`);
  expect(received).toMatchObject([
    { method: 'POST', url: '/api/v1/plugin-packages?use=no', headers: { authorization: `Bearer ${key}` } },
  ]);
  expect(received[0]!.headers.cookie).toBeUndefined();
  expect(received[0]!.body.equals(await readFile(packageFile))).toBe(true);
  const keyFile = join(folder, 'key.txt');
  await writeFile(keyFile, `readout_${'f'.repeat(43)}\n`);
  answer = json(201, { ...published, isUsed: true }, 'application/json');
  const second = await run([packageFile, '--key-file', keyFile, '--use']);
  expect(second.stdout).toContain('Ours has carried 1.0.0 now and uses it.');
  expect(received).toMatchObject([
    {
      url: '/api/v1/plugin-packages?use=yes',
      headers: { authorization: `Bearer readout_${'f'.repeat(43)}` },
    },
  ]);
});

test('a folder is tested and packed first, and leaves no file behind', async () => {
  answer = accept;
  const ended = await run([textPlugin, '--fixtures', 'none']);
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  const { content } = await openPackage(new Uint8Array(received[0]!.body));
  expect(content.manifest.id).toBe('text');
  expect(content.fixtures).toEqual([]);
});

test('without a key nothing is sent, and what is not a key is not repeated', async () => {
  const secret = 'hunter2-secret-of-something-else';
  for (const env of [{}, { READOUT_API_KEY: ' ' }, { READOUT_API_KEY: secret }] as Record<string, string>[]) {
    const { status, stdout, stderr } = await run([packageFile], env);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/API key/);
    expect(stderr).not.toContain(secret);
  }
  expect(received).toEqual([]);
});

test('what the server refuses is said in its words with its code, and without control of the terminal', async () => {
  answer = json(403, {
    code: 'api_key.not_for_plugin',
    detail: 'The key is for other plugins.\u001b[2J',
    action: 'Name the plugin in a key.',
  });
  const { status, stderr } = await run([packageFile]);
  expect(status).toBe(1);
  expect(stderr).toContain('api_key.not_for_plugin The key is for other plugins.');
  expect(stderr).toContain('Name the plugin in a key.');
  expect(stderr).not.toContain('\u001b');
  expect(stderr).not.toContain(key);
});

test('the key goes nowhere else: no redirect is followed', async () => {
  received = [];
  answer = (response) => response.writeHead(307, { location: `${url}/elsewhere` }).end();
  await expect(send()).rejects.toThrow(/sends elsewhere \(307, to http.*no redirect is followed/);
  expect(received).toHaveLength(1);
});

test('a server that is slow, talks without end or is not Readout is left with a reason', async () => {
  answer = () => {};
  await expect(send(200)).rejects.toThrow(/did not answer within 0.2 seconds/);
  answer = (response) => void response.writeHead(201, { 'content-type': 'application/json' }).write('{');
  await expect(send(200)).rejects.toThrow(/did not answer within 0.2 seconds/);
  answer = (response) => response.writeHead(201).end('x'.repeat(100_000));
  await expect(send()).rejects.toThrow(/not a Readout server: its answer is larger than 64 kB/);
  for (const other of [
    json(200, published, 'application/json'),
    json(201, { ...published, company: 1 }, 'application/json'),
    json(201, published, 'text/html'),
    json(500, { detail: 'x' }),
    (response: ServerResponse) => response.writeHead(502).end('<h1>Bad gateway</h1>'),
  ]) {
    answer = other;
    await expect(send()).rejects.toThrow(/but not as Readout does/);
  }
  const nobody = sendPackage(new Uint8Array(), {
    server: new URL('http://127.0.0.1:1'),
    key,
    use: false,
    timeoutMs: 5000,
  });
  await expect(nobody).rejects.toThrow(/cannot be reached \(127.0.0.1:1: /);
});
