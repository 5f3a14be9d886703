import type { Reader } from './types.ts';

/** Declares a reader plugin; its module's default export. Types only, the reader is returned as it is. */
export function defineReader(reader: Reader): Reader {
  return reader;
}
