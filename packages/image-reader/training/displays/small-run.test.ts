import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { displayHeight, displayStride } from '../../src/segments/display-network.ts';
import { seededRandom } from '../../src/segments/random.ts';
import { drawCrop } from './draw-crop.ts';
import { drawPhoto, photoSize } from './draw-photo.ts';

const run = promisify(execFile);
const script = (name: string): string => join(import.meta.dirname, name);

it('crops are drawn alike from the same seed, with what they say', async () => {
  const draw = async (seed: number) => {
    const random = seededRandom(seed);
    return [await drawCrop(random), await drawCrop(random), await drawCrop(random)];
  };
  const [first, again] = [await draw(4), await draw(4)];
  expect(again).toEqual(first);
  const crops = [...first, ...(await draw(5)), ...(await draw(6)), ...(await draw(7))];
  expect(crops.every(({ grey }) => grey.height === displayHeight && grey.width >= displayHeight)).toBe(true);
  expect(crops.every(({ text }) => /^-?[\d:]*\.?\d*$/.test(text))).toBe(true);
  expect(crops.some(({ text }) => text.length > 2)).toBe(true);
});

it('photographs are drawn with the corners of their displays', async () => {
  const random = seededRandom(3);
  const photos = await Promise.all([drawPhoto(random), drawPhoto(random), drawPhoto(random)]);
  for (const { grey, rows } of photos) {
    expect([grey.width, grey.height]).toEqual([photoSize.width, photoSize.height]);
    for (const { row } of rows)
      for (const [x, y] of row) {
        expect(x).toBeGreaterThan(-photoSize.width * 0.1);
        expect(x).toBeLessThan(photoSize.width * 1.1);
        expect(y).toBeGreaterThan(-photoSize.height * 0.2);
        expect(y).toBeLessThan(photoSize.height * 1.2);
      }
  }
});

// `npm run test:long`, with Debian's python3-torch
if (process.env.READOUT_LONG_TESTS) {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'readout-training-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const train = async (kind: string, out: string): Promise<number[]> => {
    const { stdout } = await run('/usr/bin/python3', [
      ...[script(`train_${kind}.py`), folder, '--out', join(folder, out)],
      ...['--epochs', '2', '--scale', '0.4'],
    ]);
    await rm(join(folder, `${kind}.pt`));
    return [...stdout.matchAll(/loss ([\d.]+)/g)].map(([, loss]) => Number(loss));
  };
  const load = async (file: string) => {
    const bytes = await readFile(join(folder, file));
    const hash = createHash('sha256').update(bytes).digest('hex');
    return { hash, session: await InferenceSession.create(bytes) };
  };

  it('a small run of the recogniser learns, and gives the same network again', {
    timeout: 900_000,
  }, async () => {
    await run(process.execPath, [script('make-crops.ts'), folder, '600', '1']);
    await run(process.execPath, [script('make-crops.ts'), folder, '60', '9000']);
    const losses = await train('recogniser', 'one.onnx');
    expect(losses[1]).toBeLessThan(losses[0] as number);
    await train('recogniser', 'two.onnx');
    const [one, two] = [await load('one.onnx'), await load('two.onnx')];
    expect(two.hash).toBe(one.hash);
    const input = new Tensor('float32', new Float32Array(2 * displayHeight * 96), [2, 1, displayHeight, 96]);
    const { probabilities } = await one.session.run({ crops: input });
    expect(probabilities?.dims).toEqual([2, 96 / displayStride, 14]);
  });

  it('a small run of the finder learns', { timeout: 900_000 }, async () => {
    await run(process.execPath, [script('make-photos.ts'), folder, '96', '1']);
    const losses = await train('finder', 'finder.onnx');
    expect(losses[1]).toBeLessThan(losses[0] as number);
    const { session } = await load('finder.onnx');
    const input = new Tensor('float32', new Float32Array(64 * 96), [1, 1, 64, 96]);
    const { probabilities } = await session.run({ photos: input });
    expect(probabilities?.dims).toEqual([1, 1, 16, 24]);
  });
}
