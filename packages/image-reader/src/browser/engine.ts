import { loadZxing, type Zxing } from '../barcodes/zxing.ts';
import { checkBytes, checkPixels, damaged } from '../decode/check-size.ts';
import { type Decoders, decodeFile, openFile } from '../decode/decode-file.ts';
import { composeOntoGround } from '../decode/ground.ts';
import type { OpenedFile } from '../decode/open-file.ts';
import { sniffedBytes, sniffMediaType } from '../decode/sniff.ts';
import { wasmInstantiator } from '../decode/wasm.ts';
import { type ReadOptions, readPicture, type Watcher } from '../engine.ts';
import { ImageError } from '../errors.ts';
import type { RgbaImage } from '../image.ts';
import type { Reading } from '../reading.ts';
import { engineStages } from '../stages.ts';
import type { Infer } from '../text/infer.ts';
import type { Backend, BrowserAssets, LoadProgress, Part, RuntimeFacts } from './contract.ts';
import { decodeRaster, readBitmap } from './decode-raster.ts';
import { countDownloads, type Downloads } from './downloads.ts';
import { loadNetworks, type Networks } from './networks.ts';

export interface EngineSettings {
  assets: BrowserAssets;
  threads: number;
  backend: Backend;
  onRuntime(facts: RuntimeFacts): void;
}

/** The engine as the worker runs it: on its own thread, with whatever it needs fetched when it is needed. */
export interface BrowserEngine {
  load(part: Part, report: (progress: LoadProgress) => void): Promise<void>;
  open(file: Blob): Promise<OpenedFile>;
  read(
    file: Blob,
    options: ReadOptions,
    signal: AbortSignal,
  ): Promise<{ reading: Reading; image: RgbaImage }>;
  readImage(
    image: ImageBitmap | RgbaImage,
    options: ReadOptions,
    signal: AbortSignal,
    watcher: Watcher | undefined,
  ): Promise<Reading>;
}

export function createEngine({ assets, threads, backend, onRuntime }: EngineSettings): BrowserEngine {
  const unseen = countDownloads(() => undefined);
  const zxing = once(async ({ fetch }) => loadZxing(await fetch(assets.zxingWasm)));
  let networks: Networks | undefined;
  const text = once(async (downloads) => {
    networks = await loadNetworks(assets, downloads, { threads, backend });
    onRuntime(networks.facts);
    return networks;
  });
  const decoders: Decoders = {
    decodeRaster: (bytes, mediaType) => decodeRaster(bytes as Uint8Array<ArrayBuffer>, mediaType),
    heif: wasmInstantiator(() => fetchOptional(assets.heif)),
    pdfium: wasmInstantiator(() => fetchOptional(assets.pdfium)),
  };
  const fetchOptional = async (url: string | undefined): Promise<Uint8Array> => {
    if (url === undefined) {
      throw new ImageError(
        'image.unsupported_type',
        'This device reads no such file. Send it to the server, which does.',
      );
    }
    return unseen.fetch(url);
  };
  const stagesFor = (signal: AbortSignal) =>
    engineStages({
      zxing: (): Promise<Zxing> => zxing(unseen),
      text: async () => {
        const { infer, dictionary, added } = await text(unseen);
        return { dictionary, added, infer: interruptible(infer, signal) };
      },
      parts: () => networks?.parts ?? {},
    });
  const requestOf = (options: ReadOptions, pages: number, decodeMs: number) => ({
    languages: options.languages ?? ['en'],
    only: options.only,
    textHeight: options.textHeight,
    page: { number: options.page ?? 1, of: pages },
    decodeMs,
  });
  return {
    async load(part, report) {
      const downloads = countDownloads((loadedBytes, totalBytes) =>
        report({ part, loadedBytes, totalBytes }),
      );
      if (part === 'barcodes') {
        await zxing(downloads);
        return;
      }
      await text(downloads);
    },
    open: async (file) => openFile(await bytesOf(file), decoders),
    async read(file, options, signal) {
      const started = performance.now();
      const bytes = await bytesOf(file);
      const { pages } = await openFile(bytes, decoders);
      const image = await decodeFile(bytes, options.page ?? 1, decoders);
      signal.throwIfAborted();
      const request = requestOf(options, pages, performance.now() - started);
      return { reading: await readPicture(image, request, stagesFor(signal)), image };
    },
    async readImage(image, options, signal, watcher) {
      const started = performance.now();
      const picture = pixelsOf(image);
      const request = requestOf(options, 1, performance.now() - started);
      return readPicture(picture, request, stagesFor(signal), watcher);
    },
  };
}

function pixelsOf(image: ImageBitmap | RgbaImage): RgbaImage {
  // A bitmap that was given away before has no size any more.
  checkPixels(image.width, image.height);
  const picture = 'close' in image ? composeOntoGround(readBitmap(image)) : image;
  if (picture.data.length !== picture.width * picture.height * 4) throw damaged();
  return picture;
}

/** The bytes of a file; one that is too large is refused before it is in memory. */
async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const head = new Uint8Array(await file.slice(0, sniffedBytes).arrayBuffer());
  checkBytes(file.size, sniffMediaType(head));
  return new Uint8Array(await file.arrayBuffer());
}

/** Does something once, and again after it failed. Who comes while it is done waits with the first. */
function once<T>(make: (downloads: Downloads) => Promise<T>): (downloads: Downloads) => Promise<T> {
  let made: Promise<T> | undefined;
  return (downloads) => {
    if (made) return made;
    const making = make(downloads);
    made = making;
    making.catch(() => {
      made = undefined;
    });
    return making;
  };
}

/** Networks run without giving the thread back; between two runs it is, so that word of an abort comes through. */
function interruptible(infer: Infer, signal: AbortSignal): Infer {
  return async (model, input) => {
    await giveWay(signal);
    return infer(model, input);
  };
}

/** Lets waiting messages in. @throws the signal's reason where one of them was an abort. */
async function giveWay(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
  signal.throwIfAborted();
}
