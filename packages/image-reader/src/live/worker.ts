import { loadZxing } from '../barcodes/zxing.ts';
import { createFramePixels, type Frame } from './frame-pixels.ts';
import type { FromLiveWorker, ToLiveWorker } from './protocol.ts';
import { createFrameScanner, type FrameScanner, type ScanOptions } from './scan-frame.ts';
import { warmUp } from './warm-up.ts';

/** Scans frames, one at a time and always the newest, so that the page only draws. */
const tell = (message: FromLiveWorker) => self.postMessage(message);

/** In this browser or not; the declarations only know that it may be on the page. */
const TrackProcessor = (self as { MediaStreamTrackProcessor?: typeof MediaStreamTrackProcessor })
  .MediaStreamTrackProcessor;

const pixels = createFramePixels();
let scanner: FrameScanner | undefined;
let options: ScanOptions = { barcodes: true, document: false };
let reader: ReadableStreamDefaultReader<VideoFrame> | undefined;
/** A track that was given away by the page: ended here. */
let handed: MediaStreamTrack | undefined;
let hasFrames = false;

async function start(zxingWasm: string): Promise<void> {
  const response = await fetch(zxingWasm);
  if (!response.ok)
    throw new Error(`The barcode decoder's file was answered with status ${response.status}.`);
  const started = createFrameScanner(await loadZxing(new Uint8Array(await response.arrayBuffer())));
  scanner = started;
  tell({ kind: 'ready', takesTracks: TrackProcessor !== undefined });
  await warmUp(started, () => !hasFrames && !reader);
}

async function scan(frame: Frame, at: number): Promise<void> {
  try {
    if (!hasFrames) {
      // What the decoder was warmed up with was never in front of this camera.
      hasFrames = true;
      scanner?.reset();
    }
    const gray = await pixels.toGray(frame);
    if (scanner) tell({ kind: 'scan', scan: scanner.scan(gray, at, options) });
    else tell({ kind: 'skipped' });
  } catch {
    // A frame whose buffer the camera took back meanwhile; what sends frames waits for an answer.
    tell({ kind: 'skipped' });
  } finally {
    frame.close();
  }
}

/** Ends when the track ends or another one takes its place. */
async function follow(frames: ReadableStream<VideoFrame>): Promise<void> {
  stop();
  const mine = frames.getReader();
  reader = mine;
  for (;;) {
    const { done, value } = await mine.read();
    if (done) return;
    if (reader !== mine) {
      value.close();
      return;
    }
    await scan(value, performance.now());
    if (options.restMs) await new Promise((resolve) => setTimeout(resolve, options.restMs));
  }
}

function stop(): void {
  void reader?.cancel().catch(() => undefined);
  reader = undefined;
  handed?.stop();
  handed = undefined;
  scanner?.reset();
}

self.addEventListener('message', ({ data }: MessageEvent<ToLiveWorker>) => {
  switch (data.kind) {
    case 'start':
      start(data.zxingWasm).catch((error: unknown) => tell({ kind: 'failed', message: String(error) }));
      break;
    case 'stream':
      void follow(data.frames);
      break;
    case 'track':
      if (TrackProcessor) {
        const { readable } = new TrackProcessor({
          track: data.track as MediaStreamVideoTrack,
          maxBufferSize: 1,
        });
        void follow(readable);
        handed = data.track;
      }
      break;
    case 'frame':
      void scan(data.frame, data.at);
      break;
    case 'options':
      options = data.options;
      break;
    case 'mark':
      scanner?.mark();
      break;
    case 'stop':
      stop();
      break;
  }
});
