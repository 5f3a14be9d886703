import type { RunState, SampleGap, Watch } from '@readout/domain/watches/rules';

/** Whose samples: they are sent for nobody else. */
export interface Owner {
  companyId: string;
  userId: string;
}

/** A sample as this device keeps it until the server has it. */
export interface KeptSample {
  id: string;
  /** ISO 8601, by this device's clock. */
  takenAt: string;
  value: number | null;
  text: string | null;
  confidence: number;
  isReadable: boolean;
  /** Why it says nothing; see `reasonInWords`. */
  reason?: string;
  gap?: SampleGap;
  /** The region where it changed: WebP or JPEG. */
  picture?: Uint8Array<ArrayBuffer>;
}

export type WatchedReads = Pick<Watch, 'id' | 'intervalMs' | 'reads' | 'place' | 'low' | 'high'>;

/** What the page tells the worker of a watch. */
export type ToWorker =
  | {
      type: 'start';
      watch: WatchedReads;
      owner: Owner;
      device: string;
      sourceLabel: string;
      /** `stream`: of frames; `grab`: the page is asked for each. */
      frames: { kind: 'stream'; readable: ReadableStream<VideoFrame> } | { kind: 'grab' };
    }
  /** What was asked for with `grab`; null: there is no picture at the moment. */
  | { type: 'grabbed'; id: number; picture: ImageBitmap | null; frame: { width: number; height: number } }
  | { type: 'read'; id: number; text: string | null; confidence: number; problem?: string }
  | { type: 'stop'; why: 'stopped' | 'source_ended' }
  /** Sends what an earlier visit left, without reading anything. */
  | { type: 'send-left'; owner: Owner }
  | { type: 'online' };

export interface OutboxState {
  /** Samples on this device that the server does not have yet. */
  waiting: number;
  /** Why they wait; undefined while all goes well. */
  problem?: { code: string /** As the server told it. */; sentence?: string | undefined } | undefined;
  /** Samples the server will not take; they stay here. */
  refused: number;
  /** Server's clock less this device's. */
  clockSkewMs?: number | undefined;
  /** False: the company's storage is full, samples are kept without pictures. */
  keepsPictures?: boolean | undefined;
}

/** What the worker of a watch tells the page. */
export type FromWorker =
  /** Durable on this device. */
  | { type: 'sample'; sample: KeptSample; hasChanged: boolean }
  /** The region as it was just looked at. */
  | { type: 'looked'; picture: ImageBitmap; at: number }
  | { type: 'grab'; id: number }
  | { type: 'read'; id: number; picture: ImageBitmap }
  | { type: 'outbox'; watchId: string; state: OutboxState }
  | { type: 'stopped'; state: RunState }
  /** The reason as `reasonInWords` takes it. */
  | { type: 'failed'; reason: string };
