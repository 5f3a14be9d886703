import { connectBucket, openBucket } from './bucket.ts';
import { bucketOwner } from './bucket-owner.ts';
import { createBucketStore } from './bucket-store.ts';
import { createBucketUploads, type UploadParts } from './bucket-uploads.ts';
import { createFileSystemStore } from './file-system-store.ts';
import { createMovingStore } from './moving-store.ts';
import type { ObjectStore, StoreError } from './object-store.ts';
import { folderOwner, type StoreOwner } from './store-id.ts';
import type { StoreLocation, StoreLocations } from './store-location.ts';

/** A store where its settings say, not yet opened: whose it is comes first. */
export interface FoundStore {
  owner: StoreOwner;
  /** @param options.installationId - whose it is: where it does not say so any more, it is away */
  open(options?: { installationId?: string }): Promise<ObjectStore>;
}

interface Options {
  /** Told when a bucket goes away, with why, and with nothing once it is back. */
  onAway?: (why: StoreError | undefined) => void;
}

/** The store, with the one that objects move from, if there is one. */
export function findStore(
  { store, also }: StoreLocations,
  options: Options = {},
): FoundStore & {
  /** What it was opened from, each by itself. */
  parts: { store: FoundStore; also: FoundStore | undefined };
  /** Where resumable uploads wait for their rest; undefined: in a folder. */
  uploads: UploadParts | undefined;
} {
  const parts = { store: findOne(store, options), also: also && findOne(also, options) };
  return {
    owner: parts.store.owner,
    parts,
    uploads: parts.store.uploads,
    async open(given) {
      const opened = await parts.store.open(given);
      return parts.also ? createMovingStore(opened, await parts.also.open(given)) : opened;
    },
  };
}

function findOne(
  location: StoreLocation,
  { onAway }: Options,
): FoundStore & { uploads: UploadParts | undefined } {
  if (location.kind === 'folder')
    return {
      owner: folderOwner(location.folder),
      open: (options) => createFileSystemStore(location.folder, options),
      uploads: undefined,
    };
  const bucket = openBucket(connectBucket(location), location, { onAway });
  return {
    owner: bucketOwner(bucket),
    open: ({ installationId } = {}) =>
      createBucketStore(bucket, { transitFolder: location.transitFolder, installationId }),
    uploads: createBucketUploads(bucket, location.transitFolder),
  };
}
