import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { PluginReading } from '@readout/plugin-kit';
import { joinPages, papersOf } from '@readout/plugin-kit/document';
import type { LoadedPlugin } from '@readout/plugin-sandbox/node';
import { localDay } from '../local-day.ts';
import { say } from '../say.ts';
import { CommandError, cannotMake } from './command-error.ts';
import { storedReading } from './stored-reading.ts';
import { testPlugin } from './test-plugin.ts';

/** What a fixture is made of, a picture or a capture, once it is read: page by page, or why it could not be. */
export type ReadSource = { source: string; pages: PluginReading[] } | { source: string; failed: string };

interface NewFixtures {
  folder: string;
  sources: string[];
  /** Of the only source; each is named as its file, or by its id, otherwise. */
  fixtureName: string | undefined;
  locale: string;
  /** Day of the capture, ISO 8601, which decides what a date without a year or of the future can be; today otherwise. */
  today: string | undefined;
}

/**
 * Keeps what was read of pictures or captures as a fixture each that expects no records. Prints what the plugin makes of each now, for the author to say what is right.
 * @throws CommandError before anything is read where a fixture has no name or exists; else once all are read, where some
 * could not be
 */
export async function addFixtures(
  plugin: LoadedPlugin,
  { folder, sources, fixtureName, locale, today }: NewFixtures,
  readAll: (sources: readonly string[], languages: readonly string[]) => AsyncIterable<ReadSource>,
  print: (text: string) => Promise<void>,
): Promise<void> {
  const places = new Map(
    sources.map((source) => [
      source,
      join(folder, 'fixtures', nameOf(fixtureName ?? basename(source, extname(source)))),
    ]),
  );
  await expectNew([...places.values()]);
  const made: { place: string; reading: PluginReading }[] = [];
  const failed: string[] = [];
  for await (const read of readAll(sources, [...new Set([locale.split('-')[0]!, 'en'])])) {
    const { source } = read;
    if ('failed' in read) {
      failed.push(`${source}: ${read.failed}`);
      continue;
    }
    const { pages } = read;
    const whole = wholeOf(plugin, pages);
    if (!whole) {
      failed.push(say('cli.plugin.pages', { file: source, pages: pages[0]?.page.of ?? 0 }));
      continue;
    }
    const place = places.get(source)!;
    const reading = storedReading(whole);
    await write(place, source, reading, { locale, today: today ?? localDay(new Date()) });
    made.push({ place, reading });
  }
  const came: string[] = [];
  if (made.length > 0)
    await testPlugin(plugin, folder, async (text) => void came.push(text), { update: false });
  for (const { place, reading } of made) {
    await print(
      say('cli.plugin.fixture_made', {
        place,
        lines: reading.lines.length,
        barcodes: reading.barcodes.length,
      }),
    );
    const mine = came.find((text) => text.includes(` ${basename(place)}  (`));
    if (mine?.startsWith(say('cli.plugin.outcome', { is: 'expected' })))
      await print(`  ${say('cli.plugin.makes_no_record')}`);
    else if (mine) await print(mine);
  }
  if (made.length > 0)
    await print(
      say('cli.plugin.say_what_is_right', { command: 'npx --no-install readout plugin test --update' }),
    );
  if (failed.length > 0) throw new CommandError(failed.join('\n'));
}

/** A picture, or a paper of several pages for a reader that is given them together. */
function wholeOf({ manifest }: LoadedPlugin, pages: readonly PluginReading[]): PluginReading | undefined {
  const [first] = pages;
  if (!first || pages.length < first.page.of) return undefined;
  if (pages.length === 1) return first;
  return manifest.pages === 'together' && papersOf(pages).length === 1 ? joinPages(pages).reading : undefined;
}

function nameOf(text: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  if (name === '' || name.length > 120) throw new CommandError(say('cli.plugin.name_fixture'));
  return name;
}

async function expectNew(places: string[]): Promise<void> {
  for (const [index, place] of places.entries()) {
    const isThere = await stat(place).then(
      () => true,
      () => false,
    );
    if (isThere) throw new CommandError(say('cli.plugin.fixture_there', { name: basename(place) }));
    if (places.indexOf(place) !== index)
      throw new CommandError(say('cli.plugin.fixture_twice', { name: basename(place) }));
  }
}

async function write(
  place: string,
  source: string,
  reading: PluginReading,
  expectation: { locale: string; today: string },
): Promise<void> {
  await mkdir(place, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw cannotMake(place, error);
  });
  const isKeptAsItIs = /^\.(png|jpe?g|webp)$/i.test(extname(source));
  if (isKeptAsItIs)
    await writeFile(join(place, `input${extname(source).toLowerCase()}`), await readFile(source));
  await writeFile(join(place, 'reading.json'), `${JSON.stringify(reading, null, 1)}\n`);
  await writeFile(
    join(place, 'expected.json'),
    `${JSON.stringify({ ...expectation, records: [] }, null, 2)}\n`,
  );
}
