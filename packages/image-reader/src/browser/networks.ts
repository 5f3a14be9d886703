import type { InferenceSession, InferenceSessionFactory } from 'onnxruntime-common';
import type { Infer, NetworkName } from '../text/infer.ts';
import { inferWith, type MakeTensor, parseDictionary, sessionOptions } from '../text/models.ts';
import type { AddedText } from '../text/recognisers.ts';
import { type FetchedModel, fetchAddedModels, networkOf, sha256Of } from './added-models.ts';
import { type Backend, type BrowserAssets, ReaderLoadError, type RuntimeFacts } from './contract.ts';
import type { Downloads } from './downloads.ts';
import { hasGraphicsProcessor } from './graphics-processor.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface Networks {
  infer: Infer;
  dictionary: string[];
  added: AddedText[];
  /** Name and hash of each file, see `Engine.parts`. */
  parts: Record<string, string>;
  facts: RuntimeFacts;
}

/**
 * Fetches the text models and ONNX Runtime, and starts both. An added model that cannot be had or does not start is left out.
 *
 * @throws ReaderLoadError
 */
export async function loadNetworks(
  assets: BrowserAssets,
  downloads: Downloads,
  { threads, backend }: { threads: number; backend: Backend },
): Promise<Networks> {
  const { fetch } = downloads;
  const [{ models, unloaded }, onWasm, detect, recognise, classify, findDisplays, readDisplays, dictionary] =
    await Promise.all([
      fetchAddedModels(assets.added ?? [], downloads),
      startRuntime('wasm', assets.onnxScript, fetch(assets.onnxWasm), threads),
      fetch(assets.detect),
      fetch(assets.recognise),
      fetch(assets.classify),
      fetch(assets.findDisplays),
      fetch(assets.readDisplays),
      fetch(assets.dictionary),
    ]);
  const files: Files = { detect, recognise, classify, findDisplays, readDisplays };
  let running = await openNetworks(onWasm, files, models);
  const { used } = running;
  if (assets.onnxGpu && (await hasGraphicsProcessor(backend))) {
    const onGpu = startRuntime('webgpu', assets.onnxGpu.script, fetch(assets.onnxGpu.wasm), threads)
      .then((runtime) => openNetworks(runtime, files, used))
      // There, and yet it does not start, as with some drivers.
      .catch(() => undefined);
    running = await faster(running, await onGpu, backend);
  }
  const parts: Record<string, string> = {};
  const bytesInUse = used.map(({ role, bytes }) => [networkOf(role), bytes] as const);
  for (const [name, bytes] of [...Object.entries({ ...files, dictionary }), ...bytesInUse])
    parts[name] = (await sha256Of(bytes))?.slice(0, 12) ?? 'unverified';
  const notRunning = models
    .filter((model) => !used.includes(model))
    .map(({ name }) => ({ name, code: 'model.does_not_run' as const }));
  return {
    infer: running.infer,
    dictionary: parseDictionary(dictionary),
    added: used.flatMap(({ role, name, characters }) =>
      role === 'detect' ? [] : [{ script: role, name, dictionary: parseDictionary(characters) }],
    ),
    parts,
    facts: { threads, backend: running.backend, unloaded: [...unloaded, ...notRunning] },
  };
}

type Files = Partial<Record<NetworkName, Bytes>>;

interface Runtime {
  backend: RuntimeFacts['backend'];
  factory: InferenceSessionFactory;
  makeTensor: MakeTensor;
}

async function startRuntime(
  backend: Runtime['backend'],
  script: string,
  wasm: Promise<Bytes>,
  threads: number,
): Promise<Runtime> {
  const { env, InferenceSession, Tensor } = await (backend === 'wasm'
    ? import('onnxruntime-web/wasm')
    : import('onnxruntime-web/jspi'));
  env.wasm.wasmBinary = await wasm;
  // Threads start from this script; from an address of our own, so that none has to be made at run time.
  env.wasm.wasmPaths = { mjs: script };
  env.wasm.numThreads = threads;
  const makeTensor: MakeTensor = (data, dims) => new Tensor('float32', data, dims);
  return { backend, factory: InferenceSession, makeTensor };
}

interface Running {
  backend: RuntimeFacts['backend'];
  infer: Infer;
  /** Of those that were added, those that started. */
  used: readonly FetchedModel[];
  release(): Promise<void>;
}

async function openNetworks(
  { backend, factory, makeTensor }: Runtime,
  files: Files,
  added: readonly FetchedModel[],
): Promise<Running> {
  const sessions: Partial<Record<NetworkName, InferenceSession>> = {};
  const start = (bytes: Bytes) => factory.create(bytes, { ...sessionOptions, executionProviders: [backend] });
  try {
    for (const [name, bytes] of Object.entries(files)) sessions[name as NetworkName] = await start(bytes);
  } catch (error) {
    throw new ReaderLoadError(`The text reader could not be started on this device (${String(error)}).`, {
      cause: error,
    });
  }
  const used: FetchedModel[] = [];
  for (const model of added) {
    const session = await start(model.bytes).catch(() => undefined);
    if (!session) continue;
    const name = networkOf(model.role);
    await sessions[name]?.release();
    sessions[name] = session;
    used.push(model);
  }
  const release = async (): Promise<void> => {
    for (const session of Object.values(sessions)) await session.release();
  };
  return { backend, infer: inferWith(sessions, makeTensor), used, release };
}

/** What networks are tried with: a small picture's detection and four short lines. */
const samples = [
  ['detect', [1, 3, 480, 640]],
  ['recognise', [4, 3, 48, 320]],
] as const;
/** Graphics processors calculate less exactly; from this difference of a probability on, one calculates wrong. */
const maxDifference = 0.02;

/** What took less time for the samples; where `webgpu` is asked for, that, if it runs and calculates right. */
async function faster(onWasm: Running, onGpu: Running | undefined, backend: Backend): Promise<Running> {
  if (!onGpu) return onWasm;
  if (onGpu.used.length < onWasm.used.length) {
    await onGpu.release();
    return onWasm;
  }
  const wasm = await trySamples(onWasm);
  const gpu = await trySamples(onGpu).catch(() => undefined);
  const isRight = gpu?.outputs.every((output, index) =>
    output.every((value, at) => Math.abs(value - (wasm.outputs[index]?.[at] ?? 0)) <= maxDifference),
  );
  const isChosen = gpu && isRight && (backend === 'webgpu' || gpu.ms < wasm.ms);
  const [chosen, other] = isChosen ? [onGpu, onWasm] : [onWasm, onGpu];
  await other.release();
  return chosen;
}

/** Runs the samples twice: the first time warms up, the second counts. */
async function trySamples({ infer }: Running): Promise<{ ms: number; outputs: Float32Array[] }> {
  let started = 0;
  let outputs: Float32Array[] = [];
  for (const isWarm of [false, true]) {
    if (isWarm) started = performance.now();
    outputs = [];
    for (const [model, dims] of samples) {
      const length = dims.reduce<number>((product, side) => product * side, 1);
      // Strokes of a kind, so that there is something to find.
      const data = Float32Array.from({ length }, (_, at) =>
        Math.sign(Math.sin(at / 7) + Math.sin(at / 1931)),
      );
      outputs.push((await infer(model, { data, dims })).data);
    }
  }
  return { ms: performance.now() - started, outputs };
}
