import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@readout/domain/errors';

/** What has to stay free on each file system: the smaller of the two that are given. */
export interface DiskFloor {
  bytes?: number;
  /** Of the whole file system, 0 to 1. */
  share?: number;
}

/** A folder that uploads are written to, and its file system. */
export interface FolderRoom {
  folder: string;
  freeBytes: number;
  totalBytes: number;
  floorBytes: number;
  isFull: boolean;
}

/** Keeps a floor of free disk: a database, a log and anything that has to make room need some, too. */
export interface DiskRoom {
  /** Room for what is about to be written, until it is released. @throws AppError `store.full` */
  hold(bytes: number): Promise<{ release(): void }>;
  /** As a moment ago. Without file systems that do not tell. */
  look(): Promise<FolderRoom[]>;
}

/** @param options.stat - free and whole size of the file system a folder is on, bytes; undefined where it does not tell */
export function createDiskRoom({
  folders,
  floor,
  stat = statOf,
  keptForMs = 1000,
}: {
  folders: readonly string[];
  floor: DiskFloor;
  stat?: (folder: string) => Promise<{ freeBytes: number; totalBytes: number } | undefined>;
  /** How long one look holds. */
  keptForMs?: number;
}): DiskRoom {
  let held = 0;
  let kept: { until: number; rooms: Promise<FolderRoom[]> } | undefined;
  const look = (): Promise<FolderRoom[]> => {
    if (kept && kept.until > performance.now()) return kept.rooms;
    const rooms = Promise.all(folders.map((folder) => lookAt(folder))).then((all) =>
      all.filter((room) => room !== undefined),
    );
    kept = { until: performance.now() + keptForMs, rooms };
    return rooms;
  };
  const lookAt = async (folder: string): Promise<FolderRoom | undefined> => {
    const found = await stat(folder);
    if (!found) return undefined;
    const floorBytes = Math.min(
      floor.bytes ?? Number.POSITIVE_INFINITY,
      (floor.share ?? 1) * found.totalBytes,
    );
    return { folder, ...found, floorBytes, isFull: found.freeBytes < floorBytes };
  };
  return {
    look,
    async hold(bytes) {
      const rooms = await look();
      // Of what is held some is written already: then it is counted twice, on the safe side.
      if (rooms.some((room) => room.freeBytes - held - bytes < room.floorBytes)) throw noRoom();
      held += bytes;
      let isHeld = true;
      return {
        release() {
          if (isHeld) held -= bytes;
          isHeld = false;
        },
      };
    },
  };
}

export function noRoom(cause?: unknown): AppError {
  return new AppError('store.full', {}, { cause });
}

/** Of the folder, or of the nearest one above that is there. */
async function statOf(folder: string): Promise<{ freeBytes: number; totalBytes: number } | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    const above = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) return undefined;
    return statOf(above);
  }
}
