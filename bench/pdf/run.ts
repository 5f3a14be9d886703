/**
 * PDFs that carry their text: read from it, and from the same pages as pictures. `npm run bench -- pdf`.
 *
 * Pages are printed by Chromium; what stands on them is what it says of their text. Words are compared as they are, spaces and
 * order aside.
 */
import { createImageReader } from '@readout/image-reader/node';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../../apps/web/e2e/browser.ts';
import { decodeFile } from '../../packages/image-reader/src/decode/node.ts';
import { writeResults } from '../results-file.ts';
import { pages } from './pages.ts';

interface Row {
  page: string;
  words: number;
  ownRight: number;
  pictureRight: number;
  /** Words read that do not stand there. */
  ownInvented: number;
  decodeMs: number;
  ownMs: number;
  pictureMs: number;
  disagreements: number;
}

const rounds = 3;
const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
const tab = await browser.newPage();
const reader = await createImageReader({ threads: 1 });
const rows: Row[] = [];
for (const { name, html } of pages) {
  await tab.setContent(html);
  const truth = (await tab.evaluate('document.body.innerText')) as string;
  const bytes = await tab.pdf({ format: 'A4', printBackground: true });
  const words = truth.split(/\s+/).filter((word) => word !== '');
  const row: Row = {
    page: name,
    words: words.length,
    ownRight: 0,
    pictureRight: 0,
    ownInvented: 0,
    decodeMs: Number.POSITIVE_INFINITY,
    ownMs: Number.POSITIVE_INFINITY,
    pictureMs: Number.POSITIVE_INFINITY,
    disagreements: 0,
  };
  for (let round = 0; round < rounds; round++) {
    const decoding = cpu();
    const { glyphs, ...picture } = await decodeFile(bytes);
    row.decodeMs = Math.min(row.decodeMs, cpu() - decoding);
    for (const isOwn of [true, false]) {
      const page = isOwn && glyphs ? { ...picture, glyphs } : picture;
      const started = cpu();
      const { lines, disagreements = [] } = await reader.readImage(page, {
        languages: ['en', 'de', 'fr'],
        only: 'text',
      });
      const took = cpu() - started;
      const read = lines.flatMap(({ text }) => text.split(' '));
      const right = common(words, read);
      if (isOwn) {
        row.ownMs = Math.min(row.ownMs, took);
        row.ownRight = right;
        row.ownInvented = read.length - right;
        row.disagreements = disagreements.length;
      } else {
        row.pictureMs = Math.min(row.pictureMs, took);
        row.pictureRight = right;
      }
    }
  }
  rows.push(row);
  console.log(JSON.stringify(row));
}
await reader.close();
await browser.close();

const sum = (key: Exclude<keyof Row, 'page'>): number => rows.reduce((total, row) => total + row[key], 0);
const cells = (row: Omit<Row, 'page'> & { page: string }) =>
  `| ${row.page} | ${row.words} | ${row.ownRight} | ${row.ownInvented} | ${row.pictureRight} | ${row.decodeMs.toFixed(0)} | ${row.ownMs.toFixed(0)} | ${row.pictureMs.toFixed(0)} | ${(row.ownMs / row.pictureMs).toFixed(2)} | ${row.disagreements} |`;
const all: Row = {
  page: 'all',
  words: sum('words'),
  ownRight: sum('ownRight'),
  pictureRight: sum('pictureRight'),
  ownInvented: sum('ownInvented'),
  decodeMs: sum('decodeMs'),
  ownMs: sum('ownMs'),
  pictureMs: sum('pictureMs'),
  disagreements: sum('disagreements'),
};
await writeResults(
  'pdf',
  'PDFs that carry their text',
  { rows },
  `| page | words | right from its text | others read | right from its picture | drawing ms | from text ms | from picture ms | ratio | disagreements |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${[...rows, all].map(cells).join('\n')}

Milliseconds of processor time, one thread, the best of ${rounds}; drawing the page is needed for both.`,
);

/** Milliseconds of processor time of this process so far. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Words of the one that are among those of the other, each as often as it is there. */
function common(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of other) left.set(word, (left.get(word) ?? 0) + 1);
  let count = 0;
  for (const word of one) {
    const there = left.get(word) ?? 0;
    if (there === 0) continue;
    left.set(word, there - 1);
    count++;
  }
  return count;
}
