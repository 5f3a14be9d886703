import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Line, Quad, RgbaImage } from '@readout/image-reader';
import { type DrawnPhoto, drawCurled } from './curled-receipts.ts';
import { gutenyePeer, type Peer, tesseractPeer } from './peers.ts';
import { openPicture } from './picture.ts';
import type { BenchContext, Measure, ResultRow } from './section.ts';
import {
  addCounts,
  anyCase,
  characterErrors,
  exactCase,
  matchWords,
  type Normalise,
  type PlacedText,
  scores,
} from './text-scores.ts';

export interface Case {
  file: string;
  /** Printed lines with boxes. */
  printed: PlacedText[];
  /** Where the file is not read itself but what is drawn from it. */
  draw?: (flat: RgbaImage) => DrawnPhoto;
}

interface Kind {
  name: string;
  title: string;
  normalise: Normalise;
  languages: string[];
  cases(data: string): Promise<Case[]>;
  withPeers: boolean;
}

/** Cuts a run into words with their share of its box, by number of characters. */
export function wordsOf(run: PlacedText): PlacedText[] {
  const words = run.text.split(/\s+/).filter((w) => w !== '');
  const [a, b, c, d] = run.box;
  if (words.length < 2 || !a || !b || !c || !d) return words.map((text) => ({ text, box: run.box }));
  const total = run.text.length;
  let at = 0;
  return words.map((text) => {
    const from = run.text.indexOf(text, at);
    at = from + text.length;
    const mix = (p: readonly [number, number], q: readonly [number, number], t: number): [number, number] => [
      p[0] + (q[0] - p[0]) * t,
      p[1] + (q[1] - p[1]) * t,
    ];
    return {
      text,
      box: [mix(a, b, from / total), mix(a, b, at / total), mix(d, c, at / total), mix(d, c, from / total)],
    };
  });
}

interface Tally {
  printed: number;
  errors: number;
  words: { hits: number; read: number; printed: number };
  ms: number[];
  pictures: number;
}

function tally(
  t: Tally,
  words: PlacedText[],
  printed: PlacedText[],
  ms: number,
  normalise: Normalise,
): Record<string, number> {
  const characters = characterErrors(words, printed, normalise);
  const counted = matchWords(
    words.map((w) => normalise(w.text)),
    printed.flatMap((line) => normalise(line.text).split(' ')),
  );
  t.printed += characters.printed;
  t.errors += characters.errors;
  t.words = addCounts(t.words, counted);
  t.ms.push(ms);
  t.pictures++;
  return {
    characters: 1 - characters.errors / Math.max(1, characters.printed),
    wordF1: scores(counted).f1,
    ms,
  };
}

function row(who: string, t: Tally): ResultRow {
  const word = scores(t.words);
  const sorted = [...t.ms].sort((a, b) => a - b);
  return {
    who,
    pictures: t.pictures,
    values: {
      characters: 1 - t.errors / Math.max(1, t.printed),
      wordPrecision: word.precision,
      wordRecall: word.recall,
      wordF1: word.f1,
      medianMs: sorted[Math.floor(sorted.length / 2)] ?? 0,
    },
  };
}

const fresh = (): Tally => ({
  printed: 0,
  errors: 0,
  words: { hits: 0, read: 0, printed: 0 },
  ms: [],
  pictures: 0,
});

/** Lines where they stand on the flat picture that a photograph was drawn from. */
function onFlat(lines: readonly Line[], toFlat: DrawnPhoto['toFlat']): Line[] {
  const flat = (box: Quad): Quad => box.map(toFlat) as Quad;
  return lines.map((line) => ({
    ...line,
    box: flat(line.box),
    words: line.words.map((word) => ({ ...word, box: flat(word.box) })),
  }));
}

