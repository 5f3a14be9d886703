/**
 * How many fields of invoices come out right, on 60 layouts in seven languages, and how many records are made up from papers
 * that are none. `npm run bench -- invoices`. What is published is of the half of the layouts that readers are not worked on
 * with: once as a recogniser without mistakes would read them, once as pictures with wear.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Reading } from '@readout/image-reader';
import type { PluginReading } from '@readout/plugin-kit';
import { createSandbox, loadFirstPartyPlugins } from '@readout/plugin-sandbox/node';
import { openCachedReadings } from '../fields/cached-readings.ts';
import { rates, type Score } from '../fields/measure.ts';
import { writeResults } from '../results-file.ts';
import { composed } from './compose.ts';
import { chanceOf } from './content.ts';
import { layoutCount, layouts, seed, workingHalf } from './layouts.ts';
import { otherCount, otherPaper } from './other-papers.ts';
import { compare, f1Of, Scores } from './scores.ts';
import type { Sheet } from './sheet.ts';

const root = resolve(import.meta.dirname, '../..');
const { values: args } = parseArgs({
  options: {
    /** What fails is only said of the working half. */
    half: { type: 'string', default: 'measuring' },
    papers: { type: 'string', default: '10' },
    /** How many papers of a layout are also drawn as pictures. */
    pictures: { type: 'string', default: '2' },
    layout: { type: 'string' },
  },
});
if (!['working', 'measuring'].includes(args.half)) throw new Error('--half is working or measuring.');
const isWorking = args.half === 'working';

const sandbox = await createSandbox();
const plugins = await loadFirstPartyPlugins();
const readings = await openCachedReadings();
const folder = resolve(root, '.cache/invoices');
await mkdir(folder, { recursive: true });

const recordsOf = (reading: Reading | PluginReading, locale: string) =>
  sandbox.runReaders(plugins, {
    reading: reading as PluginReading,
    settings: {},
    locale,
    today: '2026-11-26',
  }).records;

async function photographed(
  name: string,
  sheet: Sheet,
  locale: string,
  ...numbers: number[]
): Promise<Reading> {
  const file = resolve(folder, `${name}.jpg`);
  await writeFile(file, await sheet.photographed(chanceOf(...numbers)));
  return readings.read(file, { languages: [...new Set([locale.slice(0, 2), 'en'])] });
}

const isPaid = ({ type }: { type: string }) => type === 'invoice' || type === 'receipt';
const ways = [
  ['text', Number(args.papers)],
  ['pictures', Number(args.pictures)],
] as const;
const measured: Record<string, { scores: Scores; papers: number; another: number }> = {};
for (const [way, count] of ways) {
  const scores = new Scores();
  measured[way] = { scores, papers: 0, another: 0 };
  for (const layout of layouts) {
    if (
      workingHalf.includes(layout.number) !== isWorking ||
      (args.layout && Number(args.layout) !== layout.number)
    )
      continue;
    for (let paper = 0; paper < count; paper++) {
      const { sheet, locale, truth } = composed(layout, paper);
      const reading =
        way === 'text'
          ? sheet.reading()
          : await photographed(`${layout.number}-${paper}`, sheet, locale, layout.number, paper, 7);
      const records = recordsOf(reading, locale).filter(isPaid);
      const record = records.find(({ type }) => type === 'invoice');
      measured[way].papers++;
      // A second record, or a receipt.
      if (records.length > Number(record !== undefined)) measured[way].another++;
      if (isWorking && !record)
        console.log(way, layout.number, paper, 'no invoice', records.map(({ type }) => type).join());
      compare(scores, layout.language, truth, record, (field, found, printed, confidence) => {
        if (isWorking && record)
          console.log(
            way,
            layout.number,
            paper,
            layout.language,
            field,
            JSON.stringify(found),
            'is',
            JSON.stringify(printed),
            confidence ?? '',
          );
      });
    }
  }
}
const madeUp = { text: 0, pictures: 0, of: 0 };
for (let number = 0; number < otherCount && !args.layout; number++) {
  if ((number % 2 === 0) !== isWorking && isWorking) continue;
  const { kind, language, locale, sheet } = otherPaper(number);
  madeUp.of++;
  for (const [way, count] of ways) {
    if (count === 0) continue;
    const reading =
      way === 'text' ? sheet.reading() : await photographed(`other-${number}`, sheet, locale, 999, number);
    const made = recordsOf(reading, locale).filter(isPaid);
    if (made.length > 0) madeUp[way]++;
    if (made.length > 0 && isWorking)
      console.log(way, kind, language, number, 'is taken for', made.map(({ type }) => type).join());
  }
}
await readings.close();
await sandbox.close();

