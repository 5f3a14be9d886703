/**
 * What running a reader in the sandbox costs: one fresh run on a reading of sixty lines, what the host checks of its values included, in
 * turns with the interpreter alone in one process; beside the same function called bare, beside a worker thread that keeps it loaded, and beside one started for it; and what all installed readers
 * together take on a capture.
 *
 *   npm run bench -- sandbox [--runs RUNS] [--dry]
 *
 * `--dry` only prints: for a look on a busy machine.
 */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { ReaderInput } from '@readout/plugin-kit';
import { readFixtures } from '@readout/plugin-kit/testing';
import { bundlePlugin, kitScript } from '@readout/plugin-sandbox/bundle';
import { bundlePlugin as bundleInBrowser } from '@readout/plugin-sandbox/bundle-browser';
import { createSandbox, type LoadedPlugin, loadFirstPartyPlugins } from '@readout/plugin-sandbox/node';
import { writeResults } from '../results-file.ts';
import { bareQuickJs } from './bare-quickjs.ts';
import { sixtyLines, typicalReader } from './typical.ts';

const { values: args } = parseArgs({
  options: { runs: { type: 'string', default: '300' }, dry: { type: 'boolean', default: false } },
});
const runs = Number(args.runs);
const round = (ms: number) => Math.round(ms * 1000) / 1000;

interface Times {
  medianMs: number;
  p95Ms: number;
}

function timesOf(taken: readonly number[]): Times {
  const sorted = taken.toSorted((a, b) => a - b);
  return {
    medianMs: round(sorted[Math.floor(sorted.length / 2)]!),
    p95Ms: round(sorted[Math.floor(sorted.length * 0.95)]!),
  };
}

async function times(count: number, once: () => unknown): Promise<Times> {
  for (let i = 0; i < Math.min(50, count); i++) await once();
  const taken: number[] = [];
  for (let i = 0; i < count; i++) {
    const startedAt = performance.now();
    await once();
    taken.push(performance.now() - startedAt);
  }
  return timesOf(taken);
}

const bundled = await bundlePlugin(typicalReader);
if ('problems' in bundled) throw new Error(JSON.stringify(bundled.problems));
const plugins = await loadFirstPartyPlugins();
const typical: LoadedPlugin = {
  manifest: {
    ...plugins.find(({ manifest }) => manifest.id === 'text')!.manifest,
    id: 'typical',
    records: [
      {
        type: 'form',
        label: 'Form',
        title: 'number',
        fields: [
          { name: 'number', label: 'Number', type: 'text' },
          { name: 'date', label: 'Date', type: 'date' },
          { name: 'amount', label: 'Amount', type: 'amount' },
        ],
      },
    ],
  },
  code: bundled.code,
  sha256: '',
};
const sandbox = await createSandbox();
const json = JSON.stringify(sixtyLines);
const check = sandbox.run(typical, sixtyLines);
if (!check.ok || Object.keys(check.records[0]?.fields ?? {}).length < 3)
  throw new Error(`The reader of the benchmark found nothing: ${JSON.stringify(check)}`);

// In turns, so that whatever else the machine does meets both.
const alone = await bareQuickJs(bundled.code);
const valuesOf = (records: readonly { fields: Record<string, { value?: unknown }> }[]) =>
  JSON.stringify(
    records.map(({ fields }) => Object.entries(fields).map(([name, { value }]) => [name, value])),
  );
const aloneMade = alone(sixtyLines) as Parameters<typeof valuesOf>[0];
if (valuesOf(aloneMade) !== valuesOf(check.records))
  throw new Error(`The interpreter alone made something else: ${JSON.stringify(aloneMade)}`);
const turns: Record<'sandbox' | 'alone', number[]> = { sandbox: [], alone: [] };
for (let turn = 0; turn < runs + 50; turn++) {
  const sides = [
    ['sandbox', () => sandbox.run(typical, sixtyLines)],
    ['alone', () => alone(sixtyLines)],
  ] as const;
  for (const [side, once] of turn % 2 === 0 ? sides : sides.toReversed()) {
    const startedAt = performance.now();
    once();
    // The first ones warm up.
    if (turn >= 50) turns[side].push(performance.now() - startedAt);
  }
}
// Bare: the same script in the process itself, given its input as JSON as every isolation has to.
const bare = new Function(`${bundled.code};return readoutPlugin;`)() as {
  default: { read(input: ReaderInput): unknown };
};
const single: Record<string, Times> = {
  'sandbox, fresh context, checked by the host': timesOf(turns.sandbox),
  'interpreter alone in one process, fresh context (QuickJS)': timesOf(turns.alone),
  'bare call': await times(runs, () => JSON.stringify(bare.default.read(JSON.parse(json)))),
};
const thread = () =>
  new Worker(new URL('./bare-thread.ts', import.meta.url), { workerData: { code: bundled.code } });
