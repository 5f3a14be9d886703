/**
 * The same files through the engine on the server (Node) and on a device (a real Chromium), and the company's readers
 * over both readings: how many lines, codes and records are equal, and every one that is not.
 *
 *   npm run bench -- conformance [--data FOLDER] [--limit PICTURES] [--minutes MINUTES] [--threads THREADS]
 *
 * What was read stays under `.cache/` for as long as the engine is the same, so that it can be done in several goes;
 * the results are over all that was read until then.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Reading } from '@readout/image-reader';
import { createImageReader, type ImageReader } from '@readout/image-reader/node';
import { compareReadings } from '../../packages/image-reader/src/conformance/compare.ts';
import { type Harness, openHarness } from '../../packages/image-reader/src/conformance/harness.ts';
import { writeResults } from '../results-file.ts';
import { compareRecords, openRecords } from './records.ts';

const root = resolve(import.meta.dirname, '../..');
const { values: args } = parseArgs({
  options: {
    data: { type: 'string', default: resolve(root, '../shared/data') },
    limit: { type: 'string', default: '400' },
    minutes: { type: 'string', default: '30' },
    threads: { type: 'string', default: '2' },
  },
});

/** Both readings of one file. */
interface Pair {
  file: string;
  server: Reading;
  device: Reading;
}

const pairs = await readBoth(await pickFiles(args.data, Number(args.limit)));
const records = await openRecords();

interface Row {
  pictures: number;
  lines: number;
  equalLines: number;
  codes: number;
  equalCodes: number;
  records: number;
  equalRecords: number;
  same: number;
}
const newRow = (): Row => ({
  pictures: 0,
  lines: 0,
  equalLines: 0,
  codes: 0,
  equalCodes: 0,
  records: 0,
  equalRecords: 0,
  same: 0,
});
const rows = new Map<string, Row>();
const total = newRow();
const differences: string[] = [];
for (const { file, server, device } of pairs) {
  const group = groupOf(file);
  const row = rows.get(group) ?? newRow();
  rows.set(group, row);
  const compared = compareReadings(server, device);
  const made = compareRecords(records.of(server), records.of(device));
  for (const each of [row, total]) {
    each.pictures++;
    each.lines += compared.lines;
    each.equalLines += compared.equalLines;
    each.codes += compared.barcodes;
    each.equalCodes += compared.equalBarcodes;
    each.records += made.count;
    each.equalRecords += made.equal;
    if (compared.lines === compared.equalLines && made.count === made.equal) each.same++;
  }
  for (const line of compared.lineDifferences)
    differences.push(`- \`${file}\`, line: server ${quoted(line.server)}, device ${quoted(line.device)}`);
  for (const difference of made.differences) differences.push(`- \`${file}\`, record: ${difference}`);
}
await records.close();

const percent = (equal: number, of: number): string =>
  of === 0 ? '–' : `${((100 * equal) / of).toFixed(2)}%`;
const cells = (name: string, row: Row): string =>
  `| ${[
    name,
    row.pictures,
    row.same,
    row.lines,
    percent(row.equalLines, row.lines),
    row.codes,
    percent(row.equalCodes, row.codes),
    row.records,
    percent(row.equalRecords, row.records),
  ].join(' | ')} |`;
await writeResults(
  'conformance',
  'The same pictures on the server and on a device',
  { total, groups: Object.fromEntries(rows), differences },
  [
    'A record is equal when plugin, type and every value of its fields are. Held to: 99% of lines, 98% of records.',
    '',
    '| pictures of | files | all equal | lines | equal | codes | equal | records | equal |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...[...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, row]) => cells(name, row)),
    cells('**all**', total),
    '',
    '## Every difference',
    '',
    ...(differences.length > 0 ? differences : ['None.']),
  ].join('\n'),
);

/** Files of every folder in turn, so that any number of them is a fair sample. */
async function pickFiles(folder: string, limit: number): Promise<string[]> {
  const byGroup = new Map<string, string[]>();
  const names = (await readdir(folder, { recursive: true })).filter((name) =>
    /\.(jpe?g|png|webp)$/i.test(name),
  );
  for (const name of names.sort()) {
    // Displays of segments are for another reader.
    if (name.startsWith('sevenseg')) continue;
    const group = groupOf(name);
    byGroup.set(group, [...(byGroup.get(group) ?? []), join(folder, name)]);
  }
  const files: string[] = [];
  for (
    let turn = 0;
    files.length < limit && [...byGroup.values()].some((group) => turn < group.length);
    turn++
  )
    for (const group of byGroup.values()) if (group[turn]) files.push(group[turn] as string);
  return files.slice(0, limit);
}

function groupOf(file: string): string {
  return file
    .split('/')
    .slice(0, file.startsWith('barcodes') ? 2 : 1)
    .join('/');
}

async function readBoth(files: string[]): Promise<Pair[]> {
  const folder = join(root, '.cache/conformance', await engineHash());
  await mkdir(folder, { recursive: true });
  const threads = Number(args.threads);
  const until = performance.now() + Number(args.minutes) * 60_000;
  let server: ImageReader | undefined;
  let device: Harness | undefined;
  const found: Pair[] = [];
  try {
    for (const path of files) {
      const bytes = await readFile(path);
      const key = createHash('sha256').update(bytes).digest('hex').slice(0, 24);
      const kept = join(folder, `${key}.json`);
      const before = await readFile(kept, 'utf8').catch(() => undefined);
      if (before !== undefined) {
        found.push(JSON.parse(before));
        continue;
      }
      if (performance.now() > until) continue;
      server ??= await createImageReader({ threads });
      device ??= await openHarness({ threads });
      const { reading } = await server.read(bytes);
      const seen = await device.call('read', device.serve(bytes));
      device.forget();
      if ('code' in seen) throw new Error(`${path}: the device says ${seen.code}`);
      const pair: Pair = { file: relative(args.data, path), server: reading, device: seen.reading };
      await writeFile(kept, JSON.stringify(pair));
      found.push(pair);
      console.log(`${found.length}/${files.length} ${pair.file}`);
    }
  } finally {
    await device?.close();
    await server?.close();
  }
  return found;
}

/** Over the engine's source: what was read with another says nothing of this one. */
async function engineHash(): Promise<string> {
  const source = join(root, 'packages/image-reader/src');
  const decides = /^(?:engine\.ts|stages\.ts|image\.ts|(?:barcodes|browser|decode|layout|text)\/.*\.ts)$/;
  const hash = createHash('sha256');
  for (const name of (await readdir(source, { recursive: true })).sort())
    if (decides.test(name) && !name.endsWith('.test.ts'))
      hash.update(name).update(await readFile(join(source, name)));
  return hash.digest('hex').slice(0, 16);
}

function quoted(text: string | undefined): string {
  return text === undefined ? 'nothing' : `“${text}”`;
}
