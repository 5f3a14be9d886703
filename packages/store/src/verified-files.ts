import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { hasCode } from './files.ts';
import type { VerifyOptions } from './object-store.ts';

const pieceBytes = 512 * 1024;
/** A file that was touched so lately may be touched again without its times telling. */
const settledAfterMs = 2000;
const knownForMs = 3_600_000;
const maxKnown = 20_000;

/** Hashes of files that were read once and not touched since. */
export interface VerifiedFiles {
  /** Lower-case hex; undefined where the disk does not give the bytes. */
  hash(path: string, file: FileHandle, options?: VerifyOptions): Promise<string | undefined>;
}

/**
 * A file is known again by device, inode, size and times: what writes to it through the file system changes its
 * ctime. What changes below the file system shows when the hour is over.
 */
export function createVerifiedFiles(): VerifiedFiles {
  const known = new Map<string, { mark: string; sha256: string; at: number }>();
  const underWay = new Map<string, Promise<string | undefined>>();

  const read = async (path: string, file: FileHandle, mark: string, options: VerifyOptions) => {
    const before = await file.stat({ bigint: true });
    const sha256 = await hashOf(file, options);
    const after = await file.stat({ bigint: true });
    known.delete(path);
    const changedAt = Math.max(Number(after.mtimeMs), Number(after.ctimeMs));
    if (
      sha256 &&
      markOf(before) === mark &&
      markOf(after) === mark &&
      Date.now() - changedAt > settledAfterMs
    )
      known.set(path, { mark, sha256, at: performance.now() });
    for (const oldest of known.keys()) {
      if (known.size <= maxKnown) break;
      known.delete(oldest);
    }
    return sha256;
  };

  return {
    async hash(path, file, options = {}) {
      const mark = markOf(await file.stat({ bigint: true }));
      if (options.isFresh || options.onRead) return read(path, file, mark, options);
      const found = known.get(path);
      if (found?.mark === mark && performance.now() - found.at < knownForMs) return found.sha256;
      // Many readers of one file hash it once.
      const wanted = `${path} ${mark}`;
      const running = underWay.get(wanted);
      if (running) return running;
      const reading = read(path, file, mark, options).finally(() => underWay.delete(wanted));
      underWay.set(wanted, reading);
      return reading;
    },
  };
}

type BigStats = Awaited<ReturnType<typeof statBig>>;
const statBig = (file: FileHandle) => file.stat({ bigint: true });

function markOf({ dev, ino, size, mtimeNs, ctimeNs }: BigStats): string {
  return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

async function hashOf(file: FileHandle, { onRead }: VerifyOptions): Promise<string | undefined> {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(pieceBytes);
  try {
    for (let at = 0; ; ) {
      const { bytesRead } = await file.read(piece, 0, pieceBytes, at);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(piece.subarray(0, bytesRead));
      at += bytesRead;
      await onRead?.(bytesRead);
    }
  } catch (error) {
    // A sector that is gone: these bytes are not what was stored, whatever they would be.
    if (hasCode(error, 'EIO')) return undefined;
    throw error;
  }
}
