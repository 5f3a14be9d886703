/**
 * How many fields come out right, end to end: picture, engine, plugin in the sandbox. `npm run bench -- fields`.
 * Readings are cached under `.cache/` for as long as the engine stays the same, so that readers can be tuned quickly.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createSandbox, loadFirstPartyPlugins } from '@readout/plugin-sandbox/node';
import { articleNumbers } from './article-numbers.ts';
import { openCachedReadings } from './cached-readings.ts';
import { declining } from './declining.ts';
import { labels } from './labels.ts';
import type { FieldsContext, Section } from './measure.ts';
import { receipts } from './receipts.ts';

const root = resolve(import.meta.dirname, '../..');
const measures = { receipts, labels, 'article-numbers': articleNumbers, declining };
const { values: args } = parseArgs({
  options: {
    data: { type: 'string', default: resolve(root, '../shared/data') },
    only: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    /** Readers are tuned on pictures with an even place in the sorted listing; what is published is of the odd ones. */
    half: { type: 'string', default: 'odd' },
    /** Keep the results although only some measures ran. */
    keep: { type: 'boolean', default: false },
  },
});

if (!['even', 'odd', 'all'].includes(args.half)) throw new Error('--half is even, odd or all.');
const sandbox = await createSandbox();
const plugins = await loadFirstPartyPlugins();
const readings = await openCachedReadings();
const context: FieldsContext = {
  data: args.data,
  readings,
  takes: (index) => args.half === 'all' || index % 2 === (args.half === 'odd' ? 1 : 0),
  verbose: args.verbose,
  /** The captures are of other years; the readers must not know. */
  run: (reading, locale = 'en-GB') =>
    sandbox.runReaders(plugins, {
      reading,
      settings: {},
      locale,
      today: new Date().toISOString().slice(0, 10),
    }),
};
const sections: Section[] = [];
for (const [name, measure] of Object.entries(measures)) {
  if (args.only && !args.only.split(',').includes(name)) continue;
  const section = await measure(context);
  sections.push(section);
  console.log(table(section));
}
await readings.close();
await sandbox.close();

if (!args.only || args.keep) {
  const versions = {
    node: process.version,
    ...Object.fromEntries(
      await Promise.all(
        ['image-reader', 'plugin-sandbox'].map(async (name) => [
          name,
          JSON.parse(await readFile(resolve(root, 'packages', name, 'package.json'), 'utf8')).version,
        ]),
      ),
    ),
    ...Object.fromEntries(plugins.map(({ manifest }) => [manifest.id, manifest.version])),
  };
  const machine = `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const folder = resolve(root, 'bench/results');
  await mkdir(folder, { recursive: true });
  await writeFile(
    resolve(folder, 'fields.json'),
    `${JSON.stringify({ date: new Date().toISOString(), machine, versions, half: args.half, sections }, null, 2)}\n`,
  );
  await writeFile(
    resolve(folder, 'fields.md'),
    [
      '# Fields',
      '',
      `Made by \`npm run bench -- fields\` on ${new Date().toISOString().slice(0, 10)}, ${machine}, ${Object.entries(
        versions,
      )
        .map(([name, version]) => `${name} ${version}`)
        .join(', ')}.`,
      '',
      ...sections.map(table),
    ].join('\n'),
  );
}

function table({ title, method, columns, rows }: Section): string {
  const format = (value: number | string) =>
    typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(3) : String(value);
  return [
    `## ${title}`,
    '',
    method,
    '',
    `| ${columns.join(' | ')} |`,
    `|${columns.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.map(format).join(' | ')} |`),
    '',
  ].join('\n');
}
