import type { Infer, ModelName } from '../text/infer.ts';
import { inferWith, parseDictionary, sessionOptions } from '../text/models.ts';
import type { Backend, BrowserAssets, RuntimeFacts } from './contract.ts';
import type { Downloads } from './downloads.ts';

export interface Networks {
  infer: Infer;
  dictionary: string[];
  /** Name and hash of each file, see `Engine.parts`. */
  parts: Record<string, string>;
  facts: RuntimeFacts;
}

/** Fetches the text models and ONNX Runtime, and starts both. */
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
  const { env, InferenceSession, Tensor } = runtime;
  env.wasm.wasmBinary = wasmBinary;
  // Threads start from this script; made from our own address, they need no script made at run time.
  env.wasm.wasmPaths = { mjs: assets.onnxScript };
  env.wasm.numThreads = threads;
  const open = (bytes: Uint8Array) =>
    InferenceSession.create(bytes, { ...sessionOptions, executionProviders: ['wasm'] });
  const sessions: Record<ModelName, Awaited<ReturnType<typeof open>>> = {
    detect: await open(detect),
    recognise: await open(recognise),
    classify: await open(classify),
  };
  const files = { detect, recognise, classify, dictionary };
  const parts: Record<string, string> = {};
  for (const [name, bytes] of Object.entries(files)) parts[name] = await hash(bytes);
  return {
    infer: inferWith(sessions, (data, dims) => new Tensor('float32', data, dims)),
    dictionary: parseDictionary(dictionary),
    parts,
    facts: { threads, backend: 'wasm' },
  };
}

/** Over plain HTTP browsers compute no hashes; what was read then says so. */
async function hash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (!isSecureContext) return 'unverified';
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest.subarray(0, 6), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
