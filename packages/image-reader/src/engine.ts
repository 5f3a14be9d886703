import type { DecodedPage } from './decode/decode-file.ts';
import type { MissingValue } from './decode/pdf-forms.ts';
import { findDocument } from './document/find-document.ts';
import { orientQuad } from './document/orient-quad.ts';
import type { GrayImage } from './image.ts';
import { dropSymbolNoise } from './layout/drop-symbol-noise.ts';
import { runOverEdge } from './layout/over-edge.ts';
import type { Barcode, Disagreement, Engine, Line, Quad, Quality, Reading } from './reading.ts';
import type { OnLines, TextReading } from './text/read-text.ts';
import { toGray } from './text/resample.ts';

/** The stages a runtime entry puts together; each is pure but for the models and decoders inside. */
export interface EngineStages {
  findBarcodes(gray: GrayImage): Promise<Barcode[]>;
  measureQuality(gray: GrayImage): Quality;
  readText(
    image: DecodedPage,
    languages: readonly string[],
    seen: { textHeight: number | undefined; paper: Quad | undefined },
    onLines: OnLines | undefined,
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

/** Somebody who watches a frame of a camera being read. */
export interface Watcher {
  /** What the scan of the same frame found, in pixels of the frame. */
  found: Pick<Reading, 'barcodes' | 'quality'>;
  /**
   * Is given what is read so far: first the tallest lines.
   *
   * @param isAllText whether all lines are in it, and only displays, machine-readable zones and codes are still looked for
   */
  onReading(reading: Reading, isAllText: boolean): void;
}

/** As many as a reading tells. */
const mostDisagreements = 50;

/** Corners less certain than this are left out of a reading. */
const leastDocumentConfidence = 0.6;

/** Makes the reading of one upright picture, the same whether somebody watches or not. */
export async function readPicture(
  image: DecodedPage,
  request: EngineRequest,
  stages: EngineStages,
  watcher?: Watcher,
): Promise<Reading> {
  const { only, languages, textHeight } = request;
  const gray = toGray(image);
  const quality = stages.measureQuality(gray);
  // A page that was drawn of a file is all paper, and holds no code.
  const document = image.isDrawn ? undefined : findDocument(gray);
  const paper = document && document.confidence >= leastDocumentConfidence ? document.quad : undefined;
  // What is not asked for takes no time.
  const findCodes = async (): Promise<Timed<Barcode[]>> =>
    only === 'text' || image.isDrawn ? { value: [], ms: 0 } : timed(() => stages.findBarcodes(gray));
  const findText = async (): Promise<Timed<TextReading>> =>
    only === 'barcodes'
      ? { value: { lines: [], rotation: 0, disagreements: [] }, ms: 0 }
      : timed(() => stages.readText(image, languages, { textHeight, paper }, watcher && onLines));
  const onLines: OnLines = ({ lines, rotation }, isAll) => {
    if (!watcher) return;
    const { barcodes, quality: seen } = watcher.found;
    const reading: Reading = {
      page: { ...request.page, width: image.width, height: image.height, rotation },
      lines: dropSymbolNoise(lines, barcodes),
      barcodes,
      quality: seen,
      languages,
      engine: stages.engine(),
      timings: { decode: milliseconds(request.decodeMs), barcodes: 0, text: 0 },
    };
    watcher.onReading(reading, isAll);
  };
  // Who watches has seen the codes already.
  const early = watcher && (await findText());
  // Codes are looked for while the detector runs.
  const [{ value: text, ms: textMs }, { value: barcodes, ms: barcodesMs }] = await Promise.all([
    early ?? findText(),
    findCodes(),
  ]);
  const lines = dropSymbolNoise(text.lines, barcodes);
  const missing = only === 'barcodes' ? [] : (image.missing ?? []);
  const disagreements = [...missing.map(notShown), ...text.disagreements].slice(0, mostDisagreements);
  return {
    page: {
      ...request.page,
      width: image.width,
      height: image.height,
      rotation: text.rotation,
      ...(paper && !isCut(paper, lines) ? { quad: orientQuad(paper, lines, text.rotation) } : {}),
    },
    lines,
    barcodes,
    ...(disagreements.length > 0 ? { disagreements } : {}),
    quality,
    languages,
    engine: stages.engine(),
    timings: {
      decode: milliseconds(request.decodeMs),
      barcodes: milliseconds(barcodesMs),
      text: milliseconds(textMs),
    },
  };
}

/** What a file says and its page cannot show is told, not used. */
const notShown = ({ text, box }: MissingValue): Disagreement => ({
  kind: 'not_shown',
  text: text.slice(0, 500),
  box: box.map(([x, y]) => [Math.round(10 * x) / 10, Math.round(10 * y) / 10]) as Quad,
});

interface Timed<T> {
  value: T;
  ms: number;
}

async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const started = performance.now();
  const value = await work();
  return { value, ms: performance.now() - started };
}

const isCut = (paper: Quad, lines: readonly Line[]): boolean =>
  runOverEdge(
    lines.map(({ box }) => box),
    paper,
  );

const milliseconds = (value: number): number => Math.round(value * 10) / 10;
