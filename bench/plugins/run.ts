/**
 * The accuracy of every first-party plugin on its fixtures, from the pictures themselves: picture, engine, reader in the
 * sandbox. Tells where a stored `reading.json` is no longer what the engine reads.
 *
 *   npm run bench -- plugins [--only PLUGIN] [--stored] [--write]
 *
 * Some minutes for all of them; with `--only` the figures of the other plugins stay as they were.
 * `--stored` takes the stored readings and so some seconds, and keeps nothing; `--write` puts the figures, with those of the
 * last `readers` and `fields`, into the plugins' READMEs.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createImageReader } from '@readout/image-reader/node';
import type { PluginReading } from '@readout/plugin-kit';
import { readFixtures } from '@readout/plugin-kit/testing';
import { createSandbox, loadFirstPartyPlugins } from '@readout/plugin-sandbox/node';
import { writeResults } from '../results-file.ts';
import { measureFixtures } from './measure.ts';
import { type Figures, measuredSection, readFigures, readMeasures, withSection } from './measured-section.ts';
import { readPicture, textsOf } from './read-picture.ts';

const { values: args } = parseArgs({
  options: {
    only: { type: 'string' },
    stored: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const folder = resolve(import.meta.dirname, '../../plugins');
const sandbox = await createSandbox();
const reader = args.stored ? undefined : await createImageReader();
const measures = await readMeasures();
/** With `--only` the figures of the others stay as they were. */
const figures: Figures = args.only ? await readFigures() : {};
for (const plugin of await loadFirstPartyPlugins()) {
  const { id, version } = plugin.manifest;
  if (args.only && args.only !== id) continue;
  const cases = await readFixtures(join(folder, id));
  const readings = new Map<string, PluginReading>();
  const otherwiseRead: string[] = [];
  for (const { name, input } of cases) {
    const reading =
      (reader && (await readPicture(reader, join(folder, id, 'fixtures', name), input.locale))) ??
      input.reading;
    readings.set(name, reading);
    if (JSON.stringify(textsOf(reading)) !== JSON.stringify(textsOf(input.reading))) otherwiseRead.push(name);
  }
  const measured = measureFixtures(sandbox, plugin, cases, ({ name }) => readings.get(name)!);
  figures[id] = { ...measured, otherwiseRead };
  console.log(`${id}: ${JSON.stringify(figures[id])}`);
  if (!args.write || args.stored) continue;
  const file = join(folder, id, 'README.md');
  const readme = await readFile(file, 'utf8');
  await writeFile(file, withSection(readme, measuredSection(id, version, measured, measures)));
}
await reader?.close();
await sandbox.close();

const table = [
  '| plugin | to read | as they should be | to leave alone | left alone | values right | wrong | missing | stored readings that differ |',
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
  ...Object.entries(figures).map(
    ([id, { toRead, readRight, toDecline, declined, right, wrong, missing, otherwiseRead }]) =>
      `| ${id} | ${toRead} | ${readRight} | ${toDecline} | ${declined} | ${right} | ${wrong} | ${missing} | ${otherwiseRead.join(', ') || 'none'} |`,
  ),
].join('\n');
if (reader) await writeResults('plugins', 'First-party plugins on their fixtures', { figures }, table);
else console.log(table);
