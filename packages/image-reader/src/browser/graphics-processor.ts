import type { Backend } from './contract.ts';

/** The part of WebGPU asked here. */
interface Gpu {
  requestAdapter(): Promise<{ info?: { isFallbackAdapter?: boolean } } | null>;
}

/**
 * Whether networks could run on a graphics processor: WebGPU, and WebAssembly that can wait for it (JavaScript Promise
 * Integration). One that is only imitated counts where it is asked for by name.
 */
export async function hasGraphicsProcessor(backend: Backend): Promise<boolean> {
  const { gpu } = navigator as { gpu?: Gpu };
  if (backend === 'wasm' || gpu === undefined || !('Suspending' in WebAssembly)) return false;
  try {
    const adapter = await gpu.requestAdapter();
    return adapter !== null && (backend === 'webgpu' || adapter.info?.isFallbackAdapter !== true);
  } catch {
    return false;
  }
}
