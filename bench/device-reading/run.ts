/**
 * Reading on a device against reading on the server: the same pictures in turns through the engine in a real Chromium
 * and in Node, on the same cores, both warm. Then many pictures of many sizes, for the memory of the browser.
 *
 *   npm run bench -- device-reading [--data FOLDER] [--rounds ROUNDS] [--threads THREADS] [--readings READINGS]
 *
 * Wall time decides; beside it stands the time of the processor, which other work on the machine disturbs less.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createImageReader } from '@readout/image-reader/node';
import sharp from 'sharp';
import { openHarness } from '../../packages/image-reader/src/conformance/harness.ts';
import { writeResults } from '../results-file.ts';

const root = resolve(import.meta.dirname, '../..');
const { values: args } = parseArgs({
  options: {
    data: { type: 'string', default: resolve(root, '../shared/data') },
    rounds: { type: 'string', default: '5' },
    threads: { type: 'string', default: '2' },
    readings: { type: 'string', default: '300' },
  },
});
const files = [
  'receipts/img/003.jpg',
  'photos/receipt-003.jpg',
  'photos/card-02.jpg',
  'screens/editor-1.png',
  'screens/chat-0.png',
  'labels/fedex.png',
];
/** Width and height of the pictures memory is measured with. */
const sizes: [number, number][] = [
  [320, 240],
  [400, 300],
  [480, 200],
  [240, 520],
  [360, 360],
];
const threads = Number(args.threads);

const device = await openHarness({ threads });
const server = await createImageReader({ threads });
try {
  await device.call('load', 'text');
  const speed = await measureSpeed();
  const memory = await measureMemory(Number(args.readings));
  await writeResults(
    'device-reading',
    'Reading text on a device',
    { threads, chromium: device.version, speed, memory },
    [
      `Chromium ${device.version}, ONNX Runtime Web (WebAssembly) against ONNX Runtime in Node, ${threads} threads each.`,
      'Milliseconds of one reading of text, median of the rounds; in brackets time of the processor.',
      '',
      '| picture | server | device | ratio |',
      '|---|---:|---:|---:|',
      ...speed.map(
        ({ name, server, device, ratio }) =>
          `| ${name} | ${server.ms} (${server.cpuMs}) | ${device.ms} (${device.cpuMs}) | ${ratio.toFixed(2)} |`,
      ),
      '',
      '## Memory of the browser',
      '',
      `All of Chromium’s processes after so many readings of pictures of ${sizes.length} sizes, MB.`,
      '',
      `| ${memory.map(({ readings }) => readings).join(' | ')} |`,
      `|${memory.map(() => '---:').join('|')}|`,
      `| ${memory.map(({ mb }) => mb).join(' | ')} |`,
    ].join('\n'),
  );
} finally {
  await device.close();
  await server.close();
}

async function measureSpeed() {
  const rows: SpeedRow[] = [];
  for (const name of files) {
    const bytes = readFileSync(resolve(args.data, name));
    const url = device.serve(bytes);
    const times = { server: [] as Time[], device: [] as Time[] };
    for (let round = 0; round <= Number(args.rounds); round++) {
      const before = process.cpuUsage();
      const { reading } = await server.read(bytes, { only: 'text' });
      const used = process.cpuUsage(before);
      const browserBefore = browserProcesses().cpuMs;
      const seen = await device.call('read', url, { only: 'text' });
      const browserAfter = browserProcesses().cpuMs;
      if ('code' in seen) throw new Error(`${name}: ${seen.code}`);
      // The first round warms up.
      if (round === 0) continue;
      times.server.push({ ms: reading.timings.text, cpuMs: (used.user + used.system) / 1000 });
      times.device.push({ ms: seen.reading.timings.text, cpuMs: browserAfter - browserBefore });
    }
    device.forget();
    const row = { name, server: median(times.server), device: median(times.device) };
    rows.push({ ...row, ratio: row.device.ms / row.server.ms });
    console.log(rows.at(-1));
  }
  const sum = (side: 'server' | 'device'): Time => ({
    ms: rows.reduce((total, row) => total + row[side].ms, 0),
    cpuMs: rows.reduce((total, row) => total + row[side].cpuMs, 0),
  });
  const [all, theirs] = [sum('server'), sum('device')];
  return [...rows, { name: '**together**', server: all, device: theirs, ratio: theirs.ms / all.ms }];
}

interface SpeedRow {
  name: string;
  server: Time;
  device: Time;
  ratio: number;
}

interface Time {
  ms: number;
  cpuMs: number;
}

function median(times: Time[]): Time {
  const middle = (values: number[]): number =>
    Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
  return { ms: middle(times.map(({ ms }) => ms)), cpuMs: middle(times.map(({ cpuMs }) => cpuMs)) };
}

async function measureMemory(readings: number) {
  const pictures = await Promise.all(
    sizes.map(([width, height]) =>
      sharp(resolve(args.data, 'receipts/img/003.jpg'))
        .resize(width, height, { fit: 'cover' })
        .jpeg()
        .toBuffer(),
    ),
  );
  const urls = pictures.map((bytes) => device.serve(bytes));
  const steps: { readings: number; mb: number }[] = [];
  for (let done = 0; done <= readings; done++) {
    if (done % Math.max(1, Math.round(readings / 6)) === 0)
      steps.push({ readings: done, mb: Math.round(browserProcesses().rssMb) });
    await device.call('read', urls[done % urls.length] as string);
  }
  return steps;
}

/** Time and memory of all processes below this one: the browser's. */
function browserProcesses(): { cpuMs: number; rssMb: number } {
  const all = new Map<number, { parent: number; cpuMs: number; rssMb: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      // Linux: clock ticks of 10 ms, pages of 4 KiB (proc_pid_stat(5)).
      all.set(Number(name), {
        parent: fields[1] ?? 0,
        cpuMs: ((fields[11] ?? 0) + (fields[12] ?? 0)) * 10,
        rssMb: ((fields[21] ?? 0) * 4) / 1024,
      });
    } catch {
      // It ended meanwhile.
    }
  }
  const below = new Set([process.pid]);
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const [id, { parent }] of all) if (below.has(parent)) below.add(id);
  }
  below.delete(process.pid);
  const sum = (pick: 'cpuMs' | 'rssMb'): number =>
    [...below].reduce((total, id) => total + (all.get(id)?.[pick] ?? 0), 0);
  return { cpuMs: sum('cpuMs'), rssMb: sum('rssMb') };
}
