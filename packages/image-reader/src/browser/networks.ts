import type { InferenceSession, InferenceSessionFactory } from 'onnxruntime-common';
import type { Infer, ModelName } from '../text/infer.ts';
import { inferWith, parseDictionary, sessionOptions } from '../text/models.ts';
import { type Backend, type BrowserAssets, ReaderLoadError, type RuntimeFacts } from './contract.ts';
import type { Downloads } from './downloads.ts';

export interface Networks {
  infer: Infer;
  dictionary: string[];
  /** Name and hash of each file, see `Engine.parts`. */
  parts: Record<string, string>;
  facts: RuntimeFacts;
}

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Fetches the text models and ONNX Runtime, and starts both.
 *
 * @throws ReaderLoadError
 */
export async function loadNetworks(
  assets: BrowserAssets,
  { fetch }: Downloads,
  { threads }: { threads: number; backend: Backend },
): Promise<Networks> {
  const [runtime, wasmBinary, detect, recognise, classify, dictionary] = await Promise.all([
    import('onnxruntime-web/wasm'),
    fetch(assets.onnxWasm),
    fetch(assets.detect),
    fetch(assets.recognise),
    fetch(assets.classify),
    fetch(assets.dictionary),
  ]);
  const { env, Tensor } = runtime;
  env.wasm.wasmBinary = wasmBinary;
  // Threads start from this script; from an address of our own, so that none has to be made at run time.
  env.wasm.wasmPaths = { mjs: assets.onnxScript };
  env.wasm.numThreads = threads;
  const sessions = await openSessions(runtime.InferenceSession, { detect, recognise, classify });
  const parts: Record<string, string> = {};
  for (const [name, bytes] of Object.entries({ detect, recognise, classify, dictionary }))
    parts[name] = await hash(bytes);
  return {
    infer: inferWith(sessions, (data, dims) => new Tensor('float32', data, dims)),
    dictionary: parseDictionary(dictionary),
    parts,
    facts: { threads, backend: 'wasm' },
  };
}

async function openSessions(
  { create }: InferenceSessionFactory,
  files: Record<ModelName, Bytes>,
): Promise<Record<ModelName, InferenceSession>> {
  const open = (name: ModelName) => create(files[name], { ...sessionOptions, executionProviders: ['wasm'] });
  try {
    return {
      detect: await open('detect'),
      recognise: await open('recognise'),
      classify: await open('classify'),
    };
  } catch (error) {
    throw new ReaderLoadError(`The text reader could not be started on this device (${String(error)}).`, {
      cause: error,
    });
  }
}

/** Over plain HTTP browsers compute no hashes; what was read then says so. */
async function hash(bytes: Bytes): Promise<string> {
  if (!isSecureContext) return 'unverified';
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest.subarray(0, 6), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
