import { loadZxingFromPackage } from './barcodes/node.ts';
import type { DecodedPage } from './decode/decode-file.ts';
import { attachmentOf, decodeFile, lookAtPage, openFile } from './decode/node.ts';
import type { OpenedFile, PageHeader } from './decode/open-file.ts';
import type { PageSource } from './decode/page-source.ts';
import { type ReadOptions, readPicture } from './engine.ts';
import type { RgbaImage } from './image.ts';
import type { Engine, Line, Reading } from './reading.ts';
import { linesIn, type Region, type RegionReading, readRegion } from './region/read-region.ts';
import { engineStages } from './stages.ts';
import type { AddedModel } from './text/added-model.ts';
import { loadModels } from './text/node-models.ts';

export { budgetOf } from './budget.ts';
export { attachedNotShown, readAttachments, readLocation } from './decode/node.ts';
export type { OpenedFile, PageHeader } from './decode/open-file.ts';
export type { AttachedFile, AttachedNotShown, DrawnFile, PageSource } from './decode/page-source.ts';
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
  open(source: PageSource): Promise<OpenedFile>;
  /**
   * Looks at one page (1-based) as {@link open} does at the file: its headers alone.
   *
   * @throws ImageError
   */
  look(source: PageSource, page: number): Promise<PageHeader>;
  /**
   * Decodes and reads one page of a file.
   *
   * @returns the reading and the upright picture its coordinates are pixels of.
   * @throws ImageError
   */
  read(source: PageSource, options?: ReadOptions): Promise<{ reading: Reading; image: RgbaImage }>;
  /** Reads a decoded, upright picture. */
  readImage(image: RgbaImage, options?: ReadOptions): Promise<Reading>;
  /**
   * Reads a region of a page by itself, larger than the page it is on.
   *
   * @throws ImageError
   */
  readRegion(
    source: PageSource,
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
    async read(source, read = {}) {
      const number = read.page ?? 1;
      const started = performance.now();
      const { pages } = await openFile(source);
      const image = await decodeFile(source, number);
      const request = {
        languages: languagesOf(read),
        only: read.only,
        textHeight: read.textHeight,
        page: { number, of: pages },
        decodeMs: performance.now() - started,
      };
      const attachment = await attachmentOf(source, number);
      const reading = await readPicture(image, request, stages);
      return { reading: attachment === undefined ? reading : { ...reading, attachment }, image };
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
    async readRegion(source, { region, page, languages }) {
      const nothingElse = { textHeight: undefined, paper: undefined };
      const image = await decodeFile(source, page);
      const readLines = async (part: DecodedPage): Promise<Line[]> =>
        (await stages.readText(part, languages, nothingElse, undefined)).lines;
      const read = image.isDrawn
        ? linesIn(await readLines(image), region)
        : await readRegion(image, region, readLines);
      return { ...read, engine: stages.engine() };
    },
    async close() {
      await models.close();
    },
  };
}
