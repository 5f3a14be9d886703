import type { RgbaImage } from '../image.ts';
import { checkPixels, damaged } from './check-size.ts';
import { isWasmFailure, type WasmInstantiator } from './wasm.ts';

/** The part of libheif-js used here; its own declarations leave these untyped. */
interface Libheif {
  heif_context_alloc(): object | null;
  heif_context_read_from_memory(context: object, bytes: Uint8Array): { code: { value: number } };
  heif_js_context_get_primary_image_handle(context: object): HeifHandle | HeifFailure;
  heif_image_handle_get_width(handle: HeifHandle): number;
  heif_image_handle_get_height(handle: HeifHandle): number;
  heif_js_decode_image2(handle: HeifHandle, colorspace: unknown, chroma: unknown): HeifPixels | HeifFailure;
  heif_colorspace: { heif_colorspace_RGB: unknown };
  heif_chroma: { heif_chroma_interleaved_RGBA: unknown };
  heif_error_code: { heif_error_Ok: unknown };
}
type HeifHandle = { code?: never };
type HeifFailure = { code: object };
interface HeifPixels {
  code?: never;
  channels: { width: number; height: number; stride: number; data: Uint8Array }[];
}

/**
 * Decodes the primary picture of a HEIC or HEIF file. The file's own rotation and mirroring are applied by
 * libheif; its EXIF orientation repeats them and must not be applied again (ISO/IEC 23008-12, 6.5.10).
 *
 * @throws ImageError `image.damaged`, `image.too_many_pixels`, `image.side_too_long`
 */
export async function decodeHeif(bytes: Uint8Array, instantiate: WasmInstantiator): Promise<RgbaImage> {
  // Loaded only when the first such picture comes.
  const { default: start } = await import('libheif-js/libheif-wasm/libheif.js');
  const lib = start(await instantiate()) as Libheif;
  try {
    return await decodePrimary(lib, bytes);
  } catch (error) {
    if (isWasmFailure(error)) throw damaged(error);
    throw error;
  }
}

async function decodePrimary(lib: Libheif, bytes: Uint8Array): Promise<RgbaImage> {
  const context = lib.heif_context_alloc();
  if (context === null) throw damaged();
  const read = lib.heif_context_read_from_memory(context, bytes);
  if (read.code !== lib.heif_error_code.heif_error_Ok) throw damaged();
  const handle = lib.heif_js_context_get_primary_image_handle(context);
  if (!handle || handle.code) throw damaged();
  const width = lib.heif_image_handle_get_width(handle);
  const height = lib.heif_image_handle_get_height(handle);
  checkPixels(width, height);
  const pixels = await lib.heif_js_decode_image2(
    handle,
    lib.heif_colorspace.heif_colorspace_RGB,
    lib.heif_chroma.heif_chroma_interleaved_RGBA,
  );
  if (!pixels || pixels.code) throw damaged();
  const [plane] = pixels.channels;
  if (plane === undefined || plane.width !== width || plane.height !== height) throw damaged();
  const data = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row++) {
    data.set(plane.data.subarray(row * plane.stride, row * plane.stride + width * 4), row * width * 4);
  }
  return { width, height, data };
}
