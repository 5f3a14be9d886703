import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeFile } from '../decode/node.ts';
import { type LoadedModels, loadModels } from './node-models.ts';
import { defaultTextOptions, readText, type TextReading } from './read-text.ts';

const corpus = join(import.meta.dirname, '../../corpus');
let models: LoadedModels;
beforeAll(async () => {
  models = await loadModels([], 1);
});
afterAll(() => models.close());

const texts = ({ lines }: TextReading): string[] => lines.map(({ text }) => text);
const tallest = ({ lines }: TextReading): number =>
  Math.max(...lines.map(({ box: [[, top], , [, bottom]] }) => bottom - top));

it('who watches a picture being read is told of its tallest lines first, then of all, and it is read as ever', async () => {
  const image = await decodeFile(await readFile(join(corpus, 'german-receipt/input.jpg')), 1);
  const told: { seen: TextReading; isAll: boolean }[] = [];
  const onLines = (seen: TextReading, isAll: boolean) => told.push({ seen, isAll });
  const watched = await readText(image, ['de'], models, { ...defaultTextOptions, onLines });
  const alone = await readText(image, ['de'], models);

  expect(texts(watched)).toEqual(texts(alone));
  expect(watched.lines.map(({ id, box }) => [id, box])).toEqual(alone.lines.map(({ id, box }) => [id, box]));

  const [first, ...rest] = told.map(({ seen }) => seen);
  expect(told.map(({ isAll }) => isAll)).toEqual([...rest.map(() => false), true]);
  expect(tallest(first as TextReading)).toBe(tallest(alone));
  expect(first?.lines.length).toBeLessThan(alone.lines.length / 2);
  expect(texts(told.at(-1)?.seen as TextReading)).toEqual(texts(alone));
});
