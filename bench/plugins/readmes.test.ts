import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createImageReader } from '@readout/image-reader/node';
import { readFixtures } from '@readout/plugin-kit/testing';
import { loadFirstPartyPlugins } from '@readout/plugin-sandbox/node';
import { describe, expect, it } from 'vitest';
import { measuredSection, readFigures, readMeasures } from './measured-section.ts';
import { readPicture, textsOf } from './read-picture.ts';

const folder = resolve(import.meta.dirname, '../../plugins');
const plugins = await loadFirstPartyPlugins();
const measures = await readMeasures();
const figures = await readFigures();

describe.each(plugins)('plugin $manifest.id', (plugin) => {
  const { id, version } = plugin.manifest;

  it('has at least eight fixtures, some to be read and some to be left alone', async () => {
    const cases = await readFixtures(join(folder, id));
    expect(cases.length).toBeGreaterThanOrEqual(8);
    expect(cases.filter(({ expected }) => expected.records.length === 0).length).toBeGreaterThan(0);
  });

  it('says in its README what `npm run bench -- plugins --write` says of it, and where its limits are', async () => {
    const readme = await readFile(join(folder, id, 'README.md'), 'utf8');
    expect(readme).toContain(measuredSection(id, version, figures[id]!, measures));
    expect(readme).toContain('\n## Limits\n');
  });
});

it('the engine still reads in the pictures of fixtures what is stored beside them', async () => {
  const isLong = Boolean(process.env.READOUT_LONG_TESTS);
  const reader = await createImageReader();
  const changed: string[] = [];
  // All of them take minutes; some tell of most changes of the engine.
  for (const { manifest } of plugins.filter((_, at) => isLong || at % 4 === 0)) {
    const cases = await readFixtures(join(folder, manifest.id));
    for (const { name, input } of isLong ? cases : cases.slice(-1)) {
      const reading = await readPicture(reader, join(folder, manifest.id, 'fixtures', name), input.locale);
      if (reading && JSON.stringify(textsOf(reading)) !== JSON.stringify(textsOf(input.reading)))
        changed.push(`${manifest.id}/${name}`);
    }
  }
  await reader.close();
  // Made again by scripts/make-plugin-fixtures.ts.
  expect(changed).toEqual([]);
}, 1_200_000);
