import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeEncryptedPdf, makePdf } from '@readout/image-reader/testing';
import type { FieldData } from '@readout/plugin-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseArguments } from './arguments.ts';
import { UsageError } from './usage-error.ts';

// Most tests start the real program, models and all; other work on the machine may slow that.
const command = fileURLToPath(new URL('../bin/readout.js', import.meta.url));
const corpus = (name: string): string =>
  fileURLToPath(new URL(`../../image-reader/corpus/${name}`, import.meta.url));
const ean13 = corpus('ean13-turned-55-degrees/input.jpg');

let folder: string;
const made = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'readout-cli-'));
  writeFileSync(made('two-pages.pdf'), makePdf(2));
  writeFileSync(made('locked.pdf'), makeEncryptedPdf());
  writeFileSync(made('letter.jpg'), 'Dear Sir or Madam, this is no photograph.');
  writeFileSync(made('nothing.png'), '');
  mkdirSync(made('folder'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  stdout: string;
  stderr: string;
  status: number | null;
}

function run(args: string[], nodeArgs: string[] = []): Promise<Ended> {
  const child = spawn(process.execPath, [...nodeArgs, command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended: Ended = { stdout: '', stderr: '', status: null };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ended.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ended.stderr += text;
  });
  return new Promise((resolve) => child.on('close', (status) => resolve({ ...ended, status })));
}

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
type Output = {
  file: string;
  page: Record<string, unknown>;
  barcodes: { format: string; text: string; box: number[][] }[];
  lines: { text: string; box: number[][]; confidence: number; model: string }[];
  records: { plugin: string; type: string; confidence: number; fields: Record<string, FieldData> }[];
  timings: Record<string, number>;
  ms: number;
};
const isFourPoints = (box: unknown): boolean =>
  Array.isArray(box) &&
  box.length === 4 &&
  box.every((point) => Array.isArray(point) && point.length === 2 && point.every(Number.isFinite));
const objects = (text: string): Output[] => lines(text).map((line) => JSON.parse(line) as Output);

describe('readout read --json', () => {
  test('prints an object for each picture and page, in the order of the files, and goes on behind bad ones', async () => {
    const bad = ['missing.jpg', 'letter.jpg', 'nothing.png', 'locked.pdf', 'folder'].map(made);
    const files = [bad[0]!, made('two-pages.pdf'), ...bad.slice(1), ean13];
    const { stdout, stderr, status } = await run([
      ...['read', '--json', '--only=barcodes', '--plugin', 'receipt'],
      ...files,
    ]);
    expect(objects(stdout).map(({ file, page }) => [file, page.number, page.of])).toEqual([
      [made('two-pages.pdf'), 1, 2],
      [made('two-pages.pdf'), 2, 2],
      [ean13, 1, 1],
    ]);
    expect(lines(stderr).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      `${bad[0]}: file.not_found`,
      `${bad[1]}: image.unsupported_type`,
      `${bad[2]}: image.empty`,
      `${bad[3]}: pdf.encrypted`,
      `${bad[4]}: file.is_folder`,
    ]);
    expect(status).toBe(1);
    // What was not asked for is left out.
    const { lines: texts, barcodes, records } = objects(stdout)[2]!;
    expect([texts, barcodes.length, records]).toEqual([[], 1, []]);
  });

  test('prints exactly the keys it promises, boxes as four points', async () => {
    const { stdout, stderr, status } = await run(['read', ean13, '--json']);
    expect([stderr, status]).toEqual(['', 0]);
    const [output] = objects(stdout);
    expect(Object.keys(output!)).toEqual(['file', 'page', 'barcodes', 'lines', 'records', 'timings', 'ms']);
    expect(output!.page).toEqual({ number: 1, of: 1, width: 640, height: 480, rotation: expect.any(Number) });
    expect(Object.keys(output!.timings)).toEqual(['decode', 'barcodes', 'text', 'plugins']);
    expect(output!.barcodes).toEqual([{ format: 'EAN13', text: '9002233139084', box: expect.anything() }]);
    expect(output!.barcodes[0]!.box).toSatisfy(isFourPoints);
    for (const line of output!.lines) {
      expect(Object.keys(line)).toEqual(['text', 'box', 'confidence', 'model']);
      expect(line.model).toBe('packaged');
      expect(line.box).toSatisfy(isFourPoints);
    }
    const record = output!.records.find(({ plugin }) => plugin === 'barcode');
    expect(Object.keys(record!)).toEqual(['plugin', 'type', 'confidence', 'fields']);
    const gtin = record!.fields.gtin!;
    expect([gtin.value, gtin.raw, typeof gtin.confidence]).toEqual([
      '9002233139084',
      '9002233139084',
      'number',
    ]);
    expect(gtin.checks.map(({ name, passed }) => [name, passed])).toEqual([['check-digit', true]]);
    expect(gtin.evidence[0]!.box).toSatisfy(isFourPoints);
  });

  test('--only text leaves out barcodes', async () => {
    const [text] = objects((await run(['read', '--json', '--only', 'text', ean13])).stdout);
    expect([text!.barcodes, text!.timings.barcodes]).toEqual([[], 0]);
  });

  test('ends without a word when what reads the results stops', async () => {
    const files = Array.from({ length: 40 }, () => ean13);
    const child = spawn(process.execPath, [command, 'read', '--json', '--only', 'barcodes', ...files], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    await new Promise((resolve) => child.on('exit', resolve));
    expect(stderr).toBe('');
  });
});

test('without --json a person reads what was found', async () => {
  const { stdout, status } = await run(['read', '--only', 'barcodes', ean13, made('two-pages.pdf')]);
  expect(status).toBe(0);
  expect(stdout).toContain(`${ean13}  (640 x 480 pixels`);
  expect(stdout).toMatch(/EAN13 +9002233139084/);
  expect(stdout).toContain('two-pages.pdf, page 2 of 2');
  expect(stdout).toContain('nothing to read found');
});

test('a Node that runs no TypeScript hands over to the installed one', async () => {
  const { stdout, status } = await run(['--version'], ['--no-strip-types']);
  expect([stdout, status]).toEqual(['0.1.0\n', 0]);
  expect((await run(['read'], ['--no-strip-types'])).status).toBe(2);
});

test('the command that help and guides name works in a clone that was installed', async () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const named = 'npx --no-install readout';
  expect((await run(['--help'])).stdout).toContain(`Usage: ${named} read`);
  const [program = '', ...args] = named.split(' ');
  const version = execFileSync(program, [...args, '--version'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 30_000,
  });
  expect(version).toBe('0.1.0\n');
});

test('--help says what can be done', async () => {
  const { stdout, status } = await run(['read', '--help']);
  expect(status).toBe(0);
  for (const option of ['--json', '--plugin', '--only', '--languages']) expect(stdout).toContain(option);
});

test.each([
  [[], /what to do/],
  [['write', 'a.jpg'], /no command “write”/],
  [['read'], /at least one file/],
  [['read', 'a.jpg', '--jsno'], /jsno/],
  [['read', 'a.jpg', '--only', 'faces'], /barcodes, text/],
  [['read', 'a.jpg', '--languages', 'de,not a language'], /not a language/],
])('wrong usage %j is refused in words', (args, why) => {
  expect(() => parseArguments(args)).toThrow(UsageError);
  expect(() => parseArguments(args)).toThrow(why);
});

test('wrong usage exits with 2, says why and reads nothing', async () => {
  const { stdout, stderr, status } = await run(['read', ean13, '--plugin', 'horoscope']);
  expect([stdout, status]).toEqual(['', 2]);
  expect(stderr).toMatch(/no plugin “horoscope”.*receipt/);
});
