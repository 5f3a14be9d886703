import type { UploadParts } from './bucket-uploads.ts';
import { createFileSystemStore } from './file-system-store.ts';
import type { BucketOptions } from './find-bucket.ts';
import { createMovingStore } from './moving-store.ts';
import { type FoundStore, folderOwner } from './store-id.ts';
import type { StoreLocation, StoreLocations } from './store-location.ts';

export interface OpenableStore extends FoundStore {
  /** What it was opened from, each by itself. */
  parts: { store: FoundStore; also: FoundStore | undefined };
  /** Where resumable uploads wait for their rest; undefined: in a folder. */
  uploads: UploadParts | undefined;
}

/** The store, with the one that objects move from, if there is one. */
export async function findStore(
  { store, also }: StoreLocations,
  options: BucketOptions = {},
): Promise<OpenableStore> {
  const parts = {
    store: await findOne(store, options),
    also: also && (await findOne(also, options)),
  };
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

async function findOne(
  location: StoreLocation,
  options: BucketOptions,
): Promise<FoundStore & { uploads: UploadParts | undefined }> {
  if (location.kind === 'folder')
    return {
      owner: folderOwner(location.folder),
      open: (given) => createFileSystemStore(location.folder, given),
      uploads: undefined,
    };
  // A client of S3 is large: only where there is a bucket.
  const { findBucket } = await import('./find-bucket.ts');
  return findBucket(location, options);
}
