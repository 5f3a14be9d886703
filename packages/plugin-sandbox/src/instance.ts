import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';
import { limits } from './limits.ts';
import { Memory, type WasmMemory, type WasmModule } from './web-assembly.ts';

const pageBytes = 64 * 1024;
/** What the binary declares; less is refused when it is instantiated. */
const initialPages = 256;
/** Of any instance, whatever it is told: the largest heap, and the library's data and stack. */
const maxPages = initialPages + limits.maxMemoryBytes / pageBytes;
/** Far more of the stack than {@link limits.maxStackBytes}: some functions look at their depth only after they went deeper. */
const stackReach = 512 * 1024;

/**
 * The interpreter's WebAssembly with a memory that can be put back as it was. All an instance knows is in that memory (its
 * one mutable global, the stack pointer, is the same between two calls), so bytes put back are a state put back: nothing a
 * plugin did can outlive its run, not even what it did to the interpreter itself.
 */
export interface Instance {
  quickJs: QuickJSWASMModule;
  /** What the memory holds now, as far as it was ever used. */
  capture(): Captured;
  /** Puts back what was captured; what was used beyond it is zero again. */
  restore(captured: Captured): void;
  /**
   * Bytes of heap that the next plugin may have; what an instance begins with (some 10 MB) is always there. QuickJS's own
   * limit holds for each single allocation only, since it cannot ask how large one is in WebAssembly.
   */
  limitHeap(bytes: number): void;
  /** Its memory grew, and never shrinks again: the next plugin would find more than others do. */
  readonly hasGrown: boolean;
}

/** A plugin left no room for what the host hands it. */
export class HeapFullError extends Error {
  override readonly name = 'HeapFullError';
}

/** The memory of an instance without its stack, which is empty between two calls. */
export interface Captured {
  data: Uint8Array<ArrayBuffer>;
  heap: Uint8Array<ArrayBuffer>;
}

/** @param wasmModule compiled `@jitl/quickjs-wasmfile-release-sync/wasm` */
export async function newInstance(wasmModule: WasmModule): Promise<Instance> {
  const wasmMemory = new Memory({ initial: initialPages, maximum: maxPages });
  // An abort is reported by the exception it throws; the engine's own line in the console would only alarm.
  const silent: object = { printErr: () => undefined };
  let malloc: ((bytes: number) => number) | undefined;
  const quickJs = await newQuickJSWASMModuleFromVariant(
    newVariant(
      {
        ...variant,
        importModuleLoader: async () => {
          const loaded = await variant.importModuleLoader();
          // Modules that were CommonJS come wrapped, some twice.
          const once = 'default' in loaded ? loaded.default : loaded;
          const load = 'default' in once ? once.default : once;
          return async (options) => {
            const raw = await load(options);
            malloc = raw._malloc;
            // The library copies what it is handed to wherever this points: of a full heap, over the interpreter itself.
            raw._malloc = (bytes) => {
              const at = malloc!(bytes);
              if (at === 0) throw new HeapFullError();
              return at;
            };
            return raw;
          };
        },
      },
      // A page's declarations of a memory name methods which Node's do not.
      { wasmModule, wasmMemory: wasmMemory as never, emscriptenModule: silent },
    ),
  );
  const endOfHeap = findEndOfHeap(wasmMemory, malloc!);
  let maxBytes = maxPages * pageBytes;
  const grow = wasmMemory.grow.bind(wasmMemory);
  wasmMemory.grow = (pages) => {
    if (wasmMemory.buffer.byteLength + pages * pageBytes > maxBytes) throw new RangeError('no more memory');
    return grow(pages);
  };
  const used = () => endOfHeap(wasmMemory.buffer);
  const stack = findStack(new Uint8Array(wasmMemory.buffer, 0, used()));
  /** The heap ended here when a plugin began, and never shrinks while one runs. */
  let endBefore = used();
  return {
    quickJs,
    capture: () => ({
      data: new Uint8Array(wasmMemory.buffer).slice(0, stack.start),
      heap: new Uint8Array(wasmMemory.buffer).slice(stack.end, used()),
    }),
    restore({ data, heap }) {
      const usedTo = used();
      const memory = new Uint8Array(wasmMemory.buffer);
      memory.set(data);
      // It grows downwards, and a plugin gets no further than this.
      memory.fill(0, Math.max(stack.start, stack.end - stackReach), stack.end);
      memory.set(heap, stack.end);
      const end = stack.end + heap.length;
      // A word of the memory itself, which a plugin that broke the interpreter could have changed.
      const isPlausible = usedTo >= endBefore && usedTo <= memory.length;
      memory.fill(0, end, isPlausible ? Math.max(end, usedTo) : memory.length);
      endBefore = end;
    },
    limitHeap(bytes) {
      maxBytes = Math.min(stack.end + bytes, maxPages * pageBytes);
    },
    get hasGrown() {
      return wasmMemory.buffer.byteLength > initialPages * pageBytes;
    },
  };
}

/**
 * Finds the word in which the C library keeps the end of its heap (that of `brk`), which the binary does not export: the only one
 * that is beyond each of two blocks right after it was given, and page by page ahead of it. Where there is none, all of the
 * memory counts as used: slower, and as right.
 */
function findEndOfHeap(
  memory: WasmMemory,
  allocate: (bytes: number) => number,
): (buffer: ArrayBuffer) => number {
  const pristine = new Uint8Array(memory.buffer).slice();
  const sizes = [2 * 2 ** 20, 4 * 2 ** 20];
  const first = allocate(sizes[0]!);
  const afterFirst = new Uint32Array(memory.buffer, 0, first >>> 2).slice();
  const second = allocate(sizes[1]!);
  const afterSecond = new Uint32Array(memory.buffer, 0, first >>> 2);
  const isEnd = (value: number, block: number, size: number) =>
    value >= block + size && value < block + size + 2 * pageBytes;
  let found: number | undefined;
  for (let at = 0; at < afterFirst.length; at++)
    if (isEnd(afterFirst[at]!, first, sizes[0]!) && isEnd(afterSecond[at]!, second, sizes[1]!)) {
      found = at;
      break;
    }
  new Uint8Array(memory.buffer).set(pristine);
  const index = found;
  if (index === undefined) return (buffer) => buffer.byteLength;
  return (buffer) => new Uint32Array(buffer, index * 4, 1)[0]!;
}

/** The stack lies between the library's data and its heap: the longest stretch of pages that a new instance left empty. */
function findStack(memory: Uint8Array): { start: number; end: number } {
  let best = { start: 0, end: 0 };
  let start: number | undefined;
  for (let at = 0; at < memory.length; at += pageBytes) {
    const isEmpty = memory.subarray(at, at + pageBytes).every((byte) => byte === 0);
    if (!isEmpty) start = undefined;
    else {
      start ??= at;
      if (at + pageBytes - start > best.end - best.start)
        best = { start, end: Math.min(at + pageBytes, memory.length) };
    }
  }
  return best;
}
