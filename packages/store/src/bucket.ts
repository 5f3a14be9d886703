// cspell:ignore SSEKMS
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { bucketError, isAbsent, isChanged } from './bucket-errors.ts';
import { type ByteRange, StoreError } from './object-store.ts';
import { type BucketSettings, nameOfStore } from './store-location.ts';

/** What is larger is sent in parts of this size. */
const partBytes = 8 * 1024 * 1024;
const mostParts = 10_000;
const partsAtOnce = 3;
const connectWithinMs = 5_000;
/** Without a byte of it. */
const silentForMs = 30_000;
const attempts = 4;
const connections = 64;

export interface BucketEntry {
  /** Below the prefix. */
  path: string;
  byteSize: number;
  modifiedAt: Date;
  /** Other bytes under the same path have another. */
  etag: string;
}

/** A part of a bucket, with what the store needs of S3. Each call is tried a few times and ends in bounded time. */
export interface Bucket {
  /** s3://bucket/prefix. */
  name: string;
  /** Its own clock, to a second: other clocks may differ from it. */
  now(): number;
  /**
   * Sends a file. Its SHA-256, or that of each of its parts, goes ahead of the bytes: what is damaged on the way is refused.
   * @returns its ETag
   */
  putFile(path: string, file: string, byteSize: number): Promise<string>;
  putBytes(path: string, bytes: Uint8Array): Promise<string>;
  /** @param options.etag - of the bytes that are meant; others give `changed` */
  get(
    path: string,
    options?: { range?: ByteRange | undefined; etag?: string | undefined },
  ): Promise<(Omit<BucketEntry, 'path'> & { body: Readable }) | 'changed' | undefined>;
  find(path: string): Promise<BucketEntry | undefined>;
  /** In the order of the paths. */
  list(prefix: string): AsyncGenerator<BucketEntry>;
  /** @returns false where nothing lies at `from` */
  copy(from: string, to: string): Promise<boolean>;
  remove(path: string): Promise<void>;
  /** Ends transfers in parts that began longer ago. */
  abandonUploads(olderThanMs: number): Promise<number>;
}

/** The connection to a bucket: retries are bounded, redirects are not followed. */
export function connectBucket(settings: BucketSettings): S3Client {
  return new S3Client({
    region: settings.region,
    forcePathStyle: settings.isPathStyle,
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    ...(settings.credentials ? { credentials: settings.credentials } : {}),
    maxAttempts: attempts,
    retryMode: 'standard',
    followRegionRedirects: false,
    // Ours go with what is sent; servers that know no checksums stay usable.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectWithinMs,
      requestTimeout: silentForMs,
      socketTimeout: silentForMs,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: connections },
      httpsAgent: { maxSockets: connections },
    },
  });
}

/**
 * @param options.onAway - told when the bucket goes away, with why, and with nothing once it is back
 * @param options.silentMs - after how long without a byte an answer that has begun is given up
 */
