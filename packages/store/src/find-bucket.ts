import { connectBucket, openBucket } from './bucket.ts';
import { bucketOwner } from './bucket-owner.ts';
import { createBucketStore } from './bucket-store.ts';
import { createBucketUploads, type UploadParts } from './bucket-uploads.ts';
import type { StoreError } from './object-store.ts';
import type { FoundStore } from './store-id.ts';
import type { StoreLocation } from './store-location.ts';

export interface BucketOptions {
  /** Told when a bucket goes away, with why, and with nothing once it is back. */
  onAway?: (why: StoreError | undefined) => void;
}

export function findBucket(
  location: StoreLocation & { kind: 'bucket' },
  { onAway }: BucketOptions,
): FoundStore & { uploads: UploadParts } {
  const bucket = openBucket(connectBucket(location), location, { onAway });
  return {
    owner: bucketOwner(bucket),
    open: ({ installationId } = {}) =>
      createBucketStore(bucket, { transitFolder: location.transitFolder, installationId }),
    uploads: createBucketUploads(bucket, location.transitFolder),
  };
}
