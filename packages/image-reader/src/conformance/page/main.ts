import { loadZxing } from '../../barcodes/zxing.ts';
import type { BrowserAssets } from '../../browser/contract.ts';
import type { BrowserReaderOptions, LoadProgress, Part, RuntimeFacts } from '../../browser.ts';
import { type BrowserReader, createImageReader } from '../../browser.ts';
import { type ReadOptions, readPicture } from '../../engine.ts';
import type { RgbaImage } from '../../image.ts';
import type { Reading } from '../../reading.ts';
import { engineStages } from '../../stages.ts';
import { parseDictionary } from '../../text/models.ts';
import type { ConformancePage, Recording, Seen } from '../harness.ts';

// What the suite and the benches call, in a real browser, by `page.evaluate`.

let assets: BrowserAssets | undefined;
let reader: BrowserReader | undefined;

const bytesAt = async (url: string): Promise<ArrayBuffer> => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
};

async function sha256(data: Uint8Array | Float32Array | Uint8ClampedArray): Promise<string> {
  const bytes = new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function pixelsAt(url: string, width: number, height: number): Promise<RgbaImage> {
  return { width, height, data: new Uint8ClampedArray(await bytesAt(url)) };
}

function pixelsOf(picture: ImageBitmap): Uint8ClampedArray {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas.');
  context.drawImage(picture, 0, 0);
  return context.getImageData(0, 0, picture.width, picture.height).data;
}

function startedReader(): BrowserReader {
  if (!reader) throw new Error('Start the reader first.');
  return reader;
}

/** Gives back what the networks of another runtime gave, and refuses where they were asked for something else. */
async function replay(recording: Recording) {
  const outputs = await Promise.all(recording.runs.map(({ output }) => bytesAt(output)));
  const seen: string[] = [];
  let asked = 0;
  return {
    seen,
    infer: async (model: string, input: { data: Float32Array }) => {
      // The next run is asked for while this one is under way.
      const at = asked++;
      const run = recording.runs[at];
      const output = outputs[at];
      if (!run || !output) throw new Error(`A network was run more than ${recording.runs.length} times.`);
      seen[at] = `${model} ${await sha256(input.data)}`;
      return { data: new Float32Array(output), dims: run.dims };
    },
  };
}

const withoutTimes = ({ timings: _, engine: __, ...facts }: Reading): Seen => facts;

const offered: ConformancePage = {
  start(options): void {
    reader?.close();
    const given = options as unknown as BrowserReaderOptions;
    assets = given.assets;
    reader = createImageReader(given);
  },
  async load(part: Part): Promise<LoadProgress[]> {
    const steps: LoadProgress[] = [];
    await startedReader().load(part, (progress) => steps.push(progress));
    return steps;
  },
  runtime: (): RuntimeFacts | undefined => startedReader().runtime(),
  async read(url: string, options?: ReadOptions) {
    const started = performance.now();
    const file = new Blob([await bytesAt(url)]);
    try {
      const { reading, picture } = await startedReader().read(file, options);
      const ms = performance.now() - started;
      picture.close();
      return { reading, ms };
    } catch (error) {
      return { code: String((error as { code?: string }).code ?? error) };
    }
  },
  async decode(url: string, expected: string, page?: number) {
    const file = new Blob([await bytesAt(url)]);
    try {
      const { pages, mediaType } = await startedReader().open(file);
      const { picture, width, height } = await startedReader().read(file, {
        only: 'barcodes',
        ...(page === undefined ? {} : { page }),
      });
      const pixels = pixelsOf(picture);
      const theirs = new Uint8Array(await bytesAt(expected));
      let [differing, maxDifference] = [0, pixels.length === theirs.length ? 0 : 255];
      for (let at = 0; at < pixels.length; at += 4) {
        let most = 0;
        for (let channel = at; channel < at + 4; channel++)
          most = Math.max(most, Math.abs((pixels[channel] as number) - (theirs[channel] ?? 0)));
        if (most > 0) differing++;
        maxDifference = Math.max(maxDifference, most);
      }
      return { width, height, pages, mediaType, differing: differing / (width * height), maxDifference };
    } catch (error) {
      return { code: String((error as { code?: string }).code ?? error) };
    }
  },
  async readPixels(url: string, width: number, height: number, options?: ReadOptions): Promise<Reading> {
    return startedReader().readImage(await pixelsAt(url, width, height), options);
  },
  async replay(url: string, width: number, height: number, recording: Recording) {
    if (!assets) throw new Error('Start the reader first.');
    const { zxingWasm, dictionary } = assets;
    const { seen, infer } = await replay(recording);
    const stages = engineStages({
      zxing: async () => loadZxing(new Uint8Array(await bytesAt(zxingWasm))),
      text: async () => ({ infer, dictionary: parseDictionary(new Uint8Array(await bytesAt(dictionary))) }),
      parts: () => ({}),
    });
    const request = { languages: recording.languages, page: { number: 1, of: 1 }, decodeMs: 0 };
    const reading = await readPicture(await pixelsAt(url, width, height), request, stages);
    return { seen, reading: withoutTimes(reading) };
  },
  async abort(url: string, afterMs: number): Promise<string> {
    const controller = new AbortController();
    const reading = startedReader().read(new Blob([await bytesAt(url)]), { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), afterMs);
    return reading.then(
      () => 'read',
      (error) => String(error),
    );
  },
};

Object.assign(globalThis, { conformance: offered });
