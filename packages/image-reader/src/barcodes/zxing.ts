import {
  prepareZXingModule,
  type ZXingModuleOverrides,
  type ZXingReaderModule,
  type ZXingReadResult,
} from 'zxing-wasm/reader';
import type { GrayImage } from '../image.ts';

/** ZXing-C++ in WebAssembly, ready to read. Its declarations leave out emscripten's own part. */
export type Zxing = ZXingReaderModule & {
  HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(at: number): void;
};

/**
 * Starts the decoder.
 *
 * @param wasmBinary bytes of `zxing-wasm/reader/zxing_reader.wasm`: injected, because left alone the package
 *   fetches them from a CDN
 */
export async function loadZxing(wasmBinary: Uint8Array): Promise<Zxing> {
  const bytes = wasmBinary.buffer.slice(
    wasmBinary.byteOffset,
    wasmBinary.byteOffset + wasmBinary.byteLength,
  ) as ArrayBuffer;
  return (await prepareZXingModule({
    overrides: { wasmBinary: bytes } as ZXingModuleOverrides,
    fireImmediately: true,
  })) as Zxing;
}

/** Grey to black and white: `local` compares with the neighbourhood, `global` with the whole (or the scan line). */
export type Binarizer = 'local' | 'global';

/** One pass of the decoder over a picture. */
export interface Pass {
  binarizer: Binarizer;
  /** Close small gaps before looking for matrix codes. */
  denoise: boolean;
  /** Read a second time at a third (or the given part) of the size. */
  downscaleFactor: 2 | 3 | 4;
  /** Scan lines of a linear code that have to agree. */
  minLineCount: number;
  /** ZXing-C++ names, comma separated; empty is every symbology. */
  formats: string;
  /** Scan every line and try every size, which costs about three times as much; `true` unless said otherwise. */
  tryHarder?: boolean;
  /** Look for codes turned by a quarter too; `true` unless said otherwise. */
  tryRotate?: boolean;
  /** Look for light codes on dark; `true` unless said otherwise. */
  tryInvert?: boolean;
  /** Look at a smaller copy too; `true` unless said otherwise. */
  tryDownscale?: boolean;
}

/** A result of ZXing-C++ as its binding hands it over. */
export type RawResult = ZXingReadResult;

/**
 * Runs one pass.
 *
 * @returns valid results only, positions in pixels of `gray`
 */
export function runPass(zxing: Zxing, gray: GrayImage, pass: Pass): RawResult[] {
  const bytes = gray.width * gray.height;
  const at = zxing._malloc(bytes);
  if (at === 0) throw new RangeError(`The barcode decoder could not take in ${bytes} bytes.`);
  try {
    zxing.HEAPU8.set(gray.data, at);
    const vector = zxing.readBarcodesFromPixmap(at, gray.width, gray.height, {
      formats: pass.formats,
      tryHarder: pass.tryHarder ?? true,
      tryRotate: pass.tryRotate ?? true,
      tryInvert: pass.tryInvert ?? true,
      tryDownscale: pass.tryDownscale ?? true,
      tryDenoise: pass.denoise,
      binarizer: pass.binarizer === 'local' ? 0 : 1,
      isPure: false,
      downscaleThreshold: 500,
      downscaleFactor: pass.downscaleFactor,
      minLineCount: pass.minLineCount,
      maxNumberOfSymbols: 255,
      validateOptionalChecksum: false,
      returnErrors: false,
      // Off: bars beside an EAN code would be read into its text as digits that are not there; add-on.ts asks for more.
      eanAddOnSymbol: 0,
      // Plain: control characters (group separators) stay as they are.
      textMode: 0,
      characterSet: 0,
      tryCode39ExtendedMode: true,
    });
    const results: RawResult[] = [];
    for (let index = 0; index < vector.size(); index++) {
      const result = vector.get(index);
      if (result?.isValid) results.push(result);
    }
    // The binding's declarations leave out that vectors live on the WASM heap until deleted.
    (vector as unknown as { delete(): void }).delete();
    return results;
  } finally {
    zxing._free(at);
  }
}