export function openBucket(
  client: S3Client,
  settings: BucketSettings,
  {
    onAway = () => {},
    silentMs = silentForMs,
  }: { onAway?: ((why: StoreError | undefined) => void) | undefined; silentMs?: number } = {},
): Bucket {
  const { bucket: Bucket, prefix, encryption } = settings;
  const name = nameOfStore({ kind: 'bucket', transitFolder: '', ...settings });
  const inBucket = prefix === '' ? '' : `${prefix}/`;
  const at = (path: string) => ({ Bucket, Key: inBucket + path });
  const encrypted: { ServerSideEncryption?: 'AES256' | 'aws:kms'; SSEKMSKeyId?: string } = encryption
    ? {
        ServerSideEncryption: encryption.kind,
        ...(encryption.kind === 'aws:kms' && encryption.key ? { SSEKMSKeyId: encryption.key } : {}),
      }
    : {};
  let aheadMs = 0;
  client.middlewareStack.add(
    (next) => async (given) => {
      const result = await next(given);
      const date = Date.parse((result.response as { headers?: Record<string, string> }).headers?.date ?? '');
      if (!Number.isNaN(date)) aheadMs = date - Date.now();
      return result;
    },
    { step: 'deserialize', name: 'clockOfBucket', override: true },
  );

  let isAway = false;
  const tell = (why?: StoreError) => {
    if ((why !== undefined) !== isAway) onAway(why);
    isAway = why !== undefined;
  };
  /** Whatever the client throws, in the store's words. */
  const inWords = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      const result = await work();
      tell();
      return result;
    } catch (error) {
      const said = bucketError(error, name);
      if (said instanceof StoreError && said.code === 'away') tell(said);
      throw said;
    }
  };
  const orAbsent = <T>(work: () => Promise<T>): Promise<T | undefined> =>
    inWords(() =>
      work().catch((error: unknown) => {
        if (isAbsent(error)) return undefined;
        throw error;
      }),
    );

  const putBytes = async (path: string, bytes: Uint8Array) => {
    const { ETag } = await client.send(
      new PutObjectCommand({
        ...at(path),
        ...encrypted,
        Body: bytes,
        ContentLength: bytes.byteLength,
        ChecksumSHA256: createHash('sha256').update(bytes).digest('base64'),
      }),
    );
    return ETag ?? '';
  };

  const putParts = async (path: string, file: string, byteSize: number) => {
    const size = Math.max(partBytes, Math.ceil(byteSize / mostParts));
    const handle = await open(file, 'r');
    try {
      const { UploadId } = await client.send(
        new CreateMultipartUploadCommand({ ...at(path), ...encrypted, ChecksumAlgorithm: 'SHA256' }),
      );
      const upload = { ...at(path), UploadId };
      const parts: { PartNumber: number; ETag: string | undefined; ChecksumSHA256: string }[] = [];
      let next = 1;
      const sendSome = async () => {
        for (let number = next++; (number - 1) * size < byteSize; number = next++) {
          const start = (number - 1) * size;
          const bytes = Buffer.allocUnsafe(Math.min(size, byteSize - start));
          for (let read = 0; read < bytes.length; ) {
            const { bytesRead } = await handle.read(bytes, read, bytes.length - read, start + read);
            if (bytesRead === 0) throw new Error(`${file} became shorter while it was sent.`);
            read += bytesRead;
          }
          const ChecksumSHA256 = createHash('sha256').update(bytes).digest('base64');
          const { ETag } = await client.send(
            new UploadPartCommand({ ...upload, PartNumber: number, Body: bytes, ChecksumSHA256 }),
          );
          parts.push({ PartNumber: number, ETag, ChecksumSHA256 });
        }
      };
      try {
        await allSettled(Array.from({ length: partsAtOnce }, sendSome));
        const { ETag } = await client
          .send(
            new CompleteMultipartUploadCommand({
              ...upload,
              MultipartUpload: { Parts: parts.sort((a, b) => a.PartNumber - b.PartNumber) },
            }),
          )
          .catch(async (error: unknown) => {
            // The client asks again where an answer is lost. Nobody else writes under this path: it ended the first time.
            const found = isAbsent(error) ? await client.send(new HeadObjectCommand(at(path))) : undefined;
            if (found?.ContentLength !== byteSize) throw error;
            return found;
          });
        return ETag ?? '';
      } catch (error) {
        await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
        throw error;
      }
    } finally {
      await handle.close();
    }
  };

  return {
    name,
    now: () => Date.now() + aheadMs,
    putFile: (path, file, byteSize) =>
      inWords(async () => {
        if (byteSize > partBytes) return putParts(path, file, byteSize);
        const handle = await open(file, 'r');
        try {
          return await putBytes(path, await handle.readFile());
        } finally {
          await handle.close();
        }
      }),
    putBytes: (path, bytes) => inWords(() => putBytes(path, bytes)),
    async get(path, { range, etag } = {}) {
      try {
        const found = await orAbsent(() =>
          client.send(
            new GetObjectCommand({
              ...at(path),
              ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
              ...(etag ? { IfMatch: etag } : {}),
            }),
          ),
        );
        if (!found) return undefined;
        return {
          // Of the whole object, also where a range of it was asked for.
          byteSize: Number(found.ContentRange?.split('/').at(-1) ?? found.ContentLength ?? 0),
          modifiedAt: toSecond(found.LastModified),
          etag: found.ETag ?? '',
          body: Readable.from(unlessSilent(found.Body as Readable, silentMs), { objectMode: false }),
        };
      } catch (error) {
        if (isChanged(error)) return 'changed';
        throw error;
      }
    },
    async find(path) {
      const found = await orAbsent(() => client.send(new HeadObjectCommand(at(path))));
      return (
        found && {
          path,
          byteSize: found.ContentLength ?? 0,
          modifiedAt: toSecond(found.LastModified),
          etag: found.ETag ?? '',
        }
      );
    },
    async *list(below) {
      let ContinuationToken: string | undefined;
      do {
        const page = await inWords(() =>
          client.send(
            new ListObjectsV2Command({
              Bucket,
              Prefix: inBucket + below,
              ...(ContinuationToken ? { ContinuationToken } : {}),
            }),
          ),
        );
        for (const { Key, Size, LastModified, ETag } of page.Contents ?? [])
          if (Key)
            yield {
              path: Key.slice(inBucket.length),
              byteSize: Size ?? 0,
              modifiedAt: toSecond(LastModified),
              etag: ETag ?? '',
            };
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken);
    },
    async copy(from, to) {
      const source = [Bucket, ...(inBucket + from).split('/')].map(encodeURIComponent).join('/');
      const copied = await orAbsent(() =>
        client.send(new CopyObjectCommand({ ...at(to), ...encrypted, CopySource: source })),
      );
      return copied !== undefined;
    },
    async remove(path) {
      await orAbsent(() => client.send(new DeleteObjectCommand(at(path))));
    },
    abandonUploads: (olderThanMs) =>
      inWords(async () => {
        let abandoned = 0;
        const { Uploads = [] } = await client.send(
          new ListMultipartUploadsCommand({ Bucket, Prefix: inBucket }),
        );
        for (const { Key, UploadId, Initiated } of Uploads) {
          if (!Key || !UploadId || !Initiated || Date.now() + aheadMs - Initiated.getTime() <= olderThanMs)
            continue;
          await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
          abandoned++;
        }
        return abandoned;
      }),
  };
}

/** The client's own limits end with the first byte. A reader that stops asking for more is not waited for. */
async function* unlessSilent(body: Readable, silentMs: number): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const timer = setTimeout(
        () => body.destroy(Object.assign(new Error('No byte came.'), { code: 'ETIMEDOUT' })),
        silentMs,
      );
      const next = await pieces.next().finally(() => clearTimeout(timer));
      if (next.done) return;
      yield next.value as Uint8Array;
    }
  } finally {
    body.destroy();
  }
}

/** Waits for all, then throws what the first of them threw: nothing of it goes on behind the caller. */
async function allSettled(all: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(all)).find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Lists know milliseconds on some servers, and answers about one object never do. */
function toSecond(date = new Date(0)): Date {
  return new Date(Math.floor(date.getTime() / 1000) * 1000);
}
