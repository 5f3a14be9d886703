export type * from './types.ts';
export * from './manifest.ts';
