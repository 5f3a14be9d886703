import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { SecondReader } from './second-opinion.ts';
import { openTesseract, type TesseractCore } from './tesseract.ts';

const require = createRequire(import.meta.url);
const unpack = promisify(gunzip);

/**
 * Tesseract with the language data of the installed `@tesseract.js-data/*` packages; nothing is fetched. The build
 * without relaxed SIMD, whose results may differ from one processor to the next.
 */
export function openInstalledTesseract(): SecondReader {
  const files = new Map<string, string | undefined>();
  const fileOf = (code: string): string | undefined => {
    if (!files.has(code)) files.set(code, languageFile(code));
    return files.get(code);
  };
  return openTesseract({
    knows: (code) => fileOf(code) !== undefined,
    // Loaded only when the first line of such a language comes.
    start: () => {
      const start: () => Promise<TesseractCore> = require('tesseract.js-core/tesseract-core-simd-lstm.js');
      return start();
    },
    async language(code) {
      const file = fileOf(code);
      if (file === undefined) throw new Error(`No Tesseract data for ${code} is installed.`);
      return unpack(await readFile(file));
    },
  });
}

function languageFile(code: string): string | undefined {
  try {
    const folder = dirname(require.resolve(`@tesseract.js-data/${code}/package.json`));
    const file = join(folder, '4.0.0_best_int', `${code}.traineddata.gz`);
    return existsSync(file) ? file : undefined;
  } catch {
    // Not installed: the language is read without a second opinion.
    return undefined;
  }
}
