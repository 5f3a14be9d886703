import { createReadStream, createWriteStream, mkdirSync, type ReadStream } from 'node:fs';
import { chmod, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import type { DataStore, Upload } from '@tus/server';
import { noRoom } from '../disk-room.ts';

const noSpace: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Resumable uploads that wait for their rest, with what they are made captures of. */
export interface WaitingUploads extends DataStore {
  /** All that has come of one. */
  bytesOf(id: string): AsyncIterable<Uint8Array>;
  /** Nothing was made of one that is whole: it waits on. */
  keep(id: string): Promise<void>;
}

/** Resumable uploads that wait for their rest, as files nobody else can read; what is removed gives its promise back. */
export class UnfinishedUploads extends FileStore implements WaitingUploads {
  readonly #release: (id: string) => Promise<void>;

  constructor(options: { directory: string; expiryMs: number; release: (id: string) => Promise<void> }) {
    mkdirSync(options.directory, { recursive: true, mode: 0o700 });
    super({ directory: options.directory, expirationPeriodInMilliseconds: options.expiryMs });
    this.#release = options.release;
  }

  override async create(upload: Upload): Promise<Upload> {
    const path = join(this.directory, upload.id);
    try {
      await (await open(path, 'wx', 0o600)).close();
      await super.create(upload);
      await chmod(`${path}.json`, 0o600);
      return upload;
    } catch (error) {
      await this.remove(upload.id);
      throw asRefusal(error);
    }
  }

  /** Appends what comes; what came of it before it broke off stays. */
  override async write(source: ReadStream, id: string, offset: number): Promise<number> {
    const writing = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset });
    try {
      await pipeline(source, writing);
    } catch (error) {
      throw asRefusal(error);
    }
    return offset + writing.bytesWritten;
  }

  bytesOf(id: string): AsyncIterable<Uint8Array> {
    return createReadStream(join(this.directory, id));
  }

  async keep(): Promise<void> {}

  override async remove(id: string): Promise<void> {
    const path = join(this.directory, id);
    await rm(path, { force: true });
    await rm(`${path}.json`, { force: true });
    await this.#release(id);
  }

  /** Removes what nobody finished in time, and files whose other half is missing. */
  override async deleteExpired(): Promise<number> {
    const names = new Set(await readdir(this.directory));
    let removed = 0;
    for (const name of names) {
      // What is known of an upload is written once, when it begins; its bytes are looked at with it.
      if (names.has(`${name}.json`)) continue;
      const found = await stat(join(this.directory, name)).catch(() => undefined);
      if (!found || Date.now() - found.mtimeMs <= this.getExpiration()) continue;
      await this.remove(name.replace(/\.json$/, ''));
      removed++;
    }
    return removed;
  }
}

function asRefusal(error: unknown): unknown {
  return noSpace.includes((error as NodeJS.ErrnoException).code) ? noRoom(error) : error;
}
