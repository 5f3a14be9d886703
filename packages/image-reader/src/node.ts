import { readFile } from 'node:fs/promises';
import { readPicture } from './engine.ts';
import type { RgbaImage } from './image.ts';
import type { Reading } from './reading.ts';
import { loadModels, type ModelPaths } from './text/node-models.ts';
import { readText } from './text/read-text.ts';

export interface ReaderOptions {
  /** Other text models than those that come with the package. */
  models?: ModelPaths;
  /** Threads one run of a network may use; default 0, the runtime's choice. */
  threads?: number;
}

export interface ReadOptions {
  /** 1-based page of the file, default 1. */
  page?: number;
  /** BCP 47 tags of what is to be read, default `['en']`. */
  languages?: string[];
  /** Only one of the two kinds of content. */
  only?: 'barcodes' | 'text';
}

/** A warm engine; reads one picture at a time. */
export interface ImageReader {
  /** Reads a decoded, upright picture. */
  readImage(image: RgbaImage, options?: ReadOptions): Promise<Reading>;
  /** Frees models and workers; the reader is of no use afterwards. */
  close(): Promise<void>;
}

/** Loads the models and gives a reader that can be used for any number of pictures. */
export async function createImageReader(options: ReaderOptions = {}): Promise<ImageReader> {
  const models = await loadModels(options.models ?? {}, options.threads ?? 0);
  const manifest: { version: string } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  );
  const engine = { version: manifest.version, parts: models.parts };
  const readImage = (image: RgbaImage, read: ReadOptions = {}): Promise<Reading> =>
    readPicture(
      image,
      { languages: read.languages ?? ['en'], only: read.only, page: { number: 1, of: 1 }, decodeMs: 0 },
      {
        engine,
        findBarcodes: async () => [],
        measureQuality: () => ({ sharpness: 0, brightness: 0, contrast: 0, glare: 0 }),
        readText: (picture, languages) => readText(picture, languages, models.infer, models.dictionary),
      },
    );
  return { readImage, close: models.close };
}
