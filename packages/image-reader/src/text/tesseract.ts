import type { GrayImage } from '../image.ts';
import type { SecondGlyph, SecondReader } from './second-opinion.ts';

/** The part of tesseract.js-core used here; the package declares no types. */
export interface TesseractCore {
  FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
  TessBaseAPI: new () => TesseractApi;
}

interface TesseractApi {
  /** 0 is success. */
  Init(dataPath: string | null, language: string, engineMode: number): number;
  SetVariable(name: string, value: string): void;
  /** 1 is failure. */
  SetImageFile(exifOrientation: number, angle: number): number;
  Recognize(monitor: null): number;
  GetJSONText(): string;
}

interface JsonBlock {
  paragraphs: { lines: { words: { symbols: JsonSymbol[] }[] }[] }[];
}

interface JsonSymbol {
  text: string;
  /** 0 to 100. */
  confidence: number;
  bbox: { x0: number; x1: number };
}

/** Where the engine and its data come from; the files of an installed package, or addresses. */
export interface TesseractSource {
  /** Whether there is data for a language, by Tesseract's name of it. */
  knows(code: string): boolean;
  /** Starts a fresh engine. */
  start(): Promise<TesseractCore>;
  /** Unpacked language data. */
  language(code: string): Promise<Uint8Array>;
}

/** The engine wants paper around the text. */
const marginPixels = 10;
/** Each language holds its own engine and about 60 MB. */
const maxEngines = 2;
/** `OEM_LSTM_ONLY` and `PSM_SINGLE_LINE` of Tesseract. */
const lstmOnly = 1;
const singleLine = '7';
/** The file `SetImageFile` of tesseract.js-core reads, whatever it is asked. */
const pictureFile = '/input';

/**
 * Tesseract in WebAssembly, on the caller's thread. Engines start with the first line of their language and stay; of
 * too many the one unused longest goes.
 */
export function openTesseract(
  source: TesseractSource,
): SecondReader & { prepare(code: string): Promise<void> } {
  const engines = new Map<string, Promise<Engine>>();
  const engineOf = (code: string): Promise<Engine> => {
    const engine = engines.get(code) ?? startEngine(source, code);
    engines.delete(code);
    if (engines.size >= maxEngines) engines.delete(engines.keys().next().value as string);
    // Last in the map is last used.
    engines.set(code, engine);
    engine.catch(() => {
      if (engines.get(code) === engine) engines.delete(code);
    });
    return engine;
  };
  return {
    knows: source.knows,
    async prepare(code) {
      await engineOf(code);
    },
    ready: (code) =>
      engineOf(code).then(
        () => true,
        () => false,
      ),
    async read(line, code) {
      const engine = await engineOf(code);
      try {
        return readLine(engine, line);
      } catch (error) {
        // A trap leaves the engine's memory as it was in the middle of something.
        engines.delete(code);
        throw error;
      }
    },
  };
}

interface Engine {
  core: TesseractCore;
  api: TesseractApi;
}

async function startEngine(source: TesseractSource, code: string): Promise<Engine> {
  const [core, data] = await Promise.all([source.start(), source.language(code)]);
  const file = `./${code}.traineddata`;
  core.FS.writeFile(file, data);
  const api = new core.TessBaseAPI();
  if (api.Init(null, code, lstmOnly) !== 0) throw new Error(`Tesseract's data for ${code} are not usable.`);
  core.FS.unlink(file);
  api.SetVariable('tessedit_pageseg_mode', singleLine);
  return { core, api };
}

function readLine({ core, api }: Engine, line: GrayImage): SecondGlyph[] {
  core.FS.writeFile(pictureFile, toPgm(line));
  if (api.SetImageFile(1, 0) === 1) throw new Error('Tesseract could not take in the line.');
  api.Recognize(null);
  const { blocks }: { blocks?: JsonBlock[] | null } = JSON.parse(api.GetJSONText());
  const glyphs: SecondGlyph[] = [];
  for (const { paragraphs } of blocks ?? []) {
    for (const { lines } of paragraphs) {
      for (const { words } of lines) {
        for (const { symbols } of words) {
          for (const { text, confidence, bbox } of symbols) {
            const [from, to] = [bbox.x0 - marginPixels, bbox.x1 - marginPixels];
            glyphs.push({ text, confidence: confidence / 100, from, to });
          }
        }
      }
    }
  }
  return glyphs;
}

/** A binary portable grey map with a margin of the line's paper around it. */
function toPgm({ width, height, data }: GrayImage): Uint8Array {
  const w = width + 2 * marginPixels;
  const h = height + 2 * marginPixels;
  const head = new TextEncoder().encode(`P5\n${w} ${h}\n255\n`);
  const file = new Uint8Array(head.length + w * h).fill(medianOf(data));
  file.set(head);
  for (let y = 0; y < height; y++) {
    file.set(data.subarray(y * width, (y + 1) * width), head.length + (y + marginPixels) * w + marginPixels);
  }
  return file;
}

function medianOf(data: Uint8ClampedArray): number {
  const histogram = new Uint32Array(256);
  for (const v of data) histogram[v] = (histogram[v] as number) + 1;
  let left = data.length / 2;
  for (let v = 0; v < 256; v++) {
    left -= histogram[v] as number;
    if (left <= 0) return v;
  }
  return 255;
}
