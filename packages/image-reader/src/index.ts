export type { PictureLocation } from './decode/exif-location.ts';
export { sniffedBytes, sniffMediaType } from './decode/sniff.ts';
export * from './errors.ts';
export type * from './image.ts';
export * from './limits.ts';
export type * from './reading.ts';
