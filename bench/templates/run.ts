/**
 * Templates made of every reading of the first-party plugins' fixtures, on the same page moved, damaged, and on all
 * other pages: share of values that are right, templates that fit where they should not. Then templates made of one
 * drawn document of each kind, on others of its kind as Chromium draws them and the engine reads them: kinds templates
 * were developed with, and kinds nothing was tuned to.
 *
 *     node bench/templates/run.ts
 *
 * A value is marked wherever a line holds its own label, or a number is next to one; lines that hold a marked value
 * are never dropped or misread, so that the right answer is known.
 */
import { readdir, readFile } from 'node:fs/promises';
import type { PluginReading } from '@readout/plugin-kit';
import {
  fitTemplate,
  makeTemplate,
  suggestMark,
  suggestValue,
  type Template,
  type TemplateMark,
  templateReader,
} from '@readout/plugin-kit/template';
import { type Movement, movedReading } from '../../packages/plugin-kit/src/template/moved-reading.ts';
import { writeResults } from '../results-file.ts';
import { drawnTable, measureDrawn } from './drawn.ts';

interface Case {
  path: string;
  reading: PluginReading;
  template: Template;
  truth: Map<string, string>;
  keep: string[];
}

const plugins = new URL('../../plugins/', import.meta.url);
const cases: Case[] = [];
for (const path of (await readdir(plugins, { recursive: true })).sort())
  if (/^[^/]+\/fixtures\/[^/]+\/reading\.json$/.test(path)) {
    const made = caseOf(path, JSON.parse(await readFile(new URL(path, plugins), 'utf8')));
    if (made) cases.push(made);
  }

function caseOf(path: string, reading: PluginReading): Case | undefined {
  const marks: TemplateMark[] = [];
  const truth = new Map<string, string>();
  const keep: string[] = [];
  for (const line of reading.lines) {
    if (marks.length === 8) break;
    const part = suggestValue(line.id, line.text);
    if (part.start === 0 && !/\d/.test(line.text)) continue;
    const mark = suggestMark(reading, [part], marks, 'en-GB');
    if (mark.by === 'place') continue;
    marks.push({ ...mark, type: 'text' });
    truth.set(mark.name, line.text.slice(part.start, part.end).replace(/\s+/g, ' ').trim());
    keep.push(line.id);
  }
  const template = makeTemplate(reading, { record: { type: 'page', label: 'Page' }, marks });
  return marks.length > 0 ? { path, reading, template, truth, keep } : undefined;
}

const movements: Record<string, Movement> = {
  'as it was': {},
  shifted: { shift: [120, 80] },
  'half as large': { scale: 0.5 },
  '2.2 times as large': { scale: 2.2 },
  'tilted by 12°': { turn: -12 },
  'turned by 90°': { turn: 90 },
  'turned by 180°': { turn: 180 },
  'turned by 273°': { turn: 273 },
  'perspective of 15%, tilted by 4°': { perspective: 0.15, turn: 4 },
  'a fifth of the lines not read': { dropped: 0.2 },
  'a third of the lines misread': { misread: 0.33 },
  'half of the neighbours read as one line': { merged: 0.5 },
  'all at once, milder': {
    turn: 5,
    scale: 0.8,
    shift: [30, 40],
    perspective: 0.06,
    dropped: 0.12,
    misread: 0.15,
    merged: 0.25,
  },
};
const rows: { movement: string; fits: number; right: number; wrong: number; missing: number }[] = [];
const total = cases.reduce((sum, { truth }) => sum + truth.size, 0);
for (const [movement, how] of Object.entries(movements)) {
  const row = { movement, fits: 0, right: 0, wrong: 0, missing: 0 };
  for (const [index, { reading, template, truth, keep }] of cases.entries()) {
    const moved = movedReading(reading, { ...how, keep, seed: index + 1 });
    const [made] = templateReader(template).read({
      reading: moved,
      settings: {},
      locale: 'en-GB',
      today: '2026-03-10',
    });
    if (made) row.fits++;
    for (const [name, value] of truth) {
      const read = made?.fields[name]?.value;
      row[read === undefined ? 'missing' : read === value ? 'right' : 'wrong']++;
    }
  }
  rows.push(row);
}

/** Share of the lines of one page that stand word by word on another: several plugins keep the same page. */
const wordsOf = (reading: PluginReading) => new Set(reading.lines.map(({ text }) => text.trim()));
function isSamePage(one: PluginReading, other: PluginReading): boolean {
  const [own, theirs] = [wordsOf(one), wordsOf(other)];
  const both = [...own].filter((text) => theirs.has(text)).length;
  return both >= 0.5 * Math.min(own.size, theirs.size);
}
let falseFits = 0;
let pairs = 0;
const poses: Movement[] = [
  {},
  { turn: 5, scale: 0.7, misread: 0.2, dropped: 0.1 },
  { turn: 90, merged: 0.5 },
];
for (const one of cases)
  for (const [index, other] of cases.entries()) {
    if (one === other || isSamePage(one.reading, other.reading)) continue;
    for (const pose of poses) {
      pairs++;
      if (fitTemplate(movedReading(other.reading, { ...pose, seed: index + 1 }), one.template).fits) {
        falseFits++;
        console.log(`fits and should not: ${one.path} on ${other.path}`);
      }
    }
  }

const drawn = await measureDrawn(console.log);
await writeResults(
  'templates',
  'Templates on moved and damaged pages, and on drawn documents',
  { templates: cases.length, values: total, rows, falseFits, pairs, drawn },
  `${cases.length} templates with ${total} values, made of the readings of the plugins' fixtures.

| the page | fits | right | wrong | missing |
|---|---|---|---|---|
${rows.map((row) => `| ${row.movement} | ${row.fits} of ${cases.length} | ${((100 * row.right) / total).toFixed(1)}% | ${row.wrong} | ${row.missing} |`).join('\n')}

On the page of another template, as it was, tilted with a fifth of its lines misread, and lying on its side:
${falseFits} of ${pairs} fit. Pages that share half of their lines word by word are one page and left out.

Documents drawn by Chromium and read by the engine. Of each kind everything on the first one is marked, with what is
proposed; the others hold other values, shorter and longer ones. A value is right when it is the one printed, a fifth of its
letters misread at most and of numbers no digit; wrong also where nothing is printed.

${drawnTable(drawn)}`,
);
