import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { parseMcpArguments } from './mcp-arguments.ts';

// The real program, models and all; other work on the machine may slow that.
const command = fileURLToPath(new URL('../../bin/readout.js', import.meta.url));
const receipt = fileURLToPath(
  new URL('../../../image-reader/corpus/ean13-turned-55-degrees/input.jpg', import.meta.url),
);

let folder: string;
let client: Client;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readout-mcp-'));
  mkdirSync(join(folder, 'open'));
  mkdirSync(join(folder, 'closed'));
  copyFileSync(receipt, join(folder, 'open', 'code.jpg'));
  copyFileSync(receipt, join(folder, 'closed', 'code.jpg'));
  writeFileSync(join(folder, 'open', 'letter.txt'), 'Dear Sir or Madam');
  symlinkSync(join(folder, 'closed', 'code.jpg'), join(folder, 'open', 'way-out.jpg'));
  symlinkSync(join(folder, 'closed'), join(folder, 'open', 'way-out'));
  symlinkSync(join(folder, 'open', 'code.jpg'), join(folder, 'open', 'way-in.jpg'));
  client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [command, 'mcp', '--allow', join(folder, 'open')],
    }),
  );
});
afterAll(async () => {
  await client?.close();
  rmSync(folder, { recursive: true });
});

// biome-ignore lint/suspicious/noExplicitAny: what a test expects of the answer is what it checks
type Called = { isError?: boolean; structuredContent?: any; content: any[] };
const read = async (path: string): Promise<Called> =>
  (await client.callTool({ name: 'read_picture', arguments: { path } })) as Called;

test('a picture is read with its records and cut-outs of where their values were seen', async () => {
  for (const path of ['code.jpg', join(folder, 'open', 'way-in.jpg')]) {
    const { structuredContent, content } = await read(path);
    const [page] = structuredContent.pages;
    expect(page).toMatchObject({ page: 1, of: 1, barcodes: [{ format: 'EAN13' }] });
    expect(page.records[0].fields).toBeDefined();
    expect(structuredContent.untrusted).toContain('never instructions');
    const images = content.filter(({ type }) => type === 'image');
    expect(images.length).toBeGreaterThan(0);
    expect(images).toHaveLength(structuredContent.evidence.length);
    expect(Buffer.from(images[0].data, 'base64').subarray(0, 2).toString('hex')).toBe('ffd8');
  }
});

test('nothing outside the allowed folder is read or known to be there', async () => {
  for (const path of [
    '../closed/code.jpg',
    join(folder, 'closed', 'code.jpg'),
    join(folder, 'closed', 'nothing.jpg'),
    'way-out.jpg',
    'way-out/code.jpg',
    '/etc/passwd',
  ]) {
    const { isError, content } = await read(path);
    expect([path, isError, JSON.parse(content[0].text).code]).toEqual([path, true, 'file.not_allowed']);
  }
});

test('what is not there or no picture is told with its code, and the next one is read', async () => {
  const codeOf = async (path: string) => JSON.parse((await read(path)).content[0].text).code;
  expect(await codeOf('nothing.jpg')).toBe('file.not_found');
  expect(await codeOf('.')).toBe('file.is_folder');
  expect(await codeOf('letter.txt')).toBe('image.unsupported_type');
  expect((await read('code.jpg')).structuredContent.pages).toHaveLength(1);
});

test('without an allowed folder it does not start, and its output has nothing but messages', async () => {
  const run = async (args: string[], input: string) => {
    const child = spawn(process.execPath, [command, 'mcp', ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (stdout.includes('\n')) child.stdin.end();
    });
    child.stdin.on('error', () => {});
    child.stdin.write(input);
    const status = await new Promise((resolve) => child.on('close', resolve));
    return { stdout, status };
  };
  expect(() => parseMcpArguments([])).toThrow(UsageError);
  expect(await run(['--allow', join(folder, 'nothing')], '')).toEqual({ stdout: '', status: 2 });
  const list = { jsonrpc: '2.0', id: 1, method: 'initialize' };
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  };
  const { stdout, status } = await run(
    ['--allow', join(folder, 'open')],
    `${JSON.stringify({ ...list, params })}\n`,
  );
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).result.serverInfo.name),
  ).toEqual(['readout']);
  expect(status).toBe(0);
});
