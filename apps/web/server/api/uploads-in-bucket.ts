import type { Readable } from 'node:stream';
import type { UploadParts } from '@readout/store';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { foreseenInStore } from './take-in.ts';
import type { WaitingUploads } from './unfinished-uploads.ts';

/** Resumable uploads that wait for their rest in a bucket, where every process finds them. */
export class UploadsInBucket extends DataStore implements WaitingUploads {
  readonly #parts: UploadParts;
  readonly #expiryMs: number;
  readonly #release: (id: string) => Promise<void>;
  /** Whole sizes, of those this process was asked about. */
  readonly #sizes = new Map<string, number>();

  constructor(options: {
    parts: UploadParts;
    expiryMs: number;
    release: (id: string) => Promise<void>;
  }) {
    super();
    this.#parts = options.parts;
    this.#expiryMs = options.expiryMs;
    this.#release = options.release;
    this.extensions = [
      'creation',
      'creation-with-upload',
      'creation-defer-length',
      'termination',
      'expiration',
    ];
  }

  override async create(upload: Upload): Promise<Upload> {
    upload.creation_date = new Date().toISOString();
    const { id, size = 0, metadata, creation_date } = upload;
    try {
      await this.#parts.begin(id, JSON.stringify({ size, metadata, creation_date }));
    } catch (error) {
      await this.#release(id);
      throw foreseenInStore(error);
    }
    this.#sizes.set(id, size);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await inWords(this.#parts.look(id));
    if (!found) throw ERRORS.FILE_NOT_FOUND;
    const about = JSON.parse(found.about) as Pick<Upload, 'metadata' | 'creation_date'> & { size: number };
    this.#sizes.set(id, about.size);
    return new Upload({
      id,
      size: about.size,
      offset: found.byteSize,
      ...(about.metadata ? { metadata: about.metadata } : {}),
      ...(about.creation_date ? { creation_date: about.creation_date } : {}),
    });
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const left = (this.#sizes.get(id) ?? 0) - offset;
    return offset + (await inWords(this.#parts.append(id, offset, source, left)));
  }

  bytesOf(id: string): AsyncIterable<Uint8Array> {
    return this.#parts.read(id);
  }

  keep(id: string): Promise<void> {
    return inWords(this.#parts.keepLast(id));
  }

  override async remove(id: string): Promise<void> {
    this.#sizes.delete(id);
    await inWords(this.#parts.remove(id));
    await this.#release(id);
  }

  override async deleteExpired(): Promise<number> {
    let removed = 0;
    for await (const id of this.#parts.listIdle(this.#expiryMs)) {
      await this.remove(id);
      removed++;
    }
    return removed;
  }

  override getExpiration(): number {
    return this.#expiryMs;
  }
}

function inWords<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw foreseenInStore(error);
  });
}
