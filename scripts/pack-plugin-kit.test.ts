import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Reader } from '@readout/plugin-kit';
import * as kit from '@readout/plugin-kit';
import { manifestSchema } from '@readout/plugin-kit/manifest';
import { openPackage } from '@readout/plugin-kit/package';
import { bundlePlugin } from '@readout/plugin-sandbox/bundle';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inputOfText } from '../packages/plugin-kit/src/reading-of-text.ts';

const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules/.bin');
const page = (path: string) => readFileSync(join(root, path), 'utf8');

/** The fenced blocks of a page, in order. */
function blocksOf(markdown: string): { language: string; text: string; line: number }[] {
  return [...markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map((match) => ({
    language: match[1]!,
    text: match[2]!,
    line: markdown.slice(0, match.index).split('\n').length,
  }));
}

/** Readers in a page, each with the page of text it is run on and the values it has to give. */
function readersOf(path: string) {
  const blocks = blocksOf(page(path));
  return blocks.flatMap((block, index) => {
    if (block.language !== 'ts') return [];
    const [text, json] = [blocks[index + 1], blocks[index + 2]];
    const isRun = text?.language === 'text' && json?.language === 'json';
    return [
      {
        name: `${path}:${block.line}`,
        file: `${path.replace(/\W+/g, '-')}-${block.line}.ts`,
        source: block.text,
        text: isRun ? text.text : undefined,
        expected: isRun ? (JSON.parse(json.text) as unknown) : undefined,
      },
    ];
  });
}

/** A page of the guide: lines such as `EAN-13: 4006381333931` are barcodes. */
function inputOf(text: string) {
  const rows = text.split('\n').map((row) => ({ row, barcode: /^(EAN-13|Code128): (.+)$/.exec(row) }));
  return inputOfText(rows.flatMap(({ row, barcode }) => (barcode ? [] : [row])).join('\n'), {
    barcodes: rows.flatMap(({ barcode }) => (barcode ? [{ format: barcode[1]!, text: barcode[2]! }] : [])),
  });
}

const readers = [...readersOf('docs/guides/plugins.md'), ...readersOf('packages/plugin-kit/README.md')];

describe('the package as it is published', () => {
  const folder = mkdtempSync(join(tmpdir(), 'readout-published-kit-'));
  const installed = join(folder, 'node_modules/@readout/plugin-kit');
  let tarball: string;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  beforeAll(() => {
    tarball = execFileSync(process.execPath, [join(root, 'scripts/pack-plugin-kit.js'), folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 110_000,
    }).trim();
    mkdirSync(installed, { recursive: true });
    execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
    // What it needs, as an install would bring it.
    const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) {
      const place = join(folder, 'node_modules', name);
      mkdirSync(dirname(place), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), place);
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    for (const { file, source } of readers) writeFileSync(join(folder, file), source);
  });

  it('type-checks every reader of the guide and of its README, in strict mode', () => {
    const compilerOptions = {
      target: 'ES2024',
      module: 'NodeNext',
      lib: ['ES2024'],
      types: [],
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: readers.map(({ file }) => file) }),
    );
    let output = '';
    try {
      execFileSync(join(bin, 'tsc'), ['-p', folder], { encoding: 'utf8', cwd: folder, timeout: 50_000 });
    } catch (error) {
      const { stdout, message } = error as Error & { stdout: string };
      output = stdout || message;
    }
    expect(output).toBe('');
  });

  it.each(readers.filter(({ text }) => text !== undefined))('runs the reader of $name', async (example) => {
    const module = (await import(pathToFileURL(join(folder, example.file)).href)) as { default: Reader };
    const records = module.default.read(inputOf(example.text!));
    const values = records.map(({ fields }) =>
      Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])),
    );
    expect(values).toEqual(example.expected);
    for (const { fields } of records)
      for (const { checks } of Object.values(fields))
        expect(checks.filter(({ passed }) => !passed)).toEqual([]);
  });

  it('makes, tests, packs and opens a plugin in that folder, which an installation builds', async () => {
    const readout = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [join(installed, 'bin/readout.js'), ...args],
        { cwd: folder, encoding: 'utf8', env: { ...process.env, READOUT_LANG: 'en' } },
      );
      return { status, said: stdout + stderr };
    };
    expect(readout('plugin', 'new', 'delivery-note')).toMatchObject({ status: 0 });
    expect(readout('plugin', 'test', 'delivery-note')).toMatchObject({
      status: 0,
      said: expect.stringContaining('2 fixtures, all as expected.'),
    });
    expect(readout('plugin', 'pack', 'delivery-note')).toMatchObject({ status: 0 });
    const file = 'delivery-note-0.1.0.readout-plugin';
    expect(readout('plugin', 'inspect', file).said).toContain('delivery-note');
    const { content } = await openPackage(readFileSync(join(folder, file)));
    expect(await bundlePlugin(content.source)).toEqual({ code: expect.any(String) });
    // What comes with Readout itself says so instead of failing somewhere.
    expect(readout('plugin', 'fixture', 'delivery-note', 'a.png')).toMatchObject({
      status: 1,
      said: expect.stringContaining('no engine'),
    });
    expect(readout('backup', 'there')).toMatchObject({ status: 2 });
  });

  it.runIf(process.env.READOUT_LONG_TESTS)('is installed by npm from its file into an empty folder', () => {
    const empty = mkdtempSync(join(tmpdir(), 'readout-empty-'));
    try {
      const run = (command: string, ...args: string[]) =>
        execFileSync(command, args, { cwd: empty, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
      run('npm', 'install', '--no-audit', '--no-fund', tarball);
      run('npx', '--no-install', 'readout', 'plugin', 'new', 'delivery-note');
      expect(run('npx', '--no-install', 'readout', 'plugin', 'test', 'delivery-note')).toContain(
        '2 fixtures, all as expected.',
      );
    } finally {
      rmSync(empty, { recursive: true, force: true });
    }
  });

  it('holds no tests, no source and the schema of the manifest', () => {
    const files = execFileSync('find', [installed, '-type', 'f'], { encoding: 'utf8' });
    expect(files).toContain('manifest.schema.json');
    expect(files).not.toMatch(/\.test\.|[^d]\.ts\n|real-readings/);
  });
});

it('the manifests in the guide and the README are manifests', () => {
  const manifests = ['docs/guides/plugins.md', 'packages/plugin-kit/README.md']
    .flatMap((path) => blocksOf(page(path)))
    .filter(({ language, text }) => language === 'json' && text.includes('"kind"'));
  expect(manifests).toHaveLength(2);
  for (const { text } of manifests)
    expect(manifestSchema.safeParse(JSON.parse(text)).error?.issues).toBeUndefined();
});

it('the guide has a reader at each of its steps', () => {
  expect(readersOf('docs/guides/plugins.md').filter(({ text }) => text !== undefined)).toHaveLength(6);
});

describe('the reference', () => {
  const reference = page('docs/guides/plugin-reference.md');
  it.each(Object.keys(kit))('tells of %s', (name) => expect(reference).toContain(`\`${name}`));
  it.each(Object.keys(manifestSchema.shape))('tells of the manifest’s %s', (name) =>
    expect(reference).toContain(`\`${name}\``),
  );
});
