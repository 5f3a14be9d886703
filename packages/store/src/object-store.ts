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

/** `altered`: what lies there has other bytes, fewer, or is no file at all. */
export type ObjectState = 'whole' | 'altered' | 'missing';

export interface Verified {
  state: ObjectState;
  /** Of what lies there; absent where nothing does that has a size. */
  byteSize?: number;
}

export interface VerifyOptions {
  /** Reads the bytes even if they were verified a moment ago. */
  isFresh?: boolean;
  /** Awaited after each piece that was read, to go slowly. */
  onRead?: (byteSize: number) => Promise<void>;
}

/** An object that no row knew, out of the way but not gone. */
export interface QuarantinedObject {
  key: string;
  /** ISO 8601 day (UTC) on which it was set aside. */
  day: string;
  byteSize: number;
}

export interface OrphanCheck {
  /** Younger objects are left alone: the intake that stores them may not have come to its row yet. */
  olderThanMs: number;
  isOrphan: () => Promise<boolean>;
}

/**
 * Where bytes are kept. Keys are paths of lower-case letters, digits, `-`, `.` and `/` (see `keys.ts`).
 * A driver has to pass `contract.test-suite.ts`.
 */
export interface ObjectStore {
  /**
   * Writes a stream down while hashing it; memory holds one chunk.
   * @throws StoreError `too_large` as soon as more than `maxBytes` came, `full` where the disk is, `away` where the
   *   store cannot be reached; whatever the stream itself throws. Nothing stays behind then.
   */
  stage(source: AsyncIterable<Uint8Array>, options: { maxBytes: number }): Promise<StagedObject>;
  /** Small objects made by the server itself, durable when this resolves. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string, range?: ByteRange): Promise<StoredObject | undefined>;
  /** Size and time, without the bytes. */
  find(key: string): Promise<ObjectInfo | undefined>;
  /**
   * Gives a path of the local file system under which the bytes can be read until `release`; a copy that nobody released
   * goes an hour later.
   */
  localFile(key: string): Promise<{ path: string; release(): Promise<void> } | undefined>;
  /**
   * Whether the object is exactly the bytes of the hash. What was read stays known while the file is not touched, so that
   * asking again costs nothing; bytes are read again after an hour at the latest.
   * @throws StoreError `away` where the store itself cannot be reached: nothing is known about the object then
   */
  verify(key: string, sha256: string, options?: VerifyOptions): Promise<Verified>;
  /** Removes an object that can be made again. Nothing happens where there is no such object. */
  delete(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<ObjectInfo>;
  /**
   * Moves the object to the quarantine if it is older than the bound and `isOrphan` still says so once nobody can reach
   * it any more; puts it back otherwise. An intake that stores the same bytes meanwhile loses nothing.
   * @returns whether it is in the quarantine now
   */
  quarantine(key: string, check: OrphanCheck): Promise<boolean>;
  /**
   * Removes what was erased on purpose, out of the quarantine too, with the same care.
   * @returns false where it has to be tried again later: the object is too young, or is none to erase
   */
  erase(key: string, check: OrphanCheck): Promise<boolean>;
  /** Removes what was staged longer ago than the bound and never committed; finishes removals that were cut short. */
  sweepStaged(options: { olderThanMs: number; isOrphan: (key: string) => Promise<boolean> }): Promise<number>;
  listQuarantine(prefix?: string): AsyncIterable<QuarantinedObject>;
  /**
   * Brings an object back from the quarantine. Copies whose bytes are not those of `sha256` stay there, and what lies
   * whole in its place stays as it is.
   * @returns whether the object is in its place now
   */
  putBack(key: string, sha256?: string): Promise<boolean>;
  /** Deletes what was set aside on that day (ISO 8601) under that key, for ever. */
  removeQuarantined(object: Pick<QuarantinedObject, 'key' | 'day'>): Promise<void>;
}

export type StoreErrorCode =
  | 'too_large'
  | 'full'
  | 'away'
  | 'other_installation'
  | 'unknown_files'
  | 'files_missing'
  | 'half_moved';

/** Why a store is away, where it said so itself. */
export type AwayReason = 'refused' | 'no_bucket' | 'clock' | 'region' | 'unreachable';

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  /** Of a bucket that is away; the operator's to mend, but for `unreachable`. */
  readonly reason: AwayReason | undefined;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions & { reason?: AwayReason }) {
    super(message, options);
    this.code = code;
    this.reason = options?.reason;
  }
}
