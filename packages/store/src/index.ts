export type { UploadParts } from './bucket-uploads.ts';
export { createFileSystemStore } from './file-system-store.ts';
export { type DerivedKind, derivedKey, derivedKinds, exportKey, originalKey, parseKey } from './keys.ts';
export {
  type ByteRange,
  type ObjectInfo,
  type ObjectState,
  type ObjectStore,
  type QuarantinedObject,
  type StagedObject,
  StoreError,
  type Verified,
} from './object-store.ts';
export { findStore } from './open-store.ts';
export {
  claimMovingStores,
  claimStore,
  folderOwner,
  type KnownFiles,
  readStoreId,
  type StoreOwner,
  writeStoreId,
} from './store-id.ts';
export {
  localFolderOf,
  type StoreLocation,
  type StoreLocations,
  storeLocationsOf,
} from './store-location.ts';
