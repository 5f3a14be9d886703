import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { RgbaImage } from '@readout/image-reader';
import { createImageReader } from '@readout/image-reader/node';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { matches, type Sample } from './match.ts';

/*
 * Barcodes of the sample data: recall, false reads and time of Readout's barcode stage, beside zxing-wasm
 * with all its options on and, where the system has it, zbarimg. Same decoded pixels, one picture after the
 * other, each picture by every reader in turn, so that times compare.
 */

const root = resolve(import.meta.dirname, '../..');
const { values: args } = parseArgs({
  options: {
    data: { type: 'string', default: resolve(root, '../shared/data') },
    limit: { type: 'string', default: '1000000' },
    'no-peers': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});

/** Symbologies people meet outside of special trades. */
const everyday = new Set([
  'qrcode',
  'datamatrix',
  'aztec',
  'pdf417',
  'ean13',
  'ean8',
  'upca',
  'upce',
  'code128',
  'code39',
  'code93',
  'codabar',
  'itf',
]);

interface Contender {
  name: string;
  read(picture: RgbaImage): Promise<{ texts: string[]; ms: number }>;
}

const reader = await createImageReader();
const contenders: Contender[] = [
  {
    name: 'readout',
    async read(picture) {
      const { barcodes, timings } = await reader.readImage(picture, { only: 'barcodes' });
      return { texts: barcodes.map(({ text }) => text), ms: timings.barcodes };
    },
  },
];
if (!args['no-peers']) {
  const wasm = await readFile(resolve(root, 'node_modules/zxing-wasm/dist/reader/zxing_reader.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer } });
  contenders.push({
    name: 'zxing-wasm',
    async read(picture) {
      const started = performance.now();
      // All of tryHarder, tryRotate, tryInvert and tryDownscale are on by default.
      const results = await readBarcodes(picture as unknown as Parameters<typeof readBarcodes>[0], {
        tryDenoise: true,
        textMode: 'Plain',
      });
      return { texts: results.map(({ text }) => text), ms: performance.now() - started };
    },
  });
  const zbar = await zbarContender();
  if (zbar !== undefined) contenders.push(zbar);
}

const samples: Sample[] = JSON.parse(await readFile(join(args.data, 'barcodes/manifest.json'), 'utf8'));
interface Tally {
  read: number;
  readEveryday: number;
  falseReads: number;
  otherReads: number;
  times: number[];
  missed: string[];
}
const tallies = new Map<string, Tally>();
for (const { name } of contenders) {
  tallies.set(name, { read: 0, readEveryday: 0, falseReads: 0, otherReads: 0, times: [], missed: [] });
}
let withCode = 0;
let withEverydayCode = 0;
let withoutCode = 0;
for (const sample of samples.slice(0, Number(args.limit))) {
  const bytes = await readFile(join(args.data, 'barcodes', sample.file));
  const { image: picture } = await reader.read(bytes, { only: 'barcodes' });
  const isEveryday = sample.symbology !== null && everyday.has(sample.symbology);
  if (sample.text === null) withoutCode++;
  else withCode++;
  if (sample.text !== null && isEveryday) withEverydayCode++;
  for (const contender of contenders) {
    const tally = tallies.get(contender.name)!;
    const { texts, ms } = await contender.read(picture);
    tally.times.push(ms);
    if (sample.text === null) {
      tally.falseReads += texts.length > 0 ? 1 : 0;
      continue;
    }
    const isRead = texts.some((text) => matches({ ...sample, text: sample.text! }, text));
    if (isRead) {
      tally.read++;
      if (isEveryday) tally.readEveryday++;
    } else {
      tally.missed.push(sample.file);
      // Often a second code in the picture rather than a wrong reading of the one asked for.
      if (texts.length > 0) tally.otherReads++;
    }
  }
}
await reader.close();

const round = (value: number, digits = 1): number => Number(value.toFixed(digits));
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;
const own = sum(tallies.get('readout')!.times);
const rows = contenders.map(({ name }) => {
  const tally = tallies.get(name)!;
  return {
    name,
    recall: round((100 * tally.read) / withCode),
    recallEveryday: round((100 * tally.readEveryday) / withEverydayCode),
    falseReads: tally.falseReads,
    otherReads: tally.otherReads,
    msMean: round(sum(tally.times) / tally.times.length),
    msMedian: round(quantile(tally.times, 0.5)),
    msP95: round(quantile(tally.times, 0.95)),
    timeRatio: round(sum(tally.times) / own, 2),
    missed: tally.missed,
  };
});
const result = {
  date: new Date().toISOString(),
  machine: `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores`,
  node: process.version,
  pictures: { withCode, withEverydayCode, withoutCode },
  rows,
};
const table = [
  '# Barcodes',
  '',
  `${withCode} pictures with a code (${withEverydayCode} of everyday symbologies), ${withoutCode} without any. ${result.machine}, Node ${result.node}, ${result.date.slice(0, 10)}.`,
  '',
  '| reader | read | read, everyday | false reads | other reads | mean ms | median ms | p95 ms | time, Readout = 1 |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  ...rows.map(
    (row) =>
      `| ${row.name} | ${row.recall}% | ${row.recallEveryday}% | ${row.falseReads} | ${row.otherReads} | ${row.msMean} | ${row.msMedian} | ${row.msP95} | ${row.timeRatio} |`,
  ),
  '',
  'Other reads: a code was read where another was asked for; several pictures hold more than one. The time of',
  'zbarimg includes starting a process and writing the picture for it.',
  '',
].join('\n');
console.log(table);
if (args.verbose) for (const row of rows) console.log(row.name, row.missed);
if (Number(args.limit) >= samples.length && !args['no-peers']) {
  const folder = resolve(root, 'bench/results');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'barcodes.json'), `${JSON.stringify(result, null, 2)}\n`);
  await writeFile(join(folder, 'barcodes.md'), table);
}

async function zbarContender(): Promise<Contender | undefined> {
  const run = promisify(execFile);
  const installed = await run('zbarimg', ['--version']).then(
    () => true,
    () => false,
  );
  if (!installed) return undefined;
  const file = join(tmpdir(), `readout-bench-${process.pid}.ppm`);
  return {
    name: 'zbarimg',
    async read({ width, height, data }) {
      const started = performance.now();
      const rgb = Buffer.from(data.filter((_, byte) => byte % 4 !== 3));
      await writeFile(file, Buffer.concat([Buffer.from(`P6 ${width} ${height} 255\n`), rgb]));
      // Exit status 4 says that nothing was found.
      const { stdout } = await run('zbarimg', ['--raw', '--quiet', '-Sbinary=0', file]).catch(
        (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
      );
      return { texts: stdout.split('\n').filter((line) => line !== ''), ms: performance.now() - started };
    },
  };
}
