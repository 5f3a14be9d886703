import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { decodeFile } from '../decode/node.ts';
import { createImageReader } from '../node.ts';
import { parseDictionary } from '../text/models.ts';
import { readPackagedDictionary, readPackagedModel } from '../text/packaged-models.ts';
import { catalogue } from './catalogue.ts';
import type { FetchAddress } from './fetch-file.ts';
import type { ModelManifest } from './manifest.ts';
import { type ModelFolder, openModelFolder } from './model-folder.ts';

let recogniser: Uint8Array;
let characters: Uint8Array;
let folder: string;
let place: { folder: string };
let models: ModelFolder;

const nobodyAnswers: FetchAddress = async () => {
  throw new Error('nobody is asked');
};
const described = (file: string, bytes: Uint8Array) => ({
  file,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
const manifestFor = (model: Uint8Array, listed: Uint8Array): ModelManifest => ({
  name: 'stand-in',
  role: 'latin',
  about: 'what comes with the package, in the place of another',
  source: 'this test',
  licence: 'Apache-2.0',
  model: described('rec.onnx', model),
  characters: described('dict.txt', listed),
});

/** Lays down a folder that a model is added from. */
function offer(model: Uint8Array, listed: Uint8Array, manifest = manifestFor(model, listed)): void {
  writeFileSync(join(place.folder, 'rec.onnx'), model);
  writeFileSync(join(place.folder, 'dict.txt'), listed);
  writeFileSync(join(place.folder, 'model.json'), JSON.stringify(manifest));
}

beforeAll(async () => {
  [recogniser, characters] = await Promise.all([readPackagedModel('recognise'), readPackagedDictionary()]);
});
beforeEach(async () => {
  const root = mkdtempSync(join(tmpdir(), 'readout-models-'));
  folder = join(root, 'models');
  place = { folder: join(root, 'from') };
  await mkdir(place.folder);
  models = openModelFolder({ folder, fetchAddress: nobodyAnswers });
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

it('a model that was added and chosen reads the lines of its script, and readings name it', async () => {
  offer(recogniser, characters);
  await models.add('stand-in', place);
  await models.choose('latin', 'stand-in');
  const { models: loaded, damaged } = await models.load(await models.chosen());
  expect(damaged).toEqual([]);
  const image = await decodeFile(
    await readFile(join(import.meta.dirname, '../../corpus/german-letter/input.jpg')),
  );
  const read = async (added: typeof loaded) => {
    const reader = await createImageReader({ threads: 1, models: added });
    const { lines, engine } = await reader.readImage(image, { languages: ['en'], only: 'text' });
    await reader.close();
    return { lines, engine };
  };
  const [before, after] = [await read([]), await read(loaded)];
  // Letters with marks are read by the second end of the packaged one alone.
  const wordsOf = ({ lines }: typeof before) => lines.flatMap(({ text }) => text.split(' '));
  const plain = wordsOf(before).filter((word) => /^[ -~]+$/.test(word));
  expect(plain.length).toBeGreaterThan(20);
  expect(plain.filter((word) => !wordsOf(after).includes(word)).length).toBeLessThan(plain.length * 0.1);
  expect(new Set(before.lines.map(({ model }) => model))).toEqual(new Set(['packaged']));
  expect(new Set(after.lines.map(({ model }) => model))).toEqual(new Set(['stand-in']));
  expect(after.engine.parts['recognise-latin']).toBe(described('', recogniser).sha256.slice(0, 12));
});

it('another file than the one described is refused by its hash, and nothing is left of it', async () => {
  const altered = new Uint8Array(recogniser);
  altered[altered.length >> 1] = (altered[altered.length >> 1] as number) ^ 1;
  offer(altered, characters, manifestFor(recogniser, characters));
  await expect(models.add('stand-in', place)).rejects.toMatchObject({
    code: 'model.wrong_bytes',
    values: { name: 'stand-in', file: 'rec.onnx' },
  });
  expect(readdirSync(folder)).toEqual([]);
});

it('a model with another number of classes than its characters is refused', async () => {
  const fewer = Buffer.from(characters).subarray(0, characters.lastIndexOf(0x0a, characters.length - 2) + 1);
  const count = parseDictionary(characters).length;
  offer(recogniser, fewer);
  await expect(models.add('stand-in', place)).rejects.toMatchObject({
    code: 'model.wrong_classes',
    values: { name: 'stand-in', classes: count + 2, needed: count + 1 },
  });
  expect(await models.list()).toEqual([]);
});

it('a model for pictures of another size is refused', async () => {
  offer(await readFile(join(import.meta.dirname, '../../models/display-recogniser.onnx')), characters);
  await expect(models.add('stand-in', place)).rejects.toMatchObject({
    code: 'model.wrong_input',
    values: { found: '? × 1 × 32 × ?', needed: '? × 3 × 48 × ?' },
  });
});

it('what does not give probabilities of characters, and what is not a model, is refused', async () => {
  offer(await readPackagedModel('classify'), characters);
  await expect(models.add('stand-in', place)).rejects.toMatchObject({ code: 'model.does_not_run' });
  offer(Buffer.from('This is no model.'), characters);
  await expect(models.add('stand-in', place)).rejects.toMatchObject({ code: 'model.not_onnx' });
});

it('a transfer that was cut off is gone on with where it ended', async () => {
  const manifest = manifestFor(recogniser, characters);
  const asked: string[] = [];
  let isCut = true;
  const fetchAddress: FetchAddress = async (address, { range }) => {
    asked.push(`${address} ${range ?? 'whole'}`);
    const file = address.slice(address.lastIndexOf('/') + 1);
    const bytes =
      file === 'model.json'
        ? Buffer.from(JSON.stringify(manifest))
        : file === 'rec.onnx'
          ? recogniser
          : characters;
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    async function* body() {
      if (file === 'rec.onnx' && isCut) {
        isCut = false;
        yield bytes.subarray(0, 1000);
        throw new Error('the connection was lost');
      }
      yield bytes.subarray(from);
    }
    return {
      status: range ? 206 : 200,
      headers: new Headers({ 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
      body: body(),
    };
  };
  models = openModelFolder({ folder, fetchAddress, check: async () => {} });
  const at = { address: 'https://models.example/stand-in/' };
  await expect(models.add('stand-in', at)).rejects.toMatchObject({
    code: 'model.unreachable',
    values: { why: 'the connection was lost' },
  });
  expect(await models.list()).toEqual([]);
  await expect(models.add('stand-in', at)).resolves.toEqual(manifest);
  expect(asked.filter((each) => each.includes('rec.onnx'))).toEqual([
    'https://models.example/stand-in/rec.onnx whole',
    'https://models.example/stand-in/rec.onnx bytes=1000-',
  ]);
  expect(readdirSync(folder)).toEqual(['stand-in']);
});

it('a model in use cannot be removed; one that is damaged later is left out', async () => {
  offer(recogniser, characters);
  models = openModelFolder({ folder, fetchAddress: nobodyAnswers, check: async () => {} });
  await models.add('stand-in', place);
  await expect(models.add('stand-in', place)).rejects.toMatchObject({ code: 'model.already_there' });
  await expect(models.choose('greek', 'stand-in')).rejects.toMatchObject({ code: 'model.unknown' });
  await models.choose('latin', 'stand-in');
  await expect(models.remove('stand-in')).rejects.toMatchObject({ code: 'model.in_use' });
  writeFileSync(join(folder, 'stand-in', 'model.onnx'), 'damaged');
  expect(await models.load(await models.chosen())).toEqual({ models: [], damaged: ['stand-in'] });
  await models.choose('latin', undefined);
  await models.remove('stand-in');
  expect(await models.list()).toEqual([]);
  await expect(models.remove('../stand-in')).rejects.toMatchObject({ code: 'model.unknown' });
});

it('models of the catalogue are described before anything is fetched; unknown ones are not', async () => {
  const greek = await models.describe('greek-ppocrv5');
  expect(greek).toMatchObject({ role: 'greek', licence: 'Apache-2.0', model: { bytes: 7_833_230 } });
  expect(new Set(catalogue.map(({ name }) => name)).size).toBe(catalogue.length);
  await expect(models.describe('klingon')).rejects.toMatchObject({ code: 'model.unknown' });
});
