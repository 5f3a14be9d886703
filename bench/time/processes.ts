import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createChildReader } from '@readout/image-reader/process/host';
import { noJail } from '@readout/image-reader/process/jail';
import { slope } from '../memory/slope.ts';
import { scannedReceipts } from '../reading/printed-text.ts';
import { evenly } from './pages.ts';
import type { Context, Section } from './section.ts';
import { rounded } from './turns.ts';

const command = resolve(import.meta.dirname, '../../packages/cli/bin/readout.js');
/** Milliseconds between two looks at the memory of processes. */
const lookEveryMs = 100;

const receiptsOf = async ({ data, pages }: Context): Promise<string[]> =>
  evenly(await scannedReceipts(data), pages).map(({ file }) => file);

/** Runs `readout read`; its time, and the most its processes held together. */
async function readByCommand(files: readonly string[]): Promise<{ ms: number; peakMb: number }> {
  const started = performance.now();
  const child = spawn(process.execPath, [command, 'read', '--json', ...files], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peakMb = 0;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(child.pid ?? 0));
  }, lookEveryMs);
  const [code] = await once(child, 'exit');
  clearInterval(timer);
  if (code !== 0) throw new Error(`readout read ended with ${code}.`);
  return { ms: performance.now() - started, peakMb: Math.round(peakMb) };
}

/** Resident megabytes of a process and all it started; 0 where the system does not tell. */
function residentMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const own = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
    const started = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    );
    return own + started.reduce((sum, each) => sum + residentMb(Number(each)), 0);
  } catch {
    return 0;
  }
}

/** The first page of a command that was just started, against a warm one; and what the command holds. */
export async function cold(context: Context): Promise<Section> {
  const [first, ...rest] = await receiptsOf(context);
  if (!first) throw new Error('There is no receipt.');
  const one = await readByCommand([first]);
  const same = 4;
  const several = await readByCommand([first, ...new Array<string>(same).fill(first)]);
  const warmMs = (several.ms - one.ms) / same;
  const all = await readByCommand([first, ...rest]);
  const most = 1.5 * warmMs + 1000;
  return {
    figures: { coldMs: Math.round(one.ms), warmMs: Math.round(warmMs), commandPeakMb: all.peakMb },
    rows: [
      {
        what: 'first page of a cold `readout read`',
        figure: `${Math.round(one.ms)} ms, a warm one ${Math.round(warmMs)} ms`,
        goal: `${Math.round(most)} ms (1.5 warm ones and 1 s)`,
      },
      {
        what: `peak memory of the command, ${rest.length + 1} receipts`,
        figure: `${all.peakMb} MB`,
        goal: '600 MB',
      },
    ],
  };
}

const openChild = () =>
  createChildReader({
    entry: new URL('../memory/reader-child.ts', import.meta.url),
    init: { threads: 0 },
    timeoutMs: 120_000,
    // Never replaced: the growth of one process is what is measured.
    maxRssMb: Number.POSITIVE_INFINITY,
    // In which it could not see itself.
    jail: noJail(),
  });

/** Resident memory of the server's child, page after page. */
export async function memory({ data, pages }: Context): Promise<Section> {
  const files = (await scannedReceipts(data)).map(({ file }) => file);
  const child = openChild();
  try {
    const resident: number[] = [];
    // Over and over: what is new in a page is not what is measured.
    for (let at = 0; at < 5 * pages; at++) {
      const used = (await child.run(await readFile(files[at % files.length] as string))) as {
        residentMb: number;
      };
      resident.push(used.residentMb);
    }
    const status = readFileSync(`/proc/${child.pid()}/status`, 'utf8');
    const peakMb = Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
    const growth = rounded(100 * slope(resident.slice(Math.floor(resident.length / 5))), 1);
    return {
      figures: { pages: resident.length, peakMb, growthPer100: growth, residentMb: resident.map(Math.round) },
      rows: [
        {
          what: `peak memory of the server’s child, ${resident.length} pages`,
          figure: `${peakMb} MB`,
          goal: '600 MB',
        },
        { what: 'its growth in 100 pages', figure: `${growth} MB`, goal: 'flat' },
      ],
    };
  } finally {
    await child.close();
  }
}

/** Eight pages handed over at once against one after the other, as many children as a server of these cores has. */
export async function together(context: Context, size: number): Promise<Section> {
  const files = (await receiptsOf({ ...context, pages: 8 })).slice(0, 8);
  const pages = await Promise.all(files.map((file) => readFile(file)));
  const children = Array.from({ length: size }, openChild);
  try {
    for (const child of children) await child.run(pages[0]);
    const took = { atOnce: 0, inOrder: 0 };
    for (const order of [
      ['atOnce', 'inOrder'],
      ['inOrder', 'atOnce'],
    ] as const)
      for (const way of order) {
        const started = performance.now();
        const run = (page: Buffer, at: number) => children[at % size]?.run(page);
        if (way === 'atOnce') await Promise.all(pages.map(run));
        else for (const page of pages) await run(page, 0);
        took[way] += performance.now() - started;
      }
    const ratio = rounded(took.atOnce / took.inOrder);
    return {
      figures: {
        ratio,
        children: size,
        atOnceMs: Math.round(took.atOnce),
        inOrderMs: Math.round(took.inOrder),
      },
      rows: [
        { what: 'eight pages at once against one after the other', figure: ratio.toFixed(2), goal: '1.05' },
      ],
    };
  } finally {
    for (const child of children) await child.close();
  }
}
