import type { DecodedPage } from './decode/decode-file.ts';
import { findDocument } from './document/find-document.ts';
import { orientQuad } from './document/orient-quad.ts';
import type { GrayImage } from './image.ts';
import { dropSymbolNoise } from './layout/drop-symbol-noise.ts';
import type { Barcode, Engine, Quality, Reading } from './reading.ts';
import type { TextReading } from './text/read-text.ts';
import { toGray } from './text/resample.ts';

/** The stages a runtime entry puts together; each is pure but for the models and decoders inside. */
export interface EngineStages {
  findBarcodes(gray: GrayImage): Promise<Barcode[]>;
  measureQuality(gray: GrayImage): Quality;
  readText(
    image: DecodedPage,
    languages: readonly string[],
    textHeight: number | undefined,
  ): Promise<TextReading>;
  /** Asked after the reading: what is not needed is not loaded. */
  engine(): Engine;
}

/** What a caller may ask of a reading. */
export interface ReadOptions {
  /** 1-based page of the file, default 1. */
  page?: number | undefined;
  /** BCP 47 tags of what is to be read, default `['en']`. */
  languages?: string[] | undefined;
  /** Only one of the two kinds of content. */
  only?: 'barcodes' | 'text' | undefined;
  /**
   * Height of the text where it is known from a reading of the same place before, pixels: a small region whose text is large
   * is read in a fraction of the time. Text of half that height and less may be missed.
   */
  textHeight?: number | undefined;
}

export interface EngineRequest {
  /** BCP 47 tags of what is to be read. */
  languages: string[];
  /** Only one of the two kinds of content. */
  only?: 'barcodes' | 'text' | undefined;
  textHeight?: number | undefined;
  /** 1-based page and number of pages of the file the picture is from. */
  page: { number: number; of: number };
  /** Milliseconds the decoding before took. */
  decodeMs: number;
}

/** Corners less certain than this are left out of a reading. */
const leastDocumentConfidence = 0.6;

/** Makes the reading of one upright picture. */
export async function readPicture(
  image: DecodedPage,
  request: EngineRequest,
  stages: EngineStages,
): Promise<Reading> {
  const { only, languages, textHeight } = request;
  const gray = toGray(image);
  const quality = stages.measureQuality(gray);
  const started = performance.now();
  const barcodes = only === 'text' ? [] : await stages.findBarcodes(gray);
  const between = performance.now();
  const text: TextReading =
    only === 'barcodes'
      ? { lines: [], rotation: 0, disagreements: [] }
      : await stages.readText(image, languages, textHeight);
  const ended = performance.now();
  const lines = dropSymbolNoise(text.lines, barcodes);
  const document = findDocument(gray);
  return {
    page: {
      ...request.page,
      width: image.width,
      height: image.height,
      rotation: text.rotation,
      ...(document && document.confidence >= leastDocumentConfidence
        ? { quad: orientQuad(document.quad, lines, text.rotation) }
        : {}),
    },
    lines,
    barcodes,
    ...(text.disagreements.length > 0 ? { disagreements: text.disagreements } : {}),
    quality,
    languages,
    engine: stages.engine(),
    timings: {
      decode: milliseconds(request.decodeMs),
      barcodes: milliseconds(between - started),
      text: milliseconds(ended - between),
    },
  };
}

const milliseconds = (value: number): number => Math.round(value * 10) / 10;
