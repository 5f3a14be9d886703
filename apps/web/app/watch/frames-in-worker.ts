import type { WatchPlace } from '@readout/domain/watches/rules';

/** Where a worker has its pictures from. */
export interface WorkerFrames {
  /** The newest picture, for drawing; null: none has come yet. */
  newest(): Promise<{ image: CanvasImageSource; width: number; height: number; close(): void } | null>;
  /** Resolves with the first picture, or when none comes within some seconds. */
  ready: Promise<void>;
  stop(): void;
}

/** A shared screen on which nothing moves sends its first picture when it likes. */
const firstFrameMs = 5000;

/**
 * Frames of a stream, read as they come so that none piles up, and the newest kept: a shared screen on which nothing moves
 * sends no new one.
 */
export function streamFrames(readable: ReadableStream<VideoFrame>, onEnded: () => void): WorkerFrames {
  const reader = readable.getReader();
  let frame: VideoFrame | undefined;
  let isStopped = false;
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();
  const giveUp = setTimeout(isReady, firstFrameMs);
  void (async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done || isStopped) {
        value?.close();
        break;
      }
      frame?.close();
      frame = value;
      isReady();
    }
  })()
    .catch(() => {})
    .finally(() => {
      frame?.close();
      frame = undefined;
      clearTimeout(giveUp);
      isReady();
      if (!isStopped) onEnded();
    });
  return {
    ready,
    async newest() {
      return (
        (frame && {
          image: frame,
          width: frame.displayWidth,
          height: frame.displayHeight,
          close() {},
        }) ??
        null
      );
    },
    stop() {
      isStopped = true;
      void reader.cancel().catch(() => {});
    },
  };
}

/** Where in a picture the region is; undefined where the picture has another shape than the one it was marked on. */
export function placeIn(
  { frame, region }: WatchPlace,
  picture: { width: number; height: number },
): WatchPlace['region'] | undefined {
  const [across, down] = [picture.width / frame.width, picture.height / frame.height];
  // The same view in more or fewer pixels; a window of another size shows other things in other places.
  if (Math.abs(across / down - 1) > 0.02) return undefined;
  return {
    x: Math.round(region.x * across),
    y: Math.round(region.y * down),
    width: Math.max(1, Math.round(region.width * across)),
    height: Math.max(1, Math.round(region.height * down)),
  };
}