function measureKind(kind: Kind): Measure {
  return async ({ reader, data, limit, peers: withPeers, onPicture }: BenchContext) => {
    const cases = (await kind.cases(data)).slice(0, limit);
    const own = fresh();
    const pictures: Record<string, Record<string, number>> = {};
    const peers: { peer: Peer; tally: Tally }[] = [];
    if (withPeers && kind.withPeers) {
      for (const peer of [await gutenyePeer(), await tesseractPeer()])
        if (peer) peers.push({ peer, tally: fresh() });
    }
    for (const { file, printed, draw } of cases) {
      const opened = await openPicture(file);
      const { image, toFlat } = draw ? draw(opened) : { image: opened, toFlat: undefined };
      const started = performance.now();
      const reading = await reader.readImage(image, { languages: kind.languages, only: 'text' });
      const ms = performance.now() - started;
      const lines = toFlat ? onFlat(reading.lines, toFlat) : reading.lines;
      const values = tally(
        own,
        lines.flatMap((l) => l.words),
        printed,
        ms,
        kind.normalise,
      );
      pictures[basename(file)] = values;
      await onPicture({ section: kind.name, file, printed, normalise: kind.normalise, lines, values });
      for (const { peer, tally: counts } of peers) {
        const read = await peer.read(file);
        tally(counts, read.runs.flatMap(wordsOf), printed, read.ms, kind.normalise);
      }
    }
    return {
      name: kind.name,
      title: kind.title,
      method: [
        'Characters: every word read goes to the printed line its centre lies on; 1 minus edit distance over printed characters, spaces left out.',
        'Peers that join a whole row into one run (@gutenye/ocr-node) lose characters by this measure, because their words are placed by share of the run; their word scores are not touched by it.',
        'Words: exact words in common per picture, wherever they stand; spaces decide.',
      ],
      rows: [row('readout', own), ...peers.map(({ peer, tally: counts }) => row(peer.who, counts))],
      pictures,
    };
  };
}

async function manifest<T>(folder: string): Promise<T[]> {
  return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
}

type WithLines = { file: string; kind: string; lines: PlacedText[] };

export const fromManifest =
  (folder: string, wanted: (entry: WithLines) => boolean) =>
  async (data: string): Promise<Case[]> =>
    (await manifest<WithLines>(join(data, folder)))
      .filter(wanted)
      .map(({ file, lines }) => ({ file: join(data, folder, file), printed: lines }));

export async function scannedReceipts(data: string): Promise<Case[]> {
  const files = (await readdir(join(data, 'receipts', 'img'))).sort();
  return Promise.all(
    files.map(async (name) => {
      const csv = await readFile(join(data, 'receipts', 'box', name.replace(/\.jpg$/, '.csv')), 'utf8');
      const printed = csv
        .split(/\r?\n/)
        .filter((line) => line !== '')
        .map((line) => {
          const cells = line.split(',');
          const n = cells.slice(0, 8).map(Number);
          const box = [0, 2, 4, 6].map((i) => [n[i] as number, n[i + 1] as number] as [number, number]);
          return { text: cells.slice(8).join(','), box };
        });
      return { file: join(data, 'receipts', 'img', name), printed };
    }),
  );
}

export const receipts = measureKind({
  name: 'receipts',
  title: 'Receipts, scanned',
  normalise: anyCase,
  languages: ['en'],
  withPeers: true,
  cases: scannedReceipts,
});

export const curledReceipts = measureKind({
  name: 'curled-receipts',
  title: 'Photographs of bent and folded receipts (drawn from the scanned ones)',
  normalise: anyCase,
  languages: ['en'],
  withPeers: false,
  cases: async (data) =>
    (await scannedReceipts(data)).map((one, seed) => ({ ...one, draw: (flat) => drawCurled(flat, seed) })),
});

export const screens = measureKind({
  name: 'screens',
  title: 'Screens',
  normalise: exactCase,
  languages: ['en'],
  withPeers: false,
  cases: fromManifest('screens', () => true),
});

export const photosOfReceipts = measureKind({
  name: 'photos-receipts',
  title: 'Photographs of receipts (synthetic)',
  normalise: anyCase,
  languages: ['en'],
  withPeers: false,
  cases: fromManifest('photos', (e) => e.kind === 'receipt'),
});

export const photosOfCardsAndPlates = measureKind({
  name: 'photos',
  title: 'Photographs of business cards and rating plates (synthetic)',
  normalise: exactCase,
  languages: ['en'],
  withPeers: false,
  cases: fromManifest('photos', (e) => e.kind !== 'receipt'),
});
