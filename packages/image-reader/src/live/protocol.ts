import type { Frame } from './frame-pixels.ts';
import type { FrameScan, ScanOptions } from './scan-frame.ts';

export type ToLiveWorker =
  | { kind: 'start'; zxingWasm: string }
  /** Frames straight from the camera's track, without the page in between. */
  | { kind: 'stream'; frames: ReadableStream<VideoFrame> }
  /** The track itself, where only workers can take its frames. */
  | { kind: 'track'; track: MediaStreamTrack }
  /** One frame; the next is sent once this one's scan came back. */
  | { kind: 'frame'; frame: Frame; at: number }
  | { kind: 'options'; options: ScanOptions }
  | { kind: 'mark' }
  /** No more frames of what was given before. */
  | { kind: 'stop' };

export type FromLiveWorker =
  | { kind: 'ready'; takesTracks: boolean }
  | { kind: 'scan'; scan: FrameScan }
  /** A frame that could not be looked at; the next may be. */
  | { kind: 'skipped' }
  | { kind: 'failed'; message: string };
