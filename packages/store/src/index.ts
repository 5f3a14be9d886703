export { createFileSystemStore } from './file-system-store.ts';
export { type DerivedKind, derivedKey, derivedKinds, originalKey, parseKey } from './keys.ts';
export {
  type ByteRange,
  type ObjectInfo,
  type ObjectStore,
  type StagedObject,
  StoreError,
} from './object-store.ts';
