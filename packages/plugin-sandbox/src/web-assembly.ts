/** A memory of WebAssembly. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  /** @throws RangeError beyond its maximum */
  grow(pages: number): number;
}
/** Compiled WebAssembly; opaque. */
export interface WasmModule {
  readonly [Symbol.toStringTag]: string;
}

/** The part of the WebAssembly API used here: without the DOM's declarations TypeScript knows none of it. */
interface Api {
  Memory: new (descriptor: { initial: number; maximum: number }) => WasmMemory;
  compile(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<WasmModule>;
}

export const { Memory, compile } = (globalThis as unknown as { WebAssembly: Api }).WebAssembly;
