/** A rectangle in pixels of the frame, whole numbers, inside the frame. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Something that shows moving pictures, alive until it is stopped here or by the browser. */
export interface FrameSource {
  kind: 'screen' | 'camera';
  /** What is seen, in words for the person: a window's title where the browser tells it. */
  label: string;
  /** Width of its pictures in pixels; a shared window changes it when it is resized. */
  readonly width: number;
  /** Height of its pictures in pixels. */
  readonly height: number;
  /** For a live preview, and for readers that take frames by themselves. */
  stream: MediaStream;
  /**
   * The newest picture, or a part of it; what of the region lies outside the frame is left out. Close the bitmap when done.
   *
   * @throws FrameError `ended` once it no longer runs, `no_frame` where no picture comes within two seconds
   */
  grab(region?: Region): Promise<ImageBitmap>;
  /** Called once, when it ends for whatever reason; at once where it has ended already. */
  onEnded(listener: () => void): () => void;
  stop(): void;
}

export class FrameError extends Error {
  readonly reason: 'ended' | 'no_frame';
  constructor(reason: 'ended' | 'no_frame', message: string) {
    super(message);
    this.name = 'FrameError';
    this.reason = reason;
  }
}

/** The region moved and cut to whole pixels of the frame, at least one pixel each way. */
export function insideFrame(region: Region, frame: { width: number; height: number }): Region {
  const left = clamp(Math.round(region.x), 0, frame.width - 1);
  const top = clamp(Math.round(region.y), 0, frame.height - 1);
  const right = clamp(Math.round(region.x + region.width), left + 1, frame.width);
  const bottom = clamp(Math.round(region.y + region.height), top + 1, frame.height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
