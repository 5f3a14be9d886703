import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { hasCode } from './files.ts';
import { type StagedObject, StoreError } from './object-store.ts';

const headBytes = 4096;

/** Writes a stream into the file while hashing it. @throws StoreError `too_large` as soon as more than `maxBytes` came */
export async function writeHashed(file: FileHandle, source: AsyncIterable<Uint8Array>, maxBytes: number) {
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let byteSize = 0;
  let headSize = 0;
  for await (const chunk of source) {
    byteSize += chunk.byteLength;
    if (byteSize > maxBytes) throw new StoreError('too_large', `More than ${maxBytes} bytes came.`);
    hash.update(chunk);
    if (headSize < headBytes) {
      const part = chunk.slice(0, headBytes - headSize);
      head.push(part);
      headSize += part.byteLength;
    }
    let offset = 0;
    while (offset < chunk.byteLength) offset += (await file.write(chunk, offset)).bytesWritten;
  }
  return { sha256: hash.digest('hex'), byteSize, head: Buffer.concat(head) as Uint8Array };
}

/** A disk, a quota or a file limit that is full is foreseen, and a share that went away or turned read-only; everything else is not. */
export function asStoreError(error: unknown): unknown {
  if (hasCode(error, 'ENOSPC', 'EDQUOT', 'EFBIG'))
    return new StoreError('full', 'There is no room left where pictures are stored.', { cause: error });
  if (hasCode(error, 'ESTALE', 'ENOTCONN', 'EHOSTDOWN', 'ETIMEDOUT', 'ENODEV', 'EACCES', 'EIO', 'EROFS'))
    return new StoreError('away', 'The store cannot be reached.', { cause: error });
  return error;
}

/** Stores bytes that are there whole. @param stage - of the store, with the most bytes it takes */
export async function putStaged(
  stage: (source: AsyncIterable<Uint8Array>, maxBytes: number) => Promise<StagedObject>,
  key: string,
  bytes: Uint8Array,
): Promise<void> {
  const object = await stage(oneChunk(bytes), bytes.byteLength);
  try {
    await object.commit(key);
  } finally {
    await object.discard();
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
