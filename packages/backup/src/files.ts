import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { BackupError } from './backup-error.ts';

export interface WrittenFile {
  /** Of the file's bytes, lower-case hex. */
  sha256: string;
  byteSize: number;
}

/** Writes a file that is not there yet; it is on the disk when this resolves, and gone when it rejects. */
export async function writeDurably(path: string, source: AsyncIterable<Uint8Array>): Promise<WrittenFile> {
  const file = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let byteSize = 0;
    for await (const chunk of source) {
      hash.update(chunk);
      byteSize += chunk.byteLength;
      let offset = 0;
      while (offset < chunk.byteLength) offset += (await file.write(chunk, offset)).bytesWritten;
    }
    await file.sync();
    await file.close();
    return { sha256: hash.digest('hex'), byteSize };
  } catch (error) {
    await file.close().catch(() => {});
    await rm(path, { force: true }).catch(() => {});
    throw error;
  }
}

/** Puts a small file in place at once, or not at all. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  await writeDurably(draft, oneChunk(Buffer.from(text)));
  await rename(draft, path);
}

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * The bytes of a file, compared with what they were when it was written: the end of the stream is reached only if they
 * are the same.
 *
 * @throws BackupError `backup.damaged`
 */
export async function* readVerified(
  path: string,
  expected: WrittenFile | { sha256: string },
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let byteSize = 0;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      hash.update(chunk);
      byteSize += chunk.byteLength;
      yield chunk;
    }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT')
      throw new BackupError('backup.damaged', `${path} is missing.`, { cause });
    throw cause;
  }
  if (hash.digest('hex') !== expected.sha256 || ('byteSize' in expected && byteSize !== expected.byteSize))
    throw new BackupError('backup.damaged', `${path} is not what was written: its hash differs.`);
}

export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Lines of UTF-8 text, without their ends. None is longer than `maxLength` characters. */
export async function* linesOf(
  source: AsyncIterable<Uint8Array>,
  maxLength = 10_000,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of source) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLength)
      throw new BackupError('backup.damaged', 'A list holds a line that is too long.');
    yield* lines;
  }
  if (rest) yield rest;
}
