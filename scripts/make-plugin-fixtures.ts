/**
 * Makes the readings and expectations of plugin fixtures again from their pictures:
 *
 *     node scripts/make-plugin-fixtures.ts [plugin[/case]] [--accept]
 *
 * `input.svg` is drawn to `input.png`; the engine reads the picture into `reading.json`; with `--accept` what the plugin
 * makes of it becomes `expected.json`. Look at the difference before committing it: the expectation is the test.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createImageReader } from '@readout/image-reader/node';
import type { PluginReading } from '@readout/plugin-kit';
import { type Expectation, summarise } from '@readout/plugin-kit/testing';
import { createSandbox, loadPlugin } from '@readout/plugin-sandbox/node';
import { storedReading } from '../packages/cli/src/plugin/stored-reading.ts';

const root = join(import.meta.dirname, '../plugins');
const accept = process.argv.includes('--accept');
const only = process.argv[2]?.startsWith('-') ? undefined : process.argv[2];

const reader = await createImageReader();
const sandbox = await createSandbox();
const files = (await readdir(root, { recursive: true })).filter((file) =>
  /^[^/]+\/fixtures\/[^/]+\/source\.md$/.test(file),
);
for (const file of files.sort()) {
  const [plugin = '', , name = ''] = file.split('/');
  if (only && only !== plugin && only !== `${plugin}/${name}`) continue;
  const folder = join(root, dirname(file));
  const names = await readdir(folder);
  const expectationPath = join(folder, 'expected.json');
  const stated: Partial<Expectation> = names.includes('expected.json')
    ? JSON.parse(await readFile(expectationPath, 'utf8'))
    : {};
  const { locale = 'en-GB', today = '2026-03-10' } = stated;
  const picture = await pictureOf(folder, names);
  if (picture) {
    const { reading } = await reader.read(picture, { languages: [...new Set([locale.slice(0, 2), 'en'])] });
    await writeFile(join(folder, 'reading.json'), `${JSON.stringify(storedReading(reading), null, 1)}\n`);
  }
  const reading: PluginReading = JSON.parse(await readFile(join(folder, 'reading.json'), 'utf8'));
  const run = sandbox.run(await loadPlugin(join(root, plugin)), { reading, settings: {}, locale, today });
  if (!run.ok) throw new Error(`${plugin}/${name}: ${run.code}: ${run.message}`);
  const records = summarise(run.records);
  const same = JSON.stringify(records) === JSON.stringify(stated.records);
  console.log(
    `${plugin}/${name}: ${reading.lines.length} lines, ${reading.barcodes.length} barcodes, ${records.length} records${same ? '' : ', not as expected'}`,
  );
  if (accept && !same)
    await writeFile(expectationPath, `${JSON.stringify({ locale, today, records }, null, 2)}\n`);
}
await sandbox.close();
await reader.close();

/** The picture's bytes; a drawing is rasterised first. Undefined where the case has only a reading. */
async function pictureOf(folder: string, names: string[]): Promise<Uint8Array | undefined> {
  if (names.includes('input.svg') && !names.includes('input.png')) {
    const { default: sharp } = await import('sharp');
    // The engine blocks what draws vectors; these drawings are ours.
    sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
    await sharp(join(folder, 'input.svg'))
      .flatten({ background: '#fff' })
      .grayscale()
      .png({ palette: true, colours: 16 })
      .toFile(join(folder, 'input.png'));
    names.push('input.png');
  }
  const picture = names.find((name) => /^input\.(png|jpg|webp)$/.test(name));
  return picture ? readFile(join(folder, picture)) : undefined;
}
