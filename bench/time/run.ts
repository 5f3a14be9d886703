/**
 * What the engine costs beside its peers, in time, memory and bytes; each side in turns of five pages, what is read checked
 * first, and where the time goes.
 *
 *   npm run bench -- time [--only receipts,barcodes] [--pages PAGES] [--data FOLDER]
 *
 * Parts: receipts, screens, barcodes, memory, together, cold, bytes, stages. Only the ratios count. Results are kept where
 * every part has run; others are printed.
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeResults } from '../results-file.ts';
import { barcodes } from './barcodes.ts';
import { deviceBytes } from './device-bytes.ts';
import { pages } from './pages.ts';
import { cold, memory, together } from './processes.ts';
import type { Context, Section } from './section.ts';
import { stages } from './stages.ts';

const root = resolve(import.meta.dirname, '../..');
const { values: args } = parseArgs({
  options: {
    data: { type: 'string', default: resolve(root, '../shared/data') },
    only: { type: 'string' },
    pages: { type: 'string', default: '30' },
  },
});

/** As many children as a server has by default. */
const children = Math.max(1, Math.min(4, availableParallelism() - 1));
const parts: Record<string, (context: Context) => Promise<Section>> = {
  bytes: deviceBytes,
  stages,
  receipts: (context) => pages('receipts', context),
  screens: (context) => pages('screens', context),
  barcodes,
  cold,
  together: (context) => together(context, children),
  memory,
};

const chosen = args.only?.split(',') ?? Object.keys(parts);
for (const name of chosen)
  if (!parts[name]) throw new Error(`No part is called ${name}; there are ${Object.keys(parts).join(', ')}.`);
const sections: Record<string, Section> = {};
for (const name of chosen) {
  const section = await (parts[name] as (typeof parts)[string])({
    data: args.data,
    pages: Number(args.pages),
  });
  sections[name] = section;
  console.log(tableOf([section]));
}
if (!args.only)
  await writeResults(
    'time',
    'What the engine costs, beside its peers',
    Object.fromEntries(Object.entries(sections).map(([name, { figures }]) => [name, figures])),
    tableOf(Object.values(sections)),
  );
process.exit(0);

function tableOf(all: readonly Section[]): string {
  const rows = all.flatMap(({ rows: own }) => own);
  const table = rows.map(({ what, figure, goal }) => `| ${what} | ${figure} | ${goal} |`);
  return [
    ...(rows.length > 0 ? [`| | figure | goal |\n|---|---|---|\n${table.join('\n')}`] : []),
    ...all.flatMap(({ notes = [] }) => notes),
  ].join('\n\n');
}
