import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createImageReader } from '@readout/image-reader/node';
import { docphotos, labels, mrz } from './phrases.ts';
import { pictureReport } from './picture-report.ts';
import {
  curledReceipts,
  photosOfCardsAndPlates,
  photosOfReceipts,
  receipts,
  screens,
} from './printed-text.ts';
import type { Measure, Section } from './section.ts';

/** Every measuring by its name; `--only` takes one of these. */
const measures: Record<string, Measure> = {
  receipts,
  screens,
  'photos-receipts': photosOfReceipts,
  'curled-receipts': curledReceipts,
  photos: photosOfCardsAndPlates,
  labels,
  docphotos,
  mrz,
};

const root = resolve(import.meta.dirname, '../..');
const { values: args } = parseArgs({
  options: {
    data: { type: 'string', default: resolve(root, '../shared/data') },
    only: { type: 'string', multiple: true },
    limit: { type: 'string', default: '1000000' },
    threads: { type: 'string', default: '0' },
    'no-peers': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    /** Where the results go; without it only a full run overwrites the kept ones. */
    out: { type: 'string' },
    /** Folder for a page about each picture: what is printed, what was read, and where they differ. */
    html: { type: 'string' },
  },
});

const chosen = (args.only ?? Object.keys(measures)).flatMap((name) => name.split(','));
for (const name of chosen) {
  if (!measures[name])
    throw new Error(`No measuring is called ${name}; there are ${Object.keys(measures).join(', ')}.`);
}
const reader = await createImageReader({ threads: Number(args.threads) });
const report = args.html ? pictureReport(resolve(args.html)) : undefined;
const sections: Section[] = [];
for (const name of chosen) {
  const section = await (measures[name] as Measure)({
    reader,
    data: args.data,
    limit: Number(args.limit),
    peers: !args['no-peers'],
    onPicture: async (picture) => report?.add(picture),
  });
  sections.push(section);
  console.log(table(section));
  if (args.verbose) console.log(section.pictures);
}
await reader.close();
if (report) console.log(`Pictures one by one: ${await report.finish(sections)}`);

const { version } = JSON.parse(await readFile(resolve(root, 'packages/image-reader/package.json'), 'utf8'));
const result = {
  date: new Date().toISOString(),
  machine: `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
  versions: { node: process.version, 'image-reader': version },
  /** Only without peers, which live in the same process. */
  ...(args['no-peers'] ? { residentMb: Math.round(process.memoryUsage().rss / 2 ** 20) } : {}),
  sections,
};
const complete = args.only === undefined && args.limit === '1000000';
const out = args.out ?? (complete ? resolve(root, 'bench/results') : undefined);
if (out) {
  await mkdir(out, { recursive: true });
  await writeFile(resolve(out, 'reading.json'), `${JSON.stringify(result, undefined, 1)}\n`);
  const head = `# What is read, and how well\n\n${result.date.slice(0, 10)}, ${result.machine}, Node ${process.version}, image-reader ${version}. Made by \`npm run bench -- reading\`.\n`;
  await writeFile(resolve(out, 'reading.md'), `${head}\n${sections.map(table).join('\n')}`);
}

function table(section: Section): string {
  const columns = Object.keys(section.rows[0]?.values ?? {});
  const show = (name: string, value: number | undefined): string => {
    if (value === undefined) return '';
    if (/ms$/i.test(name)) return `${Math.round(value)} ms`;
    return Number.isInteger(value) && value > 1 ? String(value) : `${(value * 100).toFixed(1)}%`;
  };
  return [
    `## ${section.title}`,
    '',
    ...section.method.map((m) => `- ${m}`),
    '',
    `| | pictures | ${columns.join(' | ')} |`,
    `|---|---|${columns.map(() => '---').join('|')}|`,
    ...section.rows.map(
      (r) => `| ${r.who} | ${r.pictures} | ${columns.map((c) => show(c, r.values[c])).join(' | ')} |`,
    ),
    '',
  ].join('\n');
}
