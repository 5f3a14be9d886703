import { createHash } from 'node:crypto';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { AddedModel } from './added-model.ts';
import type { Infer, ModelName, PackagedNetwork } from './infer.ts';
import { inferWith, parseDictionary, sessionOptions } from './models.ts';
import { ownModelPath, readOwnModel } from './own-models.ts';
import { readPackagedDictionary, readTextModel } from './packaged-models.ts';
import type { AddedText } from './recognisers.ts';

export interface LoadedModels {
  infer: Infer;
  dictionary: string[];
  /** Recognisers of scripts beside the packaged one. */
  added: AddedText[];
  /** Name and hash of each file, see `Engine.parts`. */
  parts: Record<string, string>;
  close(): Promise<void>;
}

/**
 * Loads the networks into ONNX Runtime.
 *
 * @param added at most one of each role: the detector in place of the packaged one, recognisers beside it.
 * @param threads threads one run may use; 0 leaves it to the runtime.
 * @throws when a file is missing or not a model.
 */
export async function loadModels(added: readonly AddedModel[], threads: number): Promise<LoadedModels> {
  const parts: Record<string, string> = {};
  const sessions: Partial<Record<ModelName, InferenceSession>> = {};
  const open = async (name: ModelName, bytes: Uint8Array): Promise<void> => {
    parts[name] = hash(bytes);
    sessions[name] = await InferenceSession.create(bytes, {
      ...sessionOptions,
      intraOpNumThreads: threads,
      // Threads that wait for one another would do so at full speed, which costs whoever else reads at the same time.
      extra: { 'session.intra_op.allow_spinning': '0' },
    });
  };
  const detector = added.find(({ role }) => role === 'detect');
  for (const name of ['detect', 'recognise', 'classify', 'findDisplays', 'readDisplays'] as const)
    await open(name, name === 'detect' && detector ? detector.bytes : await bytesOf(name));
  const texts: AddedText[] = [];
  for (const { role, name, bytes, characters } of added) {
    if (role === 'detect') continue;
    await open(`recognise-${role}`, bytes);
    texts.push({ script: role, name, dictionary: parseDictionary(characters) });
  }
  const dictionaryBytes = await readPackagedDictionary();
  parts.dictionary = hash(dictionaryBytes);
  return {
    infer: inferWith(sessions, (data, dims) => new Tensor('float32', data, dims)),
    dictionary: parseDictionary(dictionaryBytes),
    added: texts,
    parts,
    close: async () => {
      for (const session of Object.values(sessions)) await session.release();
    },
  };
}

const ownFiles = { findDisplays: 'display-finder.onnx', readDisplays: 'display-recogniser.onnx' } as const;

const bytesOf = (name: PackagedNetwork): Promise<Uint8Array> =>
  name === 'findDisplays' || name === 'readDisplays'
    ? readOwnModel(ownModelPath(ownFiles[name]))
    : readTextModel(name);

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 12);
}
