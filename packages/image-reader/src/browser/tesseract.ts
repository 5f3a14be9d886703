import type { SecondReader } from '../text/second-opinion.ts';
import { openTesseract } from '../text/tesseract.ts';
import type { TesseractAssets } from './contract.ts';
import { countDownloads, type Downloads } from './downloads.ts';

export interface BrowserTesseract extends SecondReader {
  /** Fetches and starts a language. */
  prepare(code: string, downloads: Downloads): Promise<void>;
}

/** Tesseract with engine and language data from our own addresses, fetched with the first line of a language. */
export function openBrowserTesseract({ wasm, languages }: TesseractAssets): BrowserTesseract {
  const unseen = countDownloads(() => undefined);
  let downloads = unseen;
  let wasmBinary: Promise<Uint8Array> | undefined;
  const fetchWasm = async (): Promise<Uint8Array> => {
    wasmBinary ??= downloads.fetch(wasm);
    try {
      return await wasmBinary;
    } catch (error) {
      wasmBinary = undefined;
      throw error;
    }
  };
  const reader = openTesseract({
    knows: (code) => languages[code] !== undefined,
    async start() {
      const [{ default: start }, binary] = await Promise.all([
        import('tesseract.js-core/tesseract-core-simd-lstm.js'),
        fetchWasm(),
      ]);
      return start({ wasmBinary: binary });
    },
    language: async (code) => unpack(await downloads.fetch(languages[code] as string)),
  });
  return {
    ...reader,
    async prepare(code, counted) {
      downloads = counted;
      try {
        await reader.prepare(code);
      } finally {
        downloads = unseen;
      }
    },
  };
}

/** Some servers mark such files as compressed on the way; then they arrive unpacked. */
async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}
