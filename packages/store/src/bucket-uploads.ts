import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Bucket, BucketEntry } from './bucket.ts';
import { makeFolder } from './files.ts';
import { StoreError } from './object-store.ts';
import { asStoreError } from './staging.ts';

/** Of a resumable upload that has not ended, in a bucket: whichever process a client reaches goes on with it. */
export interface UploadParts {
  /** Keeps what is known of an upload; nothing of it has come yet. */
  begin(id: string, about: string): Promise<void>;
  /** What is known of it, and how many of its bytes have come in a row from the first; undefined where there is no such upload. */
  look(id: string): Promise<{ about: string; byteSize: number } | undefined>;
  /**
   * Takes what comes from `offset` on. What came before it broke off stays.
   * @param lastSize - how many bytes end the upload: so many wait on this disk for what is made of them, see `keepLast`
   * @returns how many bytes came
   */
  append(id: string, offset: number, source: AsyncIterable<Uint8Array>, lastSize: number): Promise<number>;
  /** All that has come, from the first byte on. */
  read(id: string): AsyncIterable<Uint8Array>;
  /** Puts what waits in this process with the rest: nothing was made of it. */
  keepLast(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Ids of uploads of which nothing came for that long. */
  listIdle(olderThanMs: number): AsyncIterable<string>;
}

interface Part extends BucketEntry {
  start: number;
  end: number;
}

const idPattern = /^[0-9a-z_-]{1,200}$/;

/**
 * `uploads/ID/about` and `uploads/ID/START-END~MARK`, each written once. Two requests that think the upload theirs write
 * bytes of the same file, each to where it belongs: whatever parts there are in a row are right.
 */
export function createBucketUploads(bucket: Bucket, transitFolder: string): UploadParts {
  /** The end of an upload that came just now, on this disk. */
  const last = new Map<string, { start: number; path: string; byteSize: number }>();
  const folder = (id: string) => {
    if (!idPattern.test(id)) throw new TypeError(`Not the id of an upload: ${id}`);
    return `uploads/${id}/`;
  };
  const partName = (start: number, end: number) =>
    `${[start, end].map((at) => String(at).padStart(15, '0')).join('-')}~${randomBytes(8).toString('hex')}`;

  /** Those that are needed to read on and on from the first byte. */
  const inARow = async (id: string): Promise<{ parts: Part[]; byteSize: number; isThere: boolean }> => {
    const parts: Part[] = [];
    let byteSize = 0;
    let isThere = false;
    for await (const entry of bucket.list(folder(id))) {
      const [, start, end] = /\/(\d+)-(\d+)~/.exec(entry.path) ?? [];
      if (entry.path.endsWith('/about')) isThere = true;
      if (start === undefined || Number(start) > byteSize || Number(end) <= byteSize) continue;
      parts.push({ ...entry, start: Number(start), end: Number(end) });
      byteSize = Number(end);
    }
    return { parts, byteSize, isThere };
  };

  const dropLast = async (id: string) => {
    const kept = last.get(id);
    last.delete(id);
    if (kept) await rm(kept.path, { force: true });
  };

  const send = async (id: string, start: number, path: string, byteSize: number) => {
    if (byteSize > 0) await bucket.putFile(folder(id) + partName(start, start + byteSize), path, byteSize);
  };

  async function* read(id: string): AsyncGenerator<Uint8Array> {
    const { parts, byteSize } = await inARow(id);
    let at = 0;
    for (const { path, etag, start, end } of parts) {
      const found = await bucket.get(path, { etag, range: { start: at - start, end: end - start - 1 } });
      if (!found || found === 'changed')
        throw new StoreError('away', `A part of an upload is not in ${bucket.name} any more.`);
      yield* found.body as AsyncIterable<Uint8Array>;
      at = end;
    }
    const kept = last.get(id);
    if (kept?.start === byteSize) yield* createReadStream(kept.path) as AsyncIterable<Uint8Array>;
  }

  return {
    async begin(id, about) {
      await bucket.putBytes(`${folder(id)}about`, Buffer.from(about));
    },
    async look(id) {
      const { byteSize, isThere } = await inARow(id);
      if (!isThere) return undefined;
      const about = await bucket.get(`${folder(id)}about`);
      if (!about || about === 'changed') return undefined;
      const kept = last.get(id);
      return {
        about: await text(about.body),
        byteSize: kept?.start === byteSize ? byteSize + kept.byteSize : byteSize,
      };
    },
    async append(id, offset, source, lastSize) {
      await makeFolder(transitFolder);
      const path = join(transitFolder, randomUUID());
      const file = await open(path, 'wx', 0o600);
      let [size, failure]: [number, unknown] = [0, undefined];
      try {
        try {
          for await (const piece of source) {
            await file.writeFile(piece);
            size += piece.byteLength;
          }
        } catch (error) {
          failure = asStoreError(error);
        } finally {
          await file.close();
        }
        if (failure === undefined && size === lastSize) {
          await dropLast(id);
          last.set(id, { start: offset, path, byteSize: size });
          return size;
        }
        await send(id, offset, path, size);
        if (failure !== undefined) throw failure;
        return size;
      } finally {
        if (last.get(id)?.path !== path) await rm(path, { force: true });
      }
    },
    read,
    async keepLast(id) {
      const kept = last.get(id);
      if (!kept) return;
      await send(id, kept.start, kept.path, kept.byteSize);
      await dropLast(id);
    },
    async remove(id) {
      await dropLast(id);
      for await (const { path } of bucket.list(folder(id))) await bucket.remove(path);
    },
    async *listIdle(olderThanMs) {
      const newest = new Map<string, number>();
      for await (const { path, modifiedAt } of bucket.list('uploads/')) {
        const id = path.split('/')[1]!;
        newest.set(id, Math.max(newest.get(id) ?? 0, modifiedAt.getTime()));
      }
      for (const [id, at] of newest) if (bucket.now() - at > olderThanMs) yield id;
    },
  };
}
