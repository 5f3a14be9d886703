import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadPlugin } from '../load-plugins.ts';
import { bundlePlugin } from './bundle.ts';

const folder = fileURLToPath(new URL('../../../../plugins/', import.meta.url));
const ids = (await readdir(folder, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test.each(ids)(
  '%s is built alike from its folder and from the source of its package, each time',
  async (id) => {
    const { code, source } = await loadPlugin(path.join(folder, id));
    expect(await bundlePlugin(source)).toEqual({ code });
    expect((await loadPlugin(path.join(folder, id))).code).toBe(code);
  },
);

async function pluginOf(files: Record<string, string>): Promise<string> {
  const place = await mkdtemp(path.join(tmpdir(), 'plugin-source-'));
  await mkdir(path.join(place, 'src/parts'), { recursive: true });
  const manifest = JSON.parse(await readFile(path.join(folder, 'text/plugin.json'), 'utf8'));
  await writeFile(path.join(place, 'plugin.json'), JSON.stringify(manifest));
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(place, 'src', file), text);
  return place;
}

test('several files are one source, and a mistake is told where it was written', async () => {
  const index = "import { words } from './parts/words.ts';\n\nexport default { read: () => words() };\n";
  const ends = '/** How it ends. */\nexport const end = 1;\n';
  const words = "import type { Line } from '@readout/plugin-kit';\nimport { end } from './end.ts';\n";
  const good = await pluginOf({
    'index.ts': index,
    'parts/end.ts': ends,
    'parts/words.ts': `${words}\nexport const words = (): Line[] => [][end] ?? [];\n`,
  });
  expect((await loadPlugin(good)).source).toBe(`import {
  type Line,
} from '@readout/plugin-kit';

// parts/end.ts

/** How it ends. */
const end = 1;

// parts/words.ts

const words = (): Line[] => [][end] ?? [];

export default { read: () => words() };
`);
  const bad = await pluginOf({
    'index.ts': index,
    'parts/end.ts': ends,
    'parts/words.ts': `${words}\nexport const words = 1;\nexport const end = 2;\n`,
  });
  await expect(loadPlugin(bad)).rejects.toMatchObject({
    problems: [{ file: 'parts/words.ts', line: 5, column: 7, message: expect.stringContaining('"end"') }],
  });
});

test.each([
  [
    'a file from elsewhere',
    "import { a } from '../../secret.ts';\na();\n",
    /not a file of the plugin|no file/,
  ],
  ['a link that leads elsewhere', "import { a } from './link.ts';\na();\n", /not a file of the plugin/],
  ['a file that is not there', "import { a } from './none.ts';\na();\n", /no file none\.ts/],
  ['another package', "import { a } from 'node:fs';\nimport { b } from './b.ts';\na(b);\n", /node:fs/],
  ['all of another file', "import * as b from './b.ts';\nb();\n", /by name only/],
  [
    'all of the kit',
    "import * as k from '@readout/plugin-kit';\nimport { b } from './b.ts';\nk(b);\n",
    /by name/,
  ],
  ['a name under another', "import { b as c } from './b.ts';\nc();\n", /without "as"/],
])('%s is refused in its line', async (_, index, message) => {
  const place = await pluginOf({ 'index.ts': index, 'b.ts': 'export const b = 1;\n' });
  await symlink('/etc/hostname', path.join(place, 'src/link.ts'));
  await expect(loadPlugin(place)).rejects.toMatchObject({
    problems: [{ file: 'index.ts', line: 1, message: expect.stringMatching(message) }],
  });
});
