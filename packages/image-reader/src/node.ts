import { loadZxingFromPackage } from './barcodes/node.ts';
import { decodeFile, lookAtPage, openFile } from './decode/node.ts';
import type { OpenedFile, PageHeader } from './decode/open-file.ts';
import { type ReadOptions, readPicture } from './engine.ts';
import type { RgbaImage } from './image.ts';
import type { Engine, Reading } from './reading.ts';
import { type Region, type RegionReading, readRegion } from './region/read-region.ts';
import { engineStages } from './stages.ts';
import type { AddedModel } from './text/added-model.ts';
import { loadModels } from './text/node-models.ts';

export { budgetOf } from './budget.ts';
export { readAttachments, readLocation } from './decode/node.ts';
export type { OpenedFile, PageHeader } from './decode/open-file.ts';
export type { PdfAttachment } from './decode/pdf-attachments.ts';
export { makeThumbnail, makeViewable } from './derive/node.ts';
export type { ReadOptions } from './engine.ts';
export type { Region, RegionReading } from './region/read-region.ts';
export type { AddedModel } from './text/added-model.ts';

export interface ReaderOptions {
  /** Text models in place of, and beside, those that come with the package: at most one of each role. */
  models?: readonly AddedModel[] | undefined;
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
   * Looks at one page (1-based) as {@link open} does at the file: its headers alone.
   *
   * @throws ImageError
   */
  look(bytes: Uint8Array, page: number): Promise<PageHeader>;
  /**
   * Decodes and reads one page of a file.
   *
   * @returns the reading and the upright picture its coordinates are pixels of.
   * @throws ImageError
   */
  read(bytes: Uint8Array, options?: ReadOptions): Promise<{ reading: Reading; image: RgbaImage }>;
  /** Reads a decoded, upright picture. */
  readImage(image: RgbaImage, options?: ReadOptions): Promise<Reading>;
  /**
   * Reads a region of a page by itself, larger than the page it is on.
   *
   * @throws ImageError
   */
  readRegion(
    bytes: Uint8Array,
    options: { region: Region; page: number; languages: string[] },
  ): Promise<RegionReading & { engine: Engine }>;
  /** Frees models and workers; the reader is of no use afterwards. */
  close(): Promise<void>;
}

/** Loads the models and gives a reader that can be used for any number of pictures. */
export async function createImageReader(options: ReaderOptions = {}): Promise<ImageReader> {
  const [models, zxing] = await Promise.all([
    loadModels(options.models ?? [], options.threads ?? 0),
    loadZxingFromPackage(),
  ]);
  const stages = engineStages({
    zxing: async () => zxing,
    text: async () => models,
    parts: () => models.parts,
  });
  const languagesOf = (read: ReadOptions): string[] => read.languages ?? ['en'];
  return {
    open: openFile,
    look: lookAtPage,
    async read(bytes, read = {}) {
      const number = read.page ?? 1;
      const started = performance.now();
      const { pages } = await openFile(bytes);
      const image = await decodeFile(bytes, number);
      const request = {
        languages: languagesOf(read),
        only: read.only,
        textHeight: read.textHeight,
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
          textHeight: read.textHeight,
          page: { number: read.page ?? 1, of: 1 },
          decodeMs: 0,
        },
        stages,
      ),
    async readRegion(bytes, { region, page, languages }) {
      const nothingElse = { textHeight: undefined, paper: undefined };
      const read = await readRegion(
        await decodeFile(bytes, page),
        region,
        async (image) => (await stages.readText(image, languages, nothingElse, undefined)).lines,
      );
      return { ...read, engine: stages.engine() };
    },
    async close() {
      await models.close();
    },
  };
}
