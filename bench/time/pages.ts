import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createImageReader, type ImageReader } from '@readout/image-reader/node';
import sharp from 'sharp';
import { gutenyePeer } from '../reading/peers.ts';
import { type Case, fromManifest, scannedReceipts, wordsOf } from '../reading/printed-text.ts';
import { addCounts, anyCase, exactCase, matchWords, type Normalise, scores } from '../reading/text-scores.ts';
import type { Context, Section } from './section.ts';
import { inTurns, ratios, rounded } from './turns.ts';

interface Kind {
  /** As `bench/reading` names it. */
  name: 'receipts' | 'screens';
  cases(data: string): Promise<Case[]>;
  normalise: Normalise;
  /** Longer side the peer is shown a picture at, pixels: it has no such limit of its own. */
  longSide: number;
  goal: Record<'median' | 'mean' | 'p95', string>;
}

const kinds: Record<Kind['name'], Kind> = {
  receipts: {
    name: 'receipts',
    cases: scannedReceipts,
    normalise: anyCase,
    longSide: 960,
    goal: { median: '0.7', mean: '0.7', p95: '0.8' },
  },
  screens: {
    name: 'screens',
    cases: fromManifest('screens', () => true),
    normalise: exactCase,
    longSide: 1920,
    goal: { median: '0.7', mean: '–', p95: '–' },
  },
};

/** What word F1 may have lost since `bench/reading` was run. */
const mostLost = 0.002;

/** Text of whole files against @gutenye/ocr-node, which has the same networks; what is read is checked first. */
export async function pages(kind: Kind['name'], { data, pages: most }: Context): Promise<Section> {
  const { cases, normalise, longSide, goal } = kinds[kind];
  const chosen = evenly(await cases(data), most);
  const reader = await createImageReader();
  const folder = await mkdtemp(join(tmpdir(), 'readout-time-'));
  try {
    const accuracy = await wordF1(chosen, reader, normalise);
    const published = await publishedWordF1(kind, chosen);
    if (accuracy < published - mostLost)
      throw new Error(
        `${kind}: word F1 is ${rounded(accuracy, 4)}, published are ${rounded(published, 4)}: time counts only for what is read as well.`,
      );
    const peer = await gutenyePeer();
    const files = await Promise.all(
      chosen.map(async ({ file, printed }) => ({
        file,
        printed,
        small: await reduced(file, longSide, folder),
        bytes: await readFile(file),
      })),
    );
    if (files[0]) await peer.read(files[0].small);
    let peerWords = { hits: 0, read: 0, printed: 0 };
    const took = await inTurns(files, {
      readout: ({ bytes }) => reader.read(bytes, { only: 'text' }),
      gutenye: async ({ small, printed }) => {
        const { runs } = await peer.read(small);
        const read = runs.flatMap(wordsOf).map(({ text }) => normalise(text));
        peerWords = addCounts(peerWords, matchWords(read, wordsIn(printed, normalise)));
      },
    });
    const ratio = ratios(took.readout, took.gutenye);
    return {
      figures: {
        pages: chosen.length,
        wordF1: rounded(accuracy, 4),
        published: rounded(published, 4),
        peerWordF1: rounded(scores(peerWords).f1, 4),
        ratio,
        took,
      },
      rows: [
        ...(['median', 'mean', 'p95'] as const).map((which) => ({
          what: `${kind}, ${which} against @gutenye/ocr-node at ${longSide} px`,
          figure: ratio[which].toFixed(2),
          goal: goal[which],
        })),
        { what: `${kind}, time of the processor against the same`, figure: ratio.cpu.toFixed(2), goal: '–' },
      ],
      notes: [
        `${chosen.length} ${kind}: word F1 ${percent(accuracy)} (published for the same: ${percent(published)}), the peer’s ${percent(scores(peerWords).f1)}.`,
      ],
    };
  } finally {
    await reader.close();
    await rm(folder, { recursive: true });
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

/** Some of them, evenly over all. */
export const evenly = <T>(all: readonly T[], most: number): T[] =>
  all.filter(
    (_, index) =>
      Math.floor((index * most) / all.length) !== Math.floor(((index - 1) * most) / all.length) ||
      most >= all.length,
  );

const wordsIn = (printed: Case['printed'], normalise: Normalise): string[] =>
  printed.flatMap((line) => normalise(line.text).split(' '));

async function wordF1(cases: readonly Case[], reader: ImageReader, normalise: Normalise): Promise<number> {
  let f1 = 0;
  for (const { file, printed } of cases) {
    const { reading } = await reader.read(await readFile(file), { only: 'text' });
    const read = reading.lines.flatMap(({ words }) => words).map(({ text }) => normalise(text));
    f1 += scores(matchWords(read, wordsIn(printed, normalise))).f1;
  }
  return f1 / cases.length;
}

async function publishedWordF1(kind: string, cases: readonly Case[]): Promise<number> {
  const { sections } = JSON.parse(
    await readFile(resolve(import.meta.dirname, '../results/reading.json'), 'utf8'),
  ) as { sections: { name: string; pictures: Record<string, { wordF1: number }> }[] };
  const pictures = sections.find(({ name }) => name === kind)?.pictures ?? {};
  return cases.reduce((sum, { file }) => sum + (pictures[basename(file)]?.wordF1 ?? 0), 0) / cases.length;
}

/** The file for the peer; made before its time counts. */
async function reduced(file: string, longSide: number, folder: string): Promise<string> {
  const to = join(folder, `${basename(file)}.png`);
  const size = { width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true } as const;
  await sharp(file).resize(size).png().toFile(to);
  return to;
}
