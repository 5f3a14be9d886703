import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { PluginReading } from '@readout/plugin-kit';
import type { LoadedPlugin } from '@readout/plugin-sandbox/node';
import { readFiles } from '../read.ts';
import { CommandError } from './command-error.ts';
import { testPlugin, usual } from './test-plugin.ts';

/**
 * Reads a picture as the server would and keeps what was read as a fixture, with what the plugin makes of it now as what
 * is expected, for the author to correct.
 * @returns what to look at, in words
 * @throws CommandError
 */
export async function addFixture(
  plugin: LoadedPlugin,
  {
    folder,
    picture,
    fixtureName,
    locale,
  }: { folder: string; picture: string; fixtureName: string | undefined; locale: string },
): Promise<string> {
  const name = (fixtureName ?? basename(picture, extname(picture)))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  if (name === '' || name.length > 120)
    throw new CommandError('Give the fixture a name of letters and digits with --name.');
  const place = join(folder, 'fixtures', name);
  const languages = [...new Set([locale.split('-')[0]!, 'en'])];
  let reading: PluginReading | undefined;
  for await (const result of readFiles({ files: [picture], plugins: [], only: undefined, languages })) {
    if ('code' in result) throw new CommandError(`${picture}: ${result.code} ${result.message}`);
    if (result.reading.page.of > 1)
      throw new CommandError(`${picture} has ${result.reading.page.of} pages; a fixture is one picture.`);
    reading = contractOf(result.reading);
  }
  if (!reading) throw new CommandError(`${picture} has nothing to read.`);
  await mkdir(join(folder, 'fixtures'), { recursive: true });
  await mkdir(place).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === 'EEXIST'
        ? `There is a fixture ${name} already.`
        : `${place} cannot be made (${error.code}).`,
      { cause: error },
    );
  });
  const isKeptAsItIs = /^\.(png|jpe?g|webp)$/i.test(extname(picture));
  if (isKeptAsItIs)
    await writeFile(join(place, `input${extname(picture).toLowerCase()}`), await readFile(picture));
  await writeFile(join(place, 'reading.json'), `${JSON.stringify(reading, null, 1)}\n`);
  await writeFile(
    join(place, 'expected.json'),
    `${JSON.stringify({ ...usual, locale, records: [] }, null, 2)}\n`,
  );
  const came: string[] = [];
  await testPlugin(plugin, folder, async (text) => void came.push(text), { update: false });
  const mine = came.find((text) => text.includes(`${name}  (`));
  return [
    `${place} holds ${reading.lines.length} lines and ${reading.barcodes.length} barcodes. It expects no records yet; what the plugin makes of it:`,
    ...(mine ? [mine] : []),
    'Write what is right into its expected.json, or take what came with: readout plugin test --update',
  ].join('\n');
}

/** What a plugin sees of a reading, numbers as short as they are exact. */
function contractOf({ page, lines, barcodes, languages }: PluginReading): PluginReading {
  const kept = {
    page,
    lines: lines.map(({ id, text, box, confidence, words }) => ({ id, text, box, confidence, words })),
    barcodes: barcodes.map(({ id, format, text, contentType, symbologyIdentifier, box }) => ({
      id,
      format,
      text,
      contentType,
      symbologyIdentifier,
      box,
    })),
    languages,
  };
  return JSON.parse(
    JSON.stringify(kept, (_, item) => (typeof item === 'number' ? Math.round(item * 1000) / 1000 : item)),
  );
}
