export type * from './reading.ts';
export type * from './image.ts';
export * from './errors.ts';
export * from './limits.ts';
export { sniffedBytes, sniffMediaType } from './decode/sniff.ts';
