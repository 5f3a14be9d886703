import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectBucket, openBucket } from '../bucket.ts';
import { bucketOwner } from '../bucket-owner.ts';
import { createBucketStore } from '../bucket-store.ts';
import type { StoreUnderTest } from '../contract.test-suite.ts';
import type { BucketSettings } from '../store-location.ts';

/** A store in a bucket, whose objects can look older than the server says they are. */
export async function bucketUnderTest(settings: BucketSettings): Promise<StoreUnderTest> {
  const transitFolder = await mkdtemp(join(tmpdir(), 'readout-transit-'));
  const client = connectBucket(settings);
  const ages = new Map<string, number>();
  const older = (key: string | undefined, date: Date | undefined) =>
    date && new Date(date.getTime() - (ages.get(key ?? '') ?? 0));
  client.middlewareStack.add(
    (next) => async (given) => {
      const result = await next(given);
      const { output } = result as {
        output: {
          Contents?: { Key?: string; LastModified?: Date | undefined }[];
          LastModified?: Date | undefined;
        };
      };
      for (const each of output.Contents ?? []) each.LastModified = older(each.Key, each.LastModified);
      if (output.LastModified)
        output.LastModified = older((given.input as { Key?: string }).Key, output.LastModified);
      return result;
    },
    { step: 'initialize' },
  );
  const bucket = openBucket(client, settings);
  const installationId = randomUUID();
  await bucketOwner(bucket).writeId(installationId);
  const store = await createBucketStore(bucket, { transitFolder, installationId });
  const pathOf = async (key: string) => (await Array.fromAsync(bucket.list(`objects/${key}~`))).at(-1)!.path;
  return {
    store,
    async age(what, byMs) {
      if (what !== 'staged') {
        ages.set(`${settings.prefix}/${await pathOf(what.key)}`, byMs);
        return;
      }
      const then = (Date.now() - byMs) / 1000;
      for (const name of await readdir(transitFolder)) await utimes(join(transitFolder, name), then, then);
    },
    overwrite: async (key, bytes) => void (await bucket.putBytes(await pathOf(key), bytes)),
    countStaged: async () => (await readdir(transitFolder)).length,
    async close() {
      client.destroy();
      await rm(transitFolder, { recursive: true });
    },
  };
}