const percent = (share: number) => (100 * share).toFixed(1);
const rowOf = (name: string, scores: (Score | undefined)[]) =>
  `| ${name} | ${scores.map((score) => (score ? rates(score).map(percent).join(' | ') : '– | – | –')).join(' | ')} | ${scores[0]?.expected ?? 0} |`;
const { text, pictures } = measured as Record<'text' | 'pictures', (typeof measured)[string]>;
const tableOf = (by: 'byField' | 'byLanguage') =>
  [...text.scores[by].keys()]
    .sort()
    .map((name) => rowOf(name, [text.scores[by].get(name), pictures.scores[by].get(name)]));
const head = (what: string) => [
  `| ${what} | text: precision | recall | F1 | pictures: precision | recall | F1 | values (text) |`,
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
];
const sure = ({ scores }: (typeof measured)[string]) =>
  `${scores.sure.wrong} of ${scores.sure.count} (${percent(scores.sure.wrong / Math.max(1, scores.sure.count))}%) are wrong; ${percent(scores.sure.count / Math.max(1, scores.given))}% of all fields found are that sure`;
const table = [
  `${layoutCount} layouts in seven languages, drawn from the seed ${seed}; companies and accounts are invented. ${isWorking ? 'This is the half readers are worked on with.' : `Readers were worked on with ${workingHalf.length} of them, these figures are of the other ${layoutCount - workingHalf.length}, whose failures nobody looked at.`}`,
  `"Text" is ${text.papers} papers as a recogniser without mistakes would read them, "pictures" is ${pictures.papers} of them with skew, blur, noise, folds and grey, read by the engine. A value counts when it is equal: amounts, dates, rates and quantities exactly, texts and codes by letters and digits; items and taxes cell by cell.`,
  'What is held out are layouts and the words they take from the lists; lists and readers are of the same authors, so papers of strangers will do less well.',
  '',
  ...head('language'),
  ...tableOf('byLanguage'),
  rowOf('**all**', [text.scores.all, pictures.scores.all]),
  '',
  ...head('field'),
  ...tableOf('byField'),
  '',
  `Of the fields said to be at least 95% sure ${sure(text)} (text); ${sure(pictures)} (pictures).`,
  `Papers with a second record, or with a receipt in place of the invoice: ${text.another} of ${text.papers} (text), ${pictures.another} of ${pictures.papers} (pictures).`,
  `Of ${madeUp.of} quotations, estimates, delivery notes, contracts, bank statements and reminders ${madeUp.text} (text) and ${madeUp.pictures} (pictures) were taken for an invoice or a receipt. These papers are not held out: two estimates became receipts at first, and names of such papers were added.`,
].join('\n');
const figures = ({ scores, papers, another }: (typeof measured)[string]) => ({
  papers,
  f1: f1Of(scores.all),
  another,
  atLeast95: { ...scores.sure, ofGiven: scores.given },
  languages: Object.fromEntries(scores.byLanguage),
  fields: Object.fromEntries(scores.byField),
});
if (isWorking) console.log(table);
else
  await writeResults(
    'invoices',
    'Invoices',
    {
      seed,
      versions: Object.fromEntries(plugins.map(({ manifest }) => [manifest.id, manifest.version])),
      workingHalf,
      text: figures(text),
      pictures: figures(pictures),
      madeUp,
    },
    table,
  );
