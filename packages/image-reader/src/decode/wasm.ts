import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const compiled = new Map<string, Promise<object>>();

/** The part of the WebAssembly API used here: without the DOM's declarations TypeScript knows none of it. */
interface WebAssemblyApi {
  compile(bytes: Uint8Array): Promise<object>;
  Instance: new (module: object, imports: object) => { exports: object };
}
const { compile, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;

/** What emscripten's modules take to be started from bytes already compiled. */
export interface InstantiateWasm {
  instantiateWasm(imports: object, received: (instance: object) => void): object;
}

/**
 * Compiles a `.wasm` file of an installed package once and makes a fresh instance at each call: WASM memory
 * never shrinks and may be left corrupt by a hostile file, so decoders get a new one for every file.
 *
 * @param specifier for instance `@hyzyla/pdfium/pdfium.wasm`
 */
export async function wasmInstantiator(specifier: string): Promise<InstantiateWasm> {
  let module = compiled.get(specifier);
  if (module === undefined) {
    module = readFile(require.resolve(specifier)).then((bytes) => compile(bytes));
    compiled.set(specifier, module);
  }
  const ready = await module;
  return {
    instantiateWasm(imports, received) {
      const instance = new Instance(ready, imports);
      received(instance);
      return instance.exports;
    },
  };
}

/** Whether an error is a trap inside WASM, or memory it could not get: the file's doing, not ours. */
export function isWasmFailure(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError');
}
