/**
 * How many fields of the first-party readers come out right, wrong or not at all, end to end: picture, engine, reader in
 * the sandbox. `npm run bench -- readers`. Receipts, labels and barcodes have their own measure, `fields`.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ReaderInput } from '@readout/plugin-kit';
import { couldApply } from '@readout/plugin-sandbox';
import { createSandbox, loadFirstPartyPlugins } from '@readout/plugin-sandbox/node';
import { openCachedReadings } from '../fields/cached-readings.ts';
import { writeResults } from '../results-file.ts';
import type { PictureSet } from './picture-set.ts';
import { pictureSets } from './pictures.ts';

const root = resolve(import.meta.dirname, '../..');
const { values: args } = parseArgs({
  options: {
    data: { type: 'string', default: resolve(root, '../shared/data') },
    only: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    /** Readers are tuned on pictures with an even place in their set's sorted listing; what is published is of the odd ones. */
    half: { type: 'string', default: 'odd' },
  },
});
if (!['even', 'odd', 'all'].includes(args.half)) throw new Error('--half is even, odd or all.');

interface Counts {
  right: number;
  wrong: number;
  missing: number;
  /** Wrong although sure: confidence of at least 0.9 and no failed check. */
  wrongAndSure: number;
}

/** Of the company the pictures are read for: with English alone an `ö` is not looked for. */
const languages = ['en', 'de'];

const sandbox = await createSandbox();
const plugins = await loadFirstPartyPlugins();
const readings = await openCachedReadings();
const rows: { reader: string; pictures: string; count: number; field: string; counts: Counts }[] = [];
/** Records that readers made of pictures of other things. */
const others: { reader: string; pictures: number; records: number }[] = [];
const sets = (await pictureSets(args.data, resolve(root, '.cache/readers'))).map((set) => ({
  ...set,
  pictures: set.pictures
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))
    .filter((_, index) => args.half === 'all' || index % 2 === (args.half === 'odd' ? 1 : 0)),
}));
for (const set of sets) {
  if (args.only && args.only !== set.reader) continue;
  for (const [field, counts] of await measure(set))
    rows.push({ reader: set.reader, pictures: set.name, count: set.pictures.length, field, counts });
}
for (const { manifest } of plugins)
  if (!manifest.fallback && (!args.only || args.only === manifest.id))
    others.push(await measureOthers(manifest.id));
await readings.close();
await sandbox.close();

const table = [
  '| reader | pictures | n | field | right | wrong | missing | wrong although sure |',
  '| --- | --- | ---: | --- | ---: | ---: | ---: | ---: |',
  ...rows.map(
    ({ reader, pictures, count, field, counts }) =>
      `| ${reader} | ${pictures} | ${count} | ${field} | ${counts.right} | ${counts.wrong} | ${counts.missing} | ${counts.wrongAndSure} |`,
  ),
  '',
  'Of pictures of other things (all sets above that are not its own):',
  '',
  '| reader | pictures | records it should not have made |',
  '| --- | ---: | ---: |',
  ...others.map(({ reader, pictures, records }) => `| ${reader} | ${pictures} | ${records} |`),
].join('\n');
if (args.only) console.log(table);
else await writeResults('readers', 'Readers', { half: args.half, rows, others }, table);

async function measureOthers(id: string): Promise<(typeof others)[number]> {
  const plugin = plugins.find(({ manifest }) => manifest.id === id)!;
  // A number on a scale is one to both, and which of them it is for is the router's question.
  const alike = ['meter', 'display'].includes(id) ? ['meter', 'display'] : [id];
  let pictures = 0;
  let records = 0;
  for (const set of sets)
    if (!alike.includes(set.reader))
      for (const { file } of set.pictures) {
        const reading = await readings.read(file, { languages });
        pictures++;
        const run = couldApply(plugin.manifest, reading) && sandbox.run(plugin, inputOf(reading));
        if (!run) continue;
        if (!run.ok) throw new Error(`${file}: ${run.message}`);
        if (run.records.length === 0) continue;
        records++;
        if (args.verbose) console.log(`${id} makes a record of ${file}`);
      }
  return { reader: id, pictures, records };
}

function inputOf(reading: ReaderInput['reading']): ReaderInput {
  return { reading, settings: {}, locale: 'en-GB', today: new Date().toISOString().slice(0, 10) };
}

async function measure({ reader, pictures }: PictureSet): Promise<Map<string, Counts>> {
  const plugin = plugins.find(({ manifest }) => manifest.id === reader);
  if (!plugin) throw new Error(`No reader ${reader}`);
  const fields = new Map<string, Counts>();
  for (const { file, truth } of pictures) {
    const reading = await readings.read(file, { languages });
    const run = sandbox.run(plugin, inputOf(reading));
    if (!run.ok) throw new Error(`${file}: ${run.message}`);
    const found = run.records[0]?.fields ?? {};
    for (const [name, value] of Object.entries(truth)) {
      const counts = fields.get(name) ?? { right: 0, wrong: 0, missing: 0, wrongAndSure: 0 };
      fields.set(name, counts);
      const field = found[name];
      const isSure =
        field !== undefined && field.confidence >= 0.9 && field.checks.every(({ passed }) => passed);
      count(counts, elementsOf(value), field ? elementsOf(field.value) : [], isSure);
      if (args.verbose && JSON.stringify(field?.value) !== JSON.stringify(value))
        console.log(`${file}: ${name} is ${JSON.stringify(value)}, read ${JSON.stringify(field?.value)}`);
    }
  }
  return fields;
}

/** A list as its elements, a table as its cells with their places, any other value as the only element; texts to compare. */
function elementsOf(value: unknown): string[] {
  const elements = Array.isArray(value)
    ? value.flatMap((one: unknown, row) =>
        Array.isArray(one) ? one.map((cell: unknown, column) => [row, column, cell]) : [one],
      )
    : [value];
  return elements.map((one) => JSON.stringify(one));
}

/** What is read beyond the truth is wrong; what of the truth nothing stands for is missing. */
function count(counts: Counts, truth: string[], read: string[], isSure: boolean): void {
  const right = truth.filter((one) => read.includes(one)).length;
  const wrong = read.filter((one) => !truth.includes(one)).length;
  counts.right += right;
  counts.wrong += wrong;
  counts.missing += Math.max(0, truth.length - right - wrong);
  if (isSure) counts.wrongAndSure += wrong;
}
