import { textOfPage } from '../texts/page-text.ts';
import type { Region } from './region.ts';

export { insideFrame, type Region } from './region.ts';

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
   * @throws FrameError `ended` once it no longer runs, `no_frame` where no picture comes within ten seconds
   */
  grab(region?: Region): Promise<ImageBitmap>;
  /** Called once, when it ends for whatever reason; at once where it has ended already. */
  onEnded(listener: () => void): () => void;
  stop(): void;
}

/** Carries a sentence for the person. */
export class FrameError extends Error {
  readonly reason: 'ended' | 'no_frame';
  constructor(reason: 'ended' | 'no_frame') {
    super(textOfPage()('common.frame_problem', { reason }));
    this.name = 'FrameError';
    this.reason = reason;
  }
}
