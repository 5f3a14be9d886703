/**
 * Whether values are right as often as their confidence says, end to end: picture, engine, readers, host.
 * `npm run bench -- calibration`. Drawn documents have content, language, type and quality of their own by number; those with
 * an even number are for finding thresholds, those with an odd one are what is published.
 */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeResults } from '../results-file.ts';
import { type Outcome, outcomesOf } from './outcomes.ts';
import { binsOf, calibrationError, reliabilityPlot, rightOf, unattendedShare } from './reliability.ts';

const root = resolve(import.meta.dirname, '../..');
const { values: args } = parseArgs({
  options: {
    half: { type: 'string', default: 'odd' },
    /** How many documents of the half. */
    count: { type: 'string', default: '240' },
    verbose: { type: 'boolean', default: false },
  },
});
if (!['even', 'odd'].includes(args.half)) throw new Error('--half is even or odd.');

const first = args.half === 'odd' ? 1001 : 1002;
const numbers = Array.from({ length: Number(args.count) }, (_, index) => first + 2 * index);
const outcomes = await outcomesOf(numbers, resolve(root, '.cache/calibration'), args.verbose);
const isSingle = ({ type }: Outcome) => type !== 'text' && type !== 'list';
const groups: [name: string, outcomes: Outcome[]][] = [
  ['all fields', outcomes],
  ['amounts, dates, times and codes', outcomes.filter(isSingle)],
  ['names and other texts', outcomes.filter((each) => !isSingle(each))],
];
const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
const table = [
  `${numbers.length} drawn receipts, invoices, plates and cards in four languages, of which every fifth is captured by a company of another country;`,
  'typeface, size (8 to 34 pixels), contrast, tilt, blur, grain and compression vary. A field counts where a reader found it.',
  '',
  '| fields | n | right | expected calibration error | pass unattended at 99% precision |',
  '| --- | ---: | ---: | ---: | ---: |',
  ...groups.map(
    ([name, of]) =>
      `| ${name} | ${of.length} | ${percent(rightOf(of))} | ${calibrationError(binsOf(of)).toFixed(3)} | ${percent(unattendedShare(of, 0.99))} |`,
  ),
  '',
  '| said at least | n | said | right |',
  '| ---: | ---: | ---: | ---: |',
  ...binsOf(outcomes).map(
    ({ from, count, said, right }) =>
      `| ${percent(from)} | ${count} | ${percent(said)} | ${percent(right)} |`,
  ),
  '',
  '![What was said against what is right](calibration.svg)',
].join('\n');
await writeFile(
  resolve(root, 'bench/results/calibration.svg'),
  reliabilityPlot([
    { name: groups[1]![0], colour: '#1a6fb0', bins: binsOf(groups[1]![1]) },
    { name: groups[2]![0], colour: '#b0541a', bins: binsOf(groups[2]![1]) },
  ]),
);
await writeResults(
  'calibration',
  'Confidence',
  {
    half: args.half,
    groups: groups.map(([name, of]) => ({
      name,
      count: of.length,
      right: rightOf(of),
      calibrationError: calibrationError(binsOf(of)),
      unattendedAt99: unattendedShare(of, 0.99),
      bins: binsOf(of),
    })),
  },
  table,
);
