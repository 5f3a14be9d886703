import type { PluginReading } from '@readout/plugin-kit';
import { failureInWords, readFiles } from '../read.ts';
import type { ReadSource } from './add-fixture.ts';

/** Reads pictures as the server would, with one warm engine. */
export async function* readPictures(
  files: readonly string[],
  languages: readonly string[],
): AsyncGenerator<ReadSource> {
  const read = new Map<string, PluginReading[]>();
  const asked = { files: [...files], plugins: [], only: undefined, languages: [...languages] };
  for await (const result of readFiles(asked)) {
    const { file } = result;
    if ('code' in result) yield { source: file, failed: `${result.code} ${failureInWords(result)}` };
    else read.set(file, [...(read.get(file) ?? []), result.reading]);
  }
  for (const [source, pages] of read) yield { source, pages };
}
