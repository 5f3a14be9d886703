/** What came through a stream, written down but not yet in its place. */
export interface StagedObject {
  /** Lower-case hex. */
  sha256: string;
  byteSize: number;
  /** The first bytes (at most 4,096), to tell the type by. */
  head: Uint8Array;
  /** Puts the bytes under the key, durably: when this resolves they survive a power cut. Replaces what was there. */
  commit(key: string): Promise<void>;
  /** Drops the bytes. Nothing happens after a commit. */
  discard(): Promise<void>;
}

export interface ObjectInfo {
  key: string;
  byteSize: number;
  modifiedAt: Date;
}

export interface StoredObject {
  byteSize: number;
  modifiedAt: Date;
  /** Bytes of the range that was asked for, or all. */
  body: ReadableStream<Uint8Array>;
}

export interface ByteRange {
  /** First byte, 0-based. */
  start: number;
  /** Last byte, inclusive. */
  end: number;
}

/**
 * Where bytes are kept. Keys are paths of lower-case letters, digits, `-`, `.` and `/` (see `keys.ts`).
 * A driver has to pass `contract.test-suite.ts`.
 */
export interface ObjectStore {
  /**
   * Writes a stream down while hashing it; memory holds one chunk.
   * @throws StoreError `too_large` as soon as more than `maxBytes` came, `full` where the disk is; whatever the
   *   stream itself throws. Nothing stays behind then.
   */
  stage(source: AsyncIterable<Uint8Array>, options: { maxBytes: number }): Promise<StagedObject>;
  /** Small objects made by the server itself, durable when this resolves. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string, range?: ByteRange): Promise<StoredObject | undefined>;
  /** Size and time, without the bytes. */
  find(key: string): Promise<ObjectInfo | undefined>;
  /** Gives a path of the local file system under which the bytes can be read until `release`. */
  localFile(key: string): Promise<{ path: string; release(): Promise<void> } | undefined>;
  /** Nothing happens where there is no such object. */
  delete(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<ObjectInfo>;
  /**
   * Removes the object if it is older than the bound and `isOrphan` still says so once nobody can reach it any
   * more; puts it back otherwise. An intake that stores the same bytes meanwhile loses nothing.
   */
  removeOrphan(
    key: string,
    options: { olderThanMs: number; isOrphan: () => Promise<boolean> },
  ): Promise<boolean>;
  /** Removes what was staged longer ago than the bound and never committed; finishes removals that were cut short. */
  sweepStaged(options: { olderThanMs: number; isOrphan: (key: string) => Promise<boolean> }): Promise<number>;
}

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: 'too_large' | 'full';

  constructor(code: 'too_large' | 'full', message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
