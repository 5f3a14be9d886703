import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import type { GrayImage } from '../image.ts';
import type { SecondGlyph, SecondReader } from './second-opinion.ts';

const require = createRequire(import.meta.url);

/** The engine wants paper around the text. */
const marginPixels = 10;
/** Each language holds its own engine and about 60 MB. */
const maxWorkers = 2;

export interface TesseractReader extends SecondReader {
  close(): Promise<void>;
}

/**
 * Tesseract in WebAssembly with the language data of the installed `@tesseract.js-data/*` packages; nothing is
 * fetched. Engines start with the first line of their language and stay; of too many the one unused longest goes.
 */
export function openTesseract(): TesseractReader {
  const folders = new Map<string, string | undefined>();
  const workers = new Map<string, Promise<Worker>>();
  const folderOf = (code: string): string | undefined => {
    if (!folders.has(code)) folders.set(code, languageFolder(code));
    return folders.get(code);
  };
  const workerOf = async (code: string): Promise<Worker> => {
    const langPath = folderOf(code);
    if (langPath === undefined) throw new Error(`No Tesseract data for ${code} is installed.`);
    let worker = workers.get(code);
    workers.delete(code);
    if (!worker) {
      if (workers.size >= maxWorkers) {
        const [oldest, stale] = workers.entries().next().value as [string, Promise<Worker>];
        workers.delete(oldest);
        await (await stale).terminate();
      }
      worker = startWorker(code, langPath);
    }
    // Last in the map is last used.
    workers.set(code, worker);
    return worker;
  };
  return {
    knows: (code) => folderOf(code) !== undefined,
    async read(line, code) {
      const worker = await workerOf(code);
      const { data } = await worker.recognize(toPgm(line), {}, { text: false, blocks: true });
      const glyphs: SecondGlyph[] = [];
      for (const block of data.blocks ?? []) {
        for (const paragraph of block.paragraphs) {
          for (const { words } of paragraph.lines) {
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
    },
    async close() {
      const open = [...workers.values()];
      workers.clear();
      for (const worker of open) await (await worker).terminate();
    },
  };
}

async function startWorker(code: string, langPath: string): Promise<Worker> {
  const worker = await createWorker(code, OEM.LSTM_ONLY, {
    langPath,
    gzip: true,
    cacheMethod: 'none',
    // Failures come as rejections; without a handler the library throws them a second time, outside any call.
    errorHandler: () => undefined,
  });
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_LINE });
  return worker;
}

function languageFolder(code: string): string | undefined {
  try {
    const folder = join(
      dirname(require.resolve(`@tesseract.js-data/${code}/package.json`)),
      '4.0.0_best_int',
    );
    return existsSync(join(folder, `${code}.traineddata.gz`)) ? folder : undefined;
  } catch {
    // Not installed: the language is read without a second opinion.
    return undefined;
  }
}

/** A binary portable grey map with a margin of the line's paper around it. */
function toPgm({ width, height, data }: GrayImage): Buffer {
  const w = width + 2 * marginPixels;
  const h = height + 2 * marginPixels;
  const head = Buffer.from(`P5\n${w} ${h}\n255\n`);
  const file = Buffer.alloc(head.length + w * h, medianOf(data));
  head.copy(file);
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
