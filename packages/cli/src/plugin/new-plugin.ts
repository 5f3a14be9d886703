import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Line, PluginReading } from '@readout/plugin-kit';
import type { Expectation } from '@readout/plugin-kit/testing';
import { say } from '../say.ts';
import { CommandError, cannotMake } from './command-error.ts';
import { linkKit, openPluginFolder } from './plugin-folder.ts';

const firstDescription = 'Reads the number of a document that says “Number”.';
const firstReadme =
  'Reads the number of a document that says "Number", for instance `Number: AB-1234`. Declines where there is none.';

/** Whether a README still says what a new plugin does, though the plugin does something else by now. */
export const isReadmeOfNew = (readme: string, description: string): boolean =>
  readme.includes(firstReadme) && description !== firstDescription;

/**
 * Makes a folder with a reader that works, to be changed into one's own.
 * @returns what is there and what to do next
 * @throws CommandError where the folder holds something, or its name makes no id
 */
export async function newPlugin(folder: string): Promise<string> {
  const words = basename(resolve(folder))
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const id = words.join('-');
  if (!/^[a-z]/.test(id) || id.length > 60)
    throw new CommandError(say('cli.plugin.no_id', { folder: basename(resolve(folder)) }));
  const name = `${words.join(' ').charAt(0).toUpperCase()}${words.join(' ').slice(1)}`;
  try {
    await mkdir(folder, { recursive: true });
    if ((await readdir(folder)).length > 0) throw new CommandError(say('cli.plugin.not_empty', { folder }));
    for (const [file, text] of Object.entries(filesOf(id, name))) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
    await linkKit(folder);
  } catch (error) {
    if (error instanceof CommandError || !(error instanceof Error && 'code' in error)) throw error;
    throw cannotMake(folder, error);
  }
  await openPluginFolder(folder);
  const named = folder.includes(' ') ? `"${folder}"` : folder;
  return say('cli.plugin.made', {
    folder,
    name,
    test: `npx --no-install readout plugin test ${named}`,
    fixture: `npx --no-install readout plugin fixture ${named} PICTURE`,
    source: join(folder, 'src/index.ts'),
  });
}

function filesOf(id: string, name: string): Record<string, string> {
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  const expected = (records: Expectation['records']): string =>
    json({ locale: 'en-GB', today: '2026-03-10', records } satisfies Expectation);
  return {
    'plugin.json': json({
      $schema: './node_modules/@readout/plugin-kit/manifest.schema.json',
      id,
      version: '0.1.0',
      kind: 'reader',
      name,
      description: firstDescription,
      reads: ['lines'],
      when: { words: ['number'] },
      records: [
        {
          type: id,
          label: name,
          title: 'number',
          fields: [{ name: 'number', label: 'Number', type: 'code' }],
        },
      ],
    }),
    'src/index.ts': `import { codeField, defineReader, findValue, layoutOf } from '@readout/plugin-kit';

export default defineReader<{ '${id}': { number: 'code' } }>({
  read({ reading }, record) {
    const number = findValue(layoutOf(reading), 'Number', { pattern: /[A-Z]+-\\d+/ });
    return [record('${id}', { number: number && codeField(number, number.text) })];
  },
});
`,
    'README.md': `# ${name}

${firstReadme}
`,
    'tsconfig.json': json({
      compilerOptions: {
        target: 'ES2023',
        lib: ['ES2023'],
        module: 'ESNext',
        moduleResolution: 'bundler',
        strict: true,
        noUncheckedIndexedAccess: true,
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        noEmit: true,
        types: [],
      },
      include: ['src'],
    }),
    '.gitignore': 'node_modules/\n*.readout-plugin\n',
    'fixtures/a-note-with-a-number/reading.json': json(
      readingOf(['Delivery note', 'Number: AB-1234', '12 boxes']),
    ),
    'fixtures/a-note-with-a-number/expected.json': expected([
      { type: id, fields: { number: { value: 'AB-1234', seen: ['l1'] } } },
    ]),
    'fixtures/declines-a-note-without-one/reading.json': json(readingOf(['Number of boxes', 'twelve'])),
    'fixtures/declines-a-note-without-one/expected.json': expected([]),
  };
}

/** Lines one below the other, each 20 pixels high. */
function readingOf(texts: string[]): PluginReading {
  const lines = texts.map((text, index): Line => {
    const [top, right] = [20 + index * 40, 20 + text.length * 10];
    const bottom = top + 20;
    return {
      id: `l${index}`,
      text,
      box: [
        [20, top],
        [right, top],
        [right, bottom],
        [20, bottom],
      ],
      confidence: 0.98,
      words: [],
    };
  });
  const page = { number: 1, of: 1, width: 400, height: 60 + texts.length * 40, rotation: 0 } as const;
  return { page, lines, barcodes: [], languages: ['en'] };
}