const kept = thread();
single['worker thread, kept (state stays)'] = await times(runs, async () => {
  kept.postMessage({ input: json });
  await once(kept, 'message');
});
await kept.terminate();
single['worker thread, fresh'] = await times(Math.min(30, runs), async () => {
  const fresh = thread();
  fresh.postMessage({ input: json });
  await once(fresh, 'message');
  await fresh.terminate();
});

// All readers over every fixture there is, as the worker runs them on a capture, beside the first that makes a record.
const folder = resolve(import.meta.dirname, '../../plugins');
const captures: { name: string; input: ReaderInput }[] = [];
for (const id of (await readdir(folder)).sort())
  for (const fixture of await readFixtures(resolve(folder, id)).catch(() => []))
    captures.push({ name: `${id}/${fixture.name}`, input: fixture.input });
const all: number[] = [];
const ran: number[] = [];
const added: number[] = [];
for (const { input } of captures) {
  const of = (some: readonly LoadedPlugin[]) => {
    const taken: number[] = [];
    let made = sandbox.runReaders(some, input);
    for (let i = 0; i < 7; i++) {
      const startedAt = performance.now();
      made = sandbox.runReaders(some, input);
      taken.push(performance.now() - startedAt);
    }
    return { ms: taken.sort((a, b) => a - b)[3]!, made };
  };
  const together = of(plugins);
  const first = together.made.records[0]?.plugin;
  all.push(together.ms);
  ran.push(together.made.runs.length);
  added.push(together.ms - of(plugins.filter(({ manifest }) => manifest.id === first)).ms);
}
const at = (values: number[], share: number) =>
  round([...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!);

const kit = await kitScript();
const bundling = {
  'in a page': await times(50, () => bundleInBrowser(typicalReader, kit)),
  'on the server': await times(5, () => bundlePlugin(typicalReader)),
};
await sandbox.close();

const ratio = Math.round((timesOf(turns.sandbox).medianMs / timesOf(turns.alone).medianMs) * 100) / 100;
const row = (name: string, { medianMs, p95Ms }: Times) => `| ${name} | ${medianMs} | ${p95Ms} |`;
const load = loadavg()[0]!.toFixed(1);
const table = `A reader of three values beside their labels, on ${sixtyLines.reading.lines.length} lines with their words (${json.length} characters of JSON).

| one run | median ms | p95 ms |
|---|---:|---:|
${Object.entries(single)
  .map(([name, each]) => row(name, each))
  .join('\n')}

A run in the sandbox takes ${ratio} times as long as the interpreter alone (medians, in turns; goal 2.0 at most).

All ${plugins.length} first-party readers on ${captures.length} readings (their fixtures): ${at(all, 0.5)} ms in the median, ${at(all, 0.95)} ms at p95; ${at(ran, 0.5)} of them run in the median. Beside the one that made the record the others add ${at(added, 0.5)} ms in the median, ${at(added, 0.95)} ms at p95.

| source to script | median ms | p95 ms |
|---|---:|---:|
${Object.entries(bundling)
  .map(([name, each]) => row(name, each))
  .join('\n')}

Load of the machine meanwhile: ${load}. Budgets: 2 ms for one run, 15 ms for twelve readers, 30 ms for a script in a page.`;
const figures = {
  load: Number(load),
  single,
  ratioToInterpreterAlone: ratio,
  readers: {
    installed: plugins.length,
    readings: captures.length,
    medianMs: at(all, 0.5),
    p95Ms: at(all, 0.95),
    addedMedianMs: at(added, 0.5),
    addedP95Ms: at(added, 0.95),
    ranMedian: at(ran, 0.5),
  },
  bundling,
};
if (args.dry) console.log(table);
else await writeResults('sandbox', 'Readers in the sandbox', figures, table);
