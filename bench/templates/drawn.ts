/** Draws the kinds of documents, reads them and scores templates made of the first of each. */
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { browserArguments, executablePath } from '../camera/browser.ts';
import { openCachedReadings } from '../fields/cached-readings.ts';
import { type DocumentKind, drawDocument, type Random, randomOf, type Variant } from './drawn-document.ts';
import {
  falseFits,
  type KindScore,
  localeOf,
  type ReadDocument,
  scoreKind,
  templateOf,
} from './drawn-score.ts';
import { newKinds } from './new-kinds.ts';
import { tunedKinds } from './tuned-kinds.ts';
import { wrappedKinds } from './wrapped-kinds.ts';

const between = (random: Random, from: number, to: number) => from + random() * (to - from);

/** Photographed by hand, every second one askew. */
const photographed: Variant[] = ['example', 'other 1', 'other 2', 'other 3', 'other 4'].map(
  (name, index) => ({
    name,
    pose: (random) => {
      if (index === 0) return {};
      const askew = index % 2 === 1;
      const degrees = (most: number, isSo = true) => (isSo ? between(random, -most, most) : 0).toFixed(1);
      return {
        transform: `perspective(2200px) rotateZ(${degrees(4.5)}deg) rotateX(${degrees(7, askew)}deg) rotateY(${degrees(7, askew)}deg) scale(${between(random, 0.85, 1).toFixed(2)})`,
        filter: `blur(${between(random, 0, 0.7).toFixed(2)}px) contrast(.85)`,
      };
    },
  }),
);

/** One thing changed at a time. */
const changed: Variant[] = [
  { name: 'example', pose: () => ({}) },
  { name: 'other values', pose: () => ({}) },
  { name: 'again others', pose: () => ({}) },
  { name: 'tilted by 2°', pose: () => ({ transform: 'rotate(2deg)' }) },
  { name: '0.7 times as large', pose: () => ({ scale: 0.7 }) },
  { name: '1.3 times as large', pose: () => ({ scale: 1.3 }) },
  { name: 'blurred', pose: () => ({ filter: 'blur(0.8px)' }) },
  { name: 'one value left out', pose: () => ({}), leavesOneOut: true },
];

const groups: { name: string; kinds: Record<string, DocumentKind>; variants: Variant[]; seed: number }[] = [
  { name: 'kinds used in development', kinds: tunedKinds, variants: photographed, seed: 1 },
  { name: 'kinds nothing was tuned to', kinds: newKinds, variants: changed, seed: 100_003 },
  { name: 'values that wrap', kinds: wrappedKinds, variants: photographed, seed: 200_003 },
];

interface DrawnFigures {
  groups: { name: string; kinds: KindScore[] }[];
  pairs: number;
  falseFits: string[];
}

export async function measureDrawn(print: (line: string) => void): Promise<DrawnFigures> {
  const folder = join(resolve(import.meta.dirname, '../..'), '.cache/template-documents');
  const browser = await chromium.launch({ executablePath, args: browserArguments });
  const readings = await openCachedReadings();
  try {
    const all: ReadDocument[] = [];
    const templates: ReturnType<typeof templateOf>[] = [];
    const figures: DrawnFigures = { groups: [], pairs: 0, falseFits: [] };
    for (const { name, kinds, variants, seed } of groups) {
      const scores: KindScore[] = [];
      for (const [index, [kind, document]] of Object.entries(kinds).entries()) {
        const read: ReadDocument[] = [];
        for (const [at, variant] of variants.entries()) {
          if (variant.leavesOneOut && !document.optional) continue;
          const random = randomOf(seed + 1000 * index + 17 * at);
          const drawn = await drawDocument(browser, folder, kind, document, variant, random);
          const { lines, page, barcodes, languages } = await readings.read(drawn.file, {
            languages: localeOf(kind).startsWith('de') ? ['de', 'en'] : ['en'],
          });
          read.push({ ...drawn, reading: { lines, page, barcodes, languages } });
        }
        const [example, ...others] = read;
        if (!example) continue;
        const template = templateOf(example);
        scores.push(scoreKind(template, others, print));
        templates.push(template);
        all.push(...read);
      }
      figures.groups.push({ name, kinds: scores });
    }
    const { pairs, fits } = falseFits(templates, all);
    return { ...figures, pairs, falseFits: fits };
  } finally {
    await readings.close();
    await browser.close();
  }
}

/** As a table in Markdown. */
export function drawnTable({ groups: measured, pairs, falseFits: fits }: DrawnFigures): string {
  const rows = measured.flatMap(({ name, kinds }) => {
    const total = (of: 'values' | 'cells') =>
      (['right', 'wrong', 'missing'] as const).map((what) =>
        kinds.reduce((sum, kind) => sum + kind[of][what], 0),
      );
    const sum = (of: 'fits' | 'documents') => kinds.reduce((all, kind) => all + kind[of], 0);
    const line = (title: string, fit: string, ...figures: number[]) =>
      `| ${title} | ${fit} | ${figures.join(' | ')} |`;
    return [
      line(`**${name}**`, `${sum('fits')} of ${sum('documents')}`, ...total('values'), ...total('cells')),
      ...kinds.map(({ kind, fits: fit, documents, values, cells }) =>
        line(
          kind,
          `${fit} of ${documents}`,
          ...[values.right, values.wrong, values.missing, cells.right, cells.wrong, cells.missing],
        ),
      ),
    ];
  });
  return `| drawn documents | fits | values right | wrong | missing | cells right | wrong | missing |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}

On documents of other kinds ${fits.length} of ${pairs} fit.`;
}
