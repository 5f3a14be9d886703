import type { CaptureSource } from '@readout/domain/captures/rules';
import type { Problem } from '../api/answer.ts';
import type { DeviceReadingSummary } from '../device/device-words.ts';

/**
 * - `keeping`: chosen, and being written down on this device
 * - `stored`: durable on this device, not tried yet
 * - `waiting`: in line, or waiting for the connection, a sign-in or its next try (`problem` says why, where there is a reason)
 * - `sending`: on its way
 * - `received`: durable on the server; its bytes are gone from the device
 * - `read`: the server made a reading of it
 * - `failed`: not accepted; it stays here until it is tried again, exported or deleted
 */
export type QueueState = 'keeping' | 'stored' | 'waiting' | 'sending' | 'received' | 'read' | 'failed';

/** A page of a document of several; `id` is the client-made id of page 1. */
export interface QueuedPage {
  id: string;
  /** 1-based. */
  page: number;
}

export interface QueuedCapture {
  /** Made on this device and kept over every try, so that a repeat finds the capture it already made. */
  clientId: string;
  fileName: string;
  /** Media type as the browser named it; may be empty. */
  mediaType: string;
  byteSize: number;
  source: CaptureSource;
  /** ISO 8601, by this device's clock. */
  takenAt: string;
  state: QueueState;
  /** Its bytes are on this device: it can be tried again and exported. */
  hasBytes: boolean;
  /** Bytes the server has. */
  sentBytes: number;
  captureId?: string;
  /** Why it failed, or what it waits for. */
  problem?: Problem;
  /** ISO 8601; when it is tried again by itself. */
  nextTryAt?: string;
  document?: QueuedPage;
  companyId: string;
  userId: string;
  deviceReading?: DeviceReadingSummary;
}

/** `refusal`: the browser names it and does not open it. */
export type NewFile = File | { blob: Blob; fileName: string; clientId?: string; refusal?: Problem };

export interface AboutCaptures {
  source: CaptureSource;
  /** The files are pages of one document, in their order, from `firstPage` (1-based) on; without page 1 in `files`, `id` is that page's client-made id. */
  document?: { id: string; firstPage: number };
  /** Of a single file. */
  deviceReading?: DeviceReadingSummary;
}

/** Whose queue it is, and the company they work in now. */
export interface QueueOwner {
  userId: string;
  companyId: string;
}

export interface QueueStorage {
  usedBytes: number;
  /** 0 where the browser does not say. */
  quotaBytes: number;
  /** Whether the browser promised not to remove it by itself. */
  isPersisted: boolean;
  /** False where nothing survives the page (no secure context, a private window): then the page has to stay open until all is sent. */
  isDurable: boolean;
}

/** Why nothing is sent at the moment, for all of the queue. */
export type QueueHold = 'offline' | 'signed-out' | 'demands' | 'server' | 'maintenance';

export interface CaptureQueue {
  /**
   * Resolves once every file is durable on this device, or, where the browser keeps nothing, once it is held by this page
   * (`storage().isDurable` tells). What cannot be read, and what the server would not take whatever happens, is `failed`
   * from the start, without its bytes; the rest is kept or refused together.
   *
   * @throws QueueFullError with what to do; nothing of these files was kept then
   */
  add(files: Iterable<NewFile>, about: AboutCaptures): Promise<QueuedCapture[]>;
  /** Of who is signed in, oldest first; the same array until something changes. Without what was deleted. */
  items(): readonly QueuedCapture[];
  /** Whether it came in, or was still on its way, since the page was opened. */
  isOfThisVisit(clientId: string): boolean;
  subscribe(listener: () => void): () => void;
  /** `waiting`: everything that is not on the server yet and not failed. The same object until it changes. */
  counts(): QueueCounts;
  hold(): QueueHold | undefined;
  retry(clientId: string): Promise<void>;
  retryAll(): Promise<void>;
  /** Into this device's trash; `restore` takes it back. */
  remove(clientIds: readonly string[]): Promise<void>;
  restore(clientIds: readonly string[]): Promise<void>;
  /** Deleted on this device, newest first, for 30 days. */
  trashed(): readonly QueuedCapture[];
  emptyTrash(): Promise<void>;
  /** Takes what was received off the list. */
  clear(): Promise<void>;
  /** A zip file with the pictures and a `manifest.json`; everything that is not on the server yet unless ids are named. */
  exportFile(clientIds?: readonly string[]): Promise<Blob>;
  /** The picture as it was taken, while it is on this device. */
  picture(clientId: string): Promise<Blob | undefined>;
  /** A small picture; undefined where the browser cannot show the format. */
  thumbnail(clientId: string): Promise<Blob | undefined>;
  storage(): Promise<QueueStorage>;
  /** Called once for each capture that the server acknowledged while this page is open. */
  onReceived(listener: (item: QueuedCapture) => void): () => void;
}

export interface QueueCounts {
  waiting: number;
  failed: number;
}

/** The device has no room, or keeps nothing at the moment; see `inWords` for what happened and what to do. */
export class QueueFullError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.code, options);
    this.name = 'QueueFullError';
    this.problem = problem;
  }
}
