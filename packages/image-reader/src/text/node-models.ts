import { createHash } from 'node:crypto';
import type { AddedModel } from './added-model.ts';
import type { Infer, NetworkName, PackagedNetwork } from './infer.ts';
import { parseDictionary } from './models.ts';
import type { NetworkFiles } from './node-sessions.ts';
import { ownModelPath, readOwnModel } from './own-models.ts';
import { readPackagedDictionary, readTextModel } from './packaged-models.ts';
import type { AddedText } from './recognisers.ts';
import { startNetworks } from './start-networks.ts';

/** What a reader of text is made of. */
export interface TextFiles {
  networks: NetworkFiles;
  dictionary: string[];
  /** Recognisers of scripts beside the packaged one. */
  added: AddedText[];
  /** Name and hash of each file, see `Engine.parts`. */
  parts: Record<string, string>;
}

export interface LoadedModels extends Omit<TextFiles, 'networks'> {
  infer: Infer;
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
  const { networks, ...files } = await readTextFiles(added);
  return { ...files, ...(await startNetworks({ files: networks, threads })) };
}

/** The files of the packaged models and of those that were added. */
export async function readTextFiles(added: readonly AddedModel[]): Promise<TextFiles> {
  const parts: Record<string, string> = {};
  const networks: [NetworkName, Uint8Array][] = [];
  const take = (name: NetworkName, bytes: Uint8Array): void => {
    parts[name] = hash(bytes);
    networks.push([name, bytes]);
  };
  const detector = added.find(({ role }) => role === 'detect');
  for (const name of ['detect', 'recognise', 'classify', 'findDisplays', 'readDisplays'] as const)
    take(name, name === 'detect' && detector ? detector.bytes : await bytesOf(name));
  const texts: AddedText[] = [];
  for (const { role, name, bytes, characters } of added) {
    if (role === 'detect') continue;
    take(`recognise-${role}`, bytes);
    texts.push({ script: role, name, dictionary: parseDictionary(characters) });
  }
  const dictionaryBytes = await readPackagedDictionary();
  parts.dictionary = hash(dictionaryBytes);
  return { networks, dictionary: parseDictionary(dictionaryBytes), added: texts, parts };
}

const ownFiles = { findDisplays: 'display-finder.onnx', readDisplays: 'display-recogniser.onnx' } as const;

const bytesOf = (name: PackagedNetwork): Promise<Uint8Array> =>
  name === 'findDisplays' || name === 'readDisplays'
    ? readOwnModel(ownModelPath(ownFiles[name]))
    : readTextModel(name);

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 12);
}
