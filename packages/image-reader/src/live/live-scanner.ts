import type { Frame } from './frame-pixels.ts';
import type { FromLiveWorker, ToLiveWorker } from './protocol.ts';
import type { FrameScan, ScanOptions } from './scan-frame.ts';
import { framesOf } from './video-frames.ts';

export interface LiveScanner {
  /** Resolves once frames are scanned; rejects where the decoder could not be loaded. */
  ready: Promise<void>;
  /**
   * Scans this camera from now on, instead of any before.
   *
   * @param video shows the track; frames are taken from it where the browser gives none from the track
   */
  watch(track: MediaStreamTrack, video: HTMLVideoElement): void;
  /** Takes no more frames; `watch` goes on. */
  pause(): void;
  configure(options: ScanOptions): void;
  /** The newest frame is what `novelty` is measured against from now on. */
  mark(): void;
  onScan(listener: (scan: FrameScan) => void): () => void;
  close(): void;
}

type Way = 'stream' | 'track' | 'video';

/**
 * Scans a camera's frames in a worker of its own: straight from the track where the browser has
 * `MediaStreamTrackProcessor`, else copied from the video element as it shows them. There is never more than one
 * frame on its way; frames that come meanwhile are dropped, not queued.
 *
 * @param options.zxingWasm address of `zxing-wasm/reader/zxing_reader.wasm` on this origin
 */
export function createLiveScanner(options: { zxingWasm: string }): LiveScanner {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'live' });
  const listeners = new Set<(scan: FrameScan) => void>();
  let watched: { track: MediaStreamTrack; video: HTMLVideoElement; stop: () => void } | undefined;
  let takesTracks = false;
  let isReady = false;
  let isBusy = false;
  let restMs = 0;
  let scannedAt = 0;

  const send = (message: ToLiveWorker, transfer: Transferable[] = []) =>
    worker.postMessage(message, transfer);
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  // Who only draws may not care; who waits still gets it.
  ready.catch(() => undefined);

  worker.addEventListener('message', ({ data }: MessageEvent<FromLiveWorker>) => {
    switch (data.kind) {
      case 'ready':
        isReady = true;
        takesTracks = data.takesTracks;
        resolve();
        if (watched) begin(watched.track, watched.video);
        break;
      case 'scan':
        isBusy = false;
        scannedAt = performance.now();
        for (const listener of [...listeners]) listener(data.scan);
        break;
      case 'skipped':
        isBusy = false;
        break;
      case 'failed':
        reject(new Error(data.message));
        break;
    }
  });
  worker.addEventListener('error', (event) =>
    reject(new Error(event.message || 'The scanner did not start.')),
  );
  send({ kind: 'start', zxingWasm: options.zxingWasm });

  function begin(track: MediaStreamTrack, video: HTMLVideoElement): void {
    watched?.stop();
    watched = { track, video, stop: () => undefined };
    if (!isReady) return;
    isBusy = false;
    const ways: Way[] = ['stream', ...(takesTracks ? (['track'] as const) : []), 'video'];
    for (const way of ways) {
      const stop = start(way, track, video);
      if (!stop) continue;
      watched.stop = stop;
      return;
    }
  }

  /** Starts taking frames one way, or says by `undefined` that this browser does not have it. */
  function start(way: Way, track: MediaStreamTrack, video: HTMLVideoElement): (() => void) | undefined {
    if (way === 'video') return fromVideo(video);
    try {
      return way === 'stream' ? fromProcessor(track) : fromTransfer(track);
    } catch {
      return undefined;
    }
  }

  function fromProcessor(track: MediaStreamTrack): () => void {
    if (typeof MediaStreamTrackProcessor === 'undefined') throw new DOMException('', 'NotSupportedError');
    const { readable } = new MediaStreamTrackProcessor({
      track: track as MediaStreamVideoTrack,
      maxBufferSize: 1,
    });
    send({ kind: 'stream', frames: readable }, [readable]);
    return () => send({ kind: 'stop' });
  }

  function fromTransfer(track: MediaStreamTrack): () => void {
    // What is handed over is gone here: a clone, so that the picture stays.
    const handed = track.clone();
    try {
      send({ kind: 'track', track: handed }, [handed as unknown as Transferable]);
    } catch (error) {
      handed.stop();
      throw error;
    }
    return () => send({ kind: 'stop' });
  }

  function fromVideo(video: HTMLVideoElement): () => void {
    let isStopped = false;
    const frames = framesOf(video, (at) => {
      if (isBusy || at - scannedAt < restMs) return;
      isBusy = true;
      toFrame(video).then(
        (frame) => {
          if (isStopped) return frame.close();
          send({ kind: 'frame', frame, at }, [frame]);
        },
        () => {
          isBusy = false;
        },
      );
    });
    return () => {
      isStopped = true;
      frames.stop();
      send({ kind: 'stop' });
    };
  }

  return {
    ready,
    watch: begin,
    pause() {
      watched?.stop();
      watched = undefined;
    },
    configure(scanOptions) {
      restMs = scanOptions.restMs ?? 0;
      send({ kind: 'options', options: scanOptions });
    },
    mark() {
      send({ kind: 'mark' });
    },
    onScan(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      watched?.stop();
      watched = undefined;
      worker.terminate();
    },
  };
}

async function toFrame(video: HTMLVideoElement): Promise<Frame> {
  // Not a copy of the pixels yet, where it exists.
  return typeof VideoFrame === 'undefined' ? createImageBitmap(video) : new VideoFrame(video);
}
