export type { FieldType, Manifest, ManifestField } from './manifest.ts';
export * from './reader.ts';
export type * from './types.ts';
