import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createChildReader } from '@readout/image-reader/process/host';
import { noJail } from '@readout/image-reader/process/jail';
import { slope } from './slope.ts';

/*
 * Memory of the reader's process: resident megabytes over many pictures, its peak and its slope. The
 * pictures are receipts, photographs, screens and barcodes of the sample data, over and over.
 *
 *     npm run bench -- memory [--pictures 500] [--threads 1]    (threads: 0 for all cores)
 */

const root = resolve(import.meta.dirname, '../..');
const { values: args } = parseArgs({
  options: {
    data: { type: 'string', default: resolve(root, '../shared/data') },
    pictures: { type: 'string', default: '500' },
    threads: { type: 'string', default: '0' },
  },
});
const wanted = Number(args.pictures);
const threads = Number(args.threads);
/** Pictures between two samples of the curve. */
const sampleEvery = 20;

interface Usage {
  residentMb: number;
  /** Since the process began, of all its threads. */
  cpuSeconds: number;
  systemSeconds: number;
}

const folders = ['receipts/img', 'photos', 'screens', 'barcodes/qr'];
const lists = await Promise.all(
  folders.map(async (folder) => {
    const names = await readdir(join(args.data, folder));
    return names
      .filter((name) => /\.(jpe?g|png|webp)$/.test(name))
      .map((name) => join(args.data, folder, name));
  }),
);
// One of each kind in turn, as a day's work comes in.
const files = Array.from({ length: wanted }, (_, at) => {
  const list = lists[at % lists.length]!;
  return list[Math.floor(at / lists.length) % list.length]!;
});

const child = createChildReader({
  entry: new URL('./reader-child.ts', import.meta.url),
  init: { threads },
  timeoutMs: 120_000,
  // Never replaced: the growth of one process is what is measured.
  maxRssMb: Number.POSITIVE_INFINITY,
  // In which it could not see itself.
  jail: noJail(),
});
const started = performance.now();
const residentMb: number[] = [];
const samples: {
  pictures: number;
  residentMb: number;
  peakMb: number;
  cpuSeconds: number;
  systemSeconds: number;
}[] = [];
let usage: Usage = { residentMb: 0, cpuSeconds: 0, systemSeconds: 0 };
for (const [at, file] of files.entries()) {
  usage = (await child.run(await readFile(file))) as Usage;
  residentMb.push(usage.residentMb);
  if ((at + 1) % sampleEvery > 0) continue;
  const peakMb = (await peak(child.pid())) ?? Math.max(...residentMb);
  samples.push({
    pictures: at + 1,
    residentMb: Math.round(usage.residentMb),
    cpuSeconds: Math.round(usage.cpuSeconds),
    systemSeconds: Math.round(usage.systemSeconds),
    peakMb: Math.round(peakMb),
  });
  console.log(JSON.stringify(samples.at(-1)));
}
const peakMb = await peak(child.pid());
await child.close();

const settled = residentMb.slice(Math.floor(wanted / 5));
const result = {
  date: new Date().toISOString(),
  machine: `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores`,
  node: process.version,
  pictures: wanted,
  threads,
  seconds: Math.round((performance.now() - started) / 1000),
  cpuSeconds: Math.round(usage.cpuSeconds),
  systemSeconds: Math.round(usage.systemSeconds),
  peakMb: Math.round(peakMb ?? Math.max(...residentMb)),
  meanMb: Math.round(settled.reduce((sum, mb) => sum + mb, 0) / settled.length),
  /** Least squares over all but the first fifth: megabytes gained in 100 pictures. */
  slopeMbPer100: Number((slope(settled) * 100).toFixed(2)),
  residentMb: residentMb.map(Math.round),
  samples,
};
const table = [
  '# Memory of the reader process',
  '',
  `${wanted} pictures in one process, ${threads === 0 ? 'a thread for each core' : `${threads} threads`}, ${result.seconds} s. ${result.machine}, Node ${result.node}, ${result.date.slice(0, 10)}.`,
  '',
  '| peak | mean after the first fifth | growth in 100 pictures |',
  '| --- | --- | --- |',
  `| ${result.peakMb} MB | ${result.meanMb} MB | ${result.slopeMbPer100} MB |`,
  '',
  '| pictures | resident | peak so far | processor time | of it in the system |',
  '| ---: | ---: | ---: | ---: | ---: |',
  ...samples.map(
    (at) =>
      `| ${at.pictures} | ${at.residentMb} MB | ${at.peakMb} MB | ${at.cpuSeconds} s | ${at.systemSeconds} s |`,
  ),
  '',
].join('\n');
console.log(table);
const folder = resolve(root, 'bench/results');
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'memory.json'), `${JSON.stringify(result, null, 2)}\n`);
await writeFile(join(folder, 'memory.md'), table);

/** The highest the system has seen of a process, between jobs and within them; undefined without /proc. */
async function peak(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}
