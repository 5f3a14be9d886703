import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { loadZxing, type Zxing } from './zxing.ts';

let started: Promise<Zxing> | undefined;

/** The decoder with its WASM bytes from the installed package; one for the process. */
export function loadZxingFromPackage(): Promise<Zxing> {
  started ??= readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')).then(
    loadZxing,
  );
  return started;
}
