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
export { claimStore, holdsFiles, type KnownFiles, readStoreId, writeStoreId } from './store-id.ts';
