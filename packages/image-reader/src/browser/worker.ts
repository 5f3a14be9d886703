import { isWasmFailure } from '../decode/wasm.ts';
import { ImageError } from '../errors.ts';
import type { Reading } from '../reading.ts';
import { type Answer, type Failure, ReaderLoadError, type Request } from './contract.ts';
import { type BrowserEngine, createEngine } from './engine.ts';

// The worker `createImageReader` starts: takes requests, reads one picture at a time.

/** The part of a dedicated worker's global scope used here; with a page's declarations TypeScript knows another. */
interface WorkerScope {
  postMessage(message: Answer, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<Request>) => void) | null;
}
const scope = self as unknown as WorkerScope;

let engine: BrowserEngine | undefined;
let lastReading: Promise<unknown> = Promise.resolve();
const readings = new Map<number, AbortController>();

scope.onmessage = ({ data }) => {
  if (data.kind === 'configure') {
    engine = createEngine({
      ...data,
      onRuntime: (facts) => scope.postMessage({ kind: 'runtime', facts }),
    });
  } else if (data.kind === 'abort') readings.get(data.id)?.abort();
  else void answer(data);
};

async function answer(request: Exclude<Request, { kind: 'configure' | 'abort' }>): Promise<void> {
  const { id } = request;
  try {
    const { value, transfer } = await resultOf(request);
    scope.postMessage({ kind: 'result', id, value }, transfer);
  } catch (error) {
    scope.postMessage({ kind: 'failure', id, failure: failureOf(error) });
  }
}

type Result = { value: unknown; transfer: Transferable[] };

async function resultOf(request: Exclude<Request, { kind: 'configure' | 'abort' }>): Promise<Result> {
  if (!engine) throw new Error('The worker was asked before it was configured.');
  const { id } = request;
  if (request.kind === 'load') {
    await engine.load(request.part, (progress) => scope.postMessage({ kind: 'progress', id, progress }));
    return { value: undefined, transfer: [] };
  }
  if (request.kind === 'open') return { value: await engine.open(request.file), transfer: [] };
  const started = engine;
  return inTurn(id, async (signal) => {
    if (request.kind === 'readImage') {
      const { image, options, found } = request;
      const watcher = found && {
        found,
        onReading: (reading: Reading, isAllText: boolean) =>
          scope.postMessage({ kind: 'seen', id, reading, isAllText }),
      };
      return { value: await started.readImage(image, options, signal, watcher), transfer: [] };
    }
    const { reading, image } = await started.read(request.file, request.options, signal);
    const { width, height } = image;
    const pixels = new ImageData(image.data as Uint8ClampedArray<ArrayBuffer>, width, height);
    const picture = await createImageBitmap(pixels);
    return { value: { reading, width, height, picture }, transfer: [picture] };
  });
}

/** The stages use all threads there are, so pictures wait for each other. */
function inTurn(id: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  readings.set(id, controller);
  const reading = lastReading.then(async () => {
    try {
      controller.signal.throwIfAborted();
      return await work(controller.signal);
    } finally {
      readings.delete(id);
    }
  });
  lastReading = reading.catch(() => undefined);
  return reading;
}

function failureOf(error: unknown): Failure {
  if (error instanceof ImageError) return { kind: 'image', code: error.code, message: error.message };
  if (error instanceof ReaderLoadError) return { kind: 'load', message: error.message };
  if (error instanceof DOMException && error.name === 'AbortError') {
    return { kind: 'abort', message: error.message };
  }
  // A trap, memory that could not be had, or a fault of ours: none leaves a worker one should go on with.
  const detail = error instanceof Error ? error.message : String(error);
  return { kind: 'crash', message: isWasmFailure(error) ? `WebAssembly: ${detail}` : detail };
}
