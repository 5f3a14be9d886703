import type { CaptureSource } from '@readout/domain/captures/rules';
import type { Problem } from '../../api/answer.ts';
import type { DeviceReadingSummary } from '../../device/device-words.ts';
import type { QueuedPage } from '../queue-types.ts';

/** What is known of an item without its owner's key. */
export interface ItemRow {
  clientId: string;
  userId: string;
  companyId: string;
  /** Milliseconds since 1970; no two of a device are the same, so that they keep their order. */
  addedAt: number;
  /** Of the picture. */
  byteSize: number;
  /** Pieces the picture is kept in; 0 once they are gone. */
  chunkCount: number;
  state: 'stored' | 'received' | 'read' | 'failed';
  /** Tries that failed. */
  attempts: number;
  /** Milliseconds since 1970; not tried again before. */
  nextTryAt: number;
  /** Where the upload goes on. */
  uploadUrl?: string;
  sentBytes: number;
  captureId?: string;
  receivedAt?: number;
  trashedAt?: number;
  document?: QueuedPage;
  /** Names the key under which the rest is sealed. */
  keyId: string;
  /** An {@link AboutItem}. */
  sealed: ArrayBuffer;
}

/** What only its owner may read. */
export interface AboutItem {
  fileName: string;
  mediaType: string;
  source: CaptureSource;
  takenAt: string;
  deviceReading?: DeviceReadingSummary;
  problem?: Problem;
}

/** Where items and their pieces are kept. */
export interface QueueStore {
  /** Whether what is kept survives the page. */
  readonly isDurable: boolean;
  /** Of a user, oldest first. */
  rows(userId: string): Promise<ItemRow[]>;
  row(clientId: string): Promise<ItemRow | undefined>;
  /** Pieces of an item that has no row yet. Durable when it resolves. */
  keepChunks(clientId: string, firstIndex: number, chunks: readonly ArrayBuffer[]): Promise<void>;
  /** Makes it an item, with its last pieces, in one transaction. Durable when it resolves. */
  add(row: ItemRow, lastChunks: { firstIndex: number; chunks: readonly ArrayBuffer[] }): Promise<void>;
  /** Changes a row that may have changed meanwhile; undefined where it is gone. `dropBytes`: its pieces go with the change, its small picture stays. */
  change(
    clientId: string,
    next: (row: ItemRow) => ItemRow | undefined,
    options?: { dropBytes?: boolean },
  ): Promise<ItemRow | undefined>;
  chunk(clientId: string, index: number): Promise<ArrayBuffer | undefined>;
  keepThumbnail(clientId: string, sealed: ArrayBuffer): Promise<void>;
  thumbnail(clientId: string): Promise<ArrayBuffer | undefined>;
  /** With everything that belongs to them. */
  remove(clientIds: readonly string[]): Promise<void>;
  close(): void;
}
