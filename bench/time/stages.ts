import { readFile } from 'node:fs/promises';
import { loadZxingFromPackage } from '../../packages/image-reader/src/barcodes/node.ts';
import { decodeFile } from '../../packages/image-reader/src/decode/node.ts';
import { readPicture } from '../../packages/image-reader/src/engine.ts';
import { engineStages } from '../../packages/image-reader/src/stages.ts';
import type { Infer } from '../../packages/image-reader/src/text/infer.ts';
import { readTextFiles } from '../../packages/image-reader/src/text/node-models.ts';
import { openSessions } from '../../packages/image-reader/src/text/node-sessions.ts';
import { scannedReceipts } from '../reading/printed-text.ts';
import { evenly } from './pages.ts';
import type { Context, Section } from './section.ts';
import { rounded, type Took, timed } from './turns.ts';

/** Where the time of a receipt goes: decoding, barcodes, each network, and the rest, which is JavaScript. */
export async function stages({ data, pages }: Context): Promise<Section> {
  const [{ networks, ...texts }, zxing] = await Promise.all([readTextFiles([]), loadZxingFromPackage()]);
  const models = await openSessions(networks, 0);
  const spent = new Map<string, Took>();
  // One after the other: of two that run at once each would be given the time and the processor of both.
  let before: Promise<unknown> = Promise.resolve();
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const run = before.then(work);
    before = run.catch(() => undefined);
    return run;
  };
  const spend = async <T>(stage: string, work: () => Promise<T>): Promise<T> => {
    const got: { value?: T } = {};
    const took = await timed(async () => {
      got.value = await work();
    });
    const sofar = spent.get(stage) ?? { ms: 0, cpuMs: 0 };
    spent.set(stage, { ms: sofar.ms + took.ms, cpuMs: sofar.cpuMs + took.cpuMs });
    return got.value as T;
  };
  const infer: Infer = (network, input) =>
    alone(() => spend(`network: ${network}`, () => models.infer(network, input)));
  const whole = engineStages({
    zxing: async () => zxing,
    text: async () => ({ ...texts, infer }),
    parts: () => texts.parts,
  });
  const measured = {
    ...whole,
    findBarcodes: (...given: Parameters<typeof whole.findBarcodes>) =>
      alone(() => spend('barcodes', () => whole.findBarcodes(...given))),
  };
  const files = evenly(await scannedReceipts(data), Math.min(pages, 15)).map(({ file }) => file);
  const read = async (file: string): Promise<void> => {
    const bytes = await readFile(file);
    const image = await spend('decoding', () => decodeFile(bytes));
    const request = { languages: ['en'], page: { number: 1, of: 1 }, decodeMs: 0 };
    await readPicture(image, request, measured);
  };
  await read(files[0] as string);
  spent.clear();
  const all = await timed(async () => {
    for (const file of files) await read(file);
  });
  await models.close();
  const named = [...spent].sort(([, a], [, b]) => b.cpuMs - a.cpuMs);
  const rest = named.reduce(
    (left, [, { ms, cpuMs }]) => ({ ms: left.ms - ms, cpuMs: left.cpuMs - cpuMs }),
    all,
  );
  const rows = [...named, ['everything else, in JavaScript', rest] as const, ['all', all] as const];
  const share = (part: number, of: number): string => `${Math.round((100 * part) / of)}%`;
  return {
    figures: {
      pages: files.length,
      stages: Object.fromEntries(
        rows.map(([stage, { ms, cpuMs }]) => [
          stage,
          { ms: rounded(ms / files.length, 1), cpuMs: rounded(cpuMs / files.length, 1) },
        ]),
      ),
    },
    rows: [],
    notes: [
      `Where the time of a receipt goes with one stage after the other, mean of ${files.length} (they run at once otherwise):`,
      [
        '| stage | time | share | of the processor | share |',
        '|---|---:|---:|---:|---:|',
        ...rows.map(
          ([stage, { ms, cpuMs }]) =>
            `| ${stage} | ${Math.round(ms / files.length)} ms | ${share(ms, all.ms)} | ${Math.round(cpuMs / files.length)} ms | ${share(cpuMs, all.cpuMs)} |`,
        ),
      ].join('\n'),
    ],
  };
}
