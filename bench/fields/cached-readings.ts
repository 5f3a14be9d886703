import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Reading } from '@readout/image-reader';
import { createImageReader, type ImageReader } from '@readout/image-reader/node';

const root = resolve(import.meta.dirname, '../..');

/** Readings of pictures, kept under `.cache/` for as long as the engine's source and the picture stay the same. */
export interface CachedReadings {
  /**
   * `only` saves reading text where a measure looks at barcodes alone; `languages` are the company's, English unless told.
   */
  read(file: string, options?: { only?: 'barcodes'; languages?: string[] }): Promise<Reading>;
  close(): Promise<void>;
}

export async function openCachedReadings(): Promise<CachedReadings> {
  const folder = join(root, '.cache/readings', await engineHash());
  await mkdir(folder, { recursive: true });
  let reader: ImageReader | undefined;
  return {
    async read(file, { only, languages = ['en'] } = {}) {
      const bytes = await readFile(file);
      const key = createHash('sha256')
        .update(bytes)
        .update(`${only ?? ''} ${languages}`)
        .digest('hex')
        .slice(0, 24);
      const path = join(folder, `${key}.json`);
      try {
        return JSON.parse(await readFile(path, 'utf8'));
      } catch {
        reader ??= await createImageReader();
        const { reading } = await reader.read(bytes, { languages, only });
        await writeFile(path, JSON.stringify(reading));
        return reading;
      }
    },
    close: async () => reader?.close(),
  };
}

/** Hash over the engine's source as far as it decides what is read: its version only changes with a release. */
async function engineHash(): Promise<string> {
  const source = join(root, 'packages/image-reader/src');
  const decides = /^(?:engine\.ts|image\.ts|(?:barcodes|decode|layout|segments|text)\/.*\.ts)$/;
  const files = (await readdir(source, { recursive: true })).filter(
    (name) => decides.test(name) && !/\.(?:test|tmp)\.ts$/.test(name),
  );
  const hash = createHash('sha256');
  for (const name of files.sort()) hash.update(name).update(await readFile(join(source, name)));
  return hash.digest('hex').slice(0, 16);
}
