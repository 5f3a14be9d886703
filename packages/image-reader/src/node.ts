import { readFile } from 'node:fs/promises';
import { findBarcodes } from './barcodes/find.ts';
import { loadZxingFromPackage } from './barcodes/node.ts';
import { decodeFile, openFile } from './decode/node.ts';
import type { OpenedFile } from './decode/open-file.ts';
import { type ReadOptions, readPicture } from './engine.ts';
import type { RgbaImage } from './image.ts';
import { measureQuality } from './quality/measure.ts';
import type { Engine, Reading } from './reading.ts';
import { loadModels, type ModelPaths } from './text/node-models.ts';
import { openTesseract } from './text/node-tesseract.ts';
import { readText } from './text/read-text.ts';

export { readLocation } from './decode/node.ts';
export type { OpenedFile } from './decode/open-file.ts';
export { makeThumbnail, makeViewable } from './derive/node.ts';
export type { ReadOptions } from './engine.ts';
export type { ModelPaths } from './text/node-models.ts';

export interface ReaderOptions {
  /** Other text models than those that come with the package. */
  models?: ModelPaths | undefined;
  /** Threads one run of a network may use; default 0, the runtime's choice. */
  threads?: number | undefined;
}

/** A warm engine. One picture at a time is fastest: the stages use all threads they were given. */
export interface ImageReader {
  /**
   * Sniffs a file, checks its limits and counts its pages, without decoding pixels.
   *
   * @throws ImageError
   */
  open(bytes: Uint8Array): Promise<OpenedFile>;
  /**
   * Decodes and reads one page of a file.
   *
   * @returns the reading and the upright picture its coordinates are pixels of.
   * @throws ImageError
   */
  read(bytes: Uint8Array, options?: ReadOptions): Promise<{ reading: Reading; image: RgbaImage }>;
  /** Reads a decoded, upright picture. */
  readImage(image: RgbaImage, options?: ReadOptions): Promise<Reading>;
  /** Frees models and workers; the reader is of no use afterwards. */
  close(): Promise<void>;
}

/** Loads the models and gives a reader that can be used for any number of pictures. */
export async function createImageReader(options: ReaderOptions = {}): Promise<ImageReader> {
  const [models, zxing, manifest] = await Promise.all([
    loadModels(options.models ?? {}, options.threads ?? 0),
    loadZxingFromPackage(),
    readFile(new URL('../package.json', import.meta.url), 'utf8'),
  ]);
  const { version, dependencies }: { version: string; dependencies: Record<string, string> } =
    JSON.parse(manifest);
  const tesseract = openTesseract();
  const engine: Engine = {
    version,
    parts: {
      ...models.parts,
      'zxing-wasm': dependencies['zxing-wasm'] as string,
      'tesseract.js': dependencies['tesseract.js'] as string,
    },
  };
  const stages = {
    engine,
    findBarcodes: async (gray: Parameters<typeof findBarcodes>[1]) => findBarcodes(zxing, gray),
    measureQuality,
    readText: (image: RgbaImage, languages: readonly string[]) =>
      readText(image, languages, { infer: models.infer, dictionary: models.dictionary, second: tesseract }),
  };
  const languagesOf = (read: ReadOptions): string[] => read.languages ?? ['en'];
  return {
    open: openFile,
    async read(bytes, read = {}) {
      const number = read.page ?? 1;
      const started = performance.now();
      const { pages } = await openFile(bytes);
      const image = await decodeFile(bytes, number);
      const request = {
        languages: languagesOf(read),
        only: read.only,
        page: { number, of: pages },
        decodeMs: performance.now() - started,
      };
      return { reading: await readPicture(image, request, stages), image };
    },
    readImage: (image, read = {}) =>
      readPicture(
        image,
        {
          languages: languagesOf(read),
          only: read.only,
          page: { number: read.page ?? 1, of: 1 },
          decodeMs: 0,
        },
        stages,
      ),
    async close() {
      await tesseract.close();
      await models.close();
    },
  };
}
