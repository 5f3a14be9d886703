import wasm from '@jitl/quickjs-wasmfile-release-sync/wasm?url';

/** Address of the interpreter, as the build names it. */
export const sandboxWasm: string = wasm;
