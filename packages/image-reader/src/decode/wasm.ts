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

/** Gives a fresh instance of one `.wasm` file at each call. */
export type WasmInstantiator = () => Promise<InstantiateWasm>;

/**
 * Compiles a `.wasm` file once and makes a fresh instance at each call: WASM memory never shrinks and may be left
 * corrupt by a hostile file, so decoders get a new one for every file.
 *
 * @param load gives the file's bytes; called again after it failed.
 */
export function wasmInstantiator(load: () => Promise<Uint8Array>): WasmInstantiator {
  let compiled: Promise<object> | undefined;
  return async () => {
    compiled ??= load().then(compile);
    try {
      const ready = await compiled;
      return {
        instantiateWasm(imports, received) {
          const instance = new Instance(ready, imports);
          received(instance);
          return instance.exports;
        },
      };
    } catch (error) {
      compiled = undefined;
      throw error;
    }
  };
}

/** Whether an error is a trap inside WASM, or memory it could not get: the file's doing, not ours. */
export function isWasmFailure(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError');
}
