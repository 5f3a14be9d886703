import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readFixtures } from '@readout/plugin-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, loadPlugin, type PluginRun, type Sandbox } from '../node.ts';
import { input, plugin } from '../probe-plugins.ts';
import { bundlePlugin, kitScript } from './bundle.ts';
import { bundlePlugin as bundleInBrowser } from './bundle-browser.ts';
import type { BundleResult } from './problem.ts';

const folder = join(import.meta.dirname, '../../../../plugins');
const ofOneFile: string[] = [];
for (const entry of await readdir(folder, { withFileTypes: true }))
  if (entry.isDirectory() && (await readdir(join(folder, entry.name, 'src'))).join() === 'index.ts')
    ofOneFile.push(entry.name);

let sandbox: Sandbox;
let kit: string;
beforeAll(async () => {
  [sandbox, kit] = await Promise.all([createSandbox(), kitScript()]);
});
afterAll(() => sandbox.close());

const codeOf = (result: BundleResult): string => {
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result.code;
};
const outcome = ({ ms: _, ticks: __, line: ___, ...run }: PluginRun & { line?: number }) => run;

describe('both bundlers', () => {
  it.each(ofOneFile)('make a script of %s that reads as the packaged one does', async (id) => {
    const packaged = await loadPlugin(join(folder, id));
    const source = await readFile(join(folder, id, 'src/index.ts'), 'utf8');
    const here = { ...packaged, code: codeOf(await bundlePlugin(source)) };
    const there = { ...packaged, code: codeOf(bundleInBrowser(source, kit)) };
    for (const { input: given } of await readFixtures(join(folder, id))) {
      const expected = outcome(sandbox.run(packaged, given));
      expect(outcome(sandbox.run(here, given))).toEqual(expected);
      expect(outcome(sandbox.run(there, given))).toEqual(expected);
    }
  });

  it('agree on a source that uses much of the language', async () => {
    const source = `import { defineReader, field, layoutOf, seenLine, seenPart, textField, type Line } from '@readout/plugin-kit';
enum Kind { Note = 'note' }
interface Found { line: Line; at?: number }
class Finder {
  #lines: readonly Line[];
  static readonly word = /hel+o/i;
  constructor(lines: readonly Line[]) { this.#lines = lines; }
  *found(): Generator<Found> {
    for (const line of this.#lines) {
      const match = Finder.word.exec(line.text);
      if (match) yield { line, at: match.index };
    }
  }
}
const first = <T,>(values: Iterable<T>): T | undefined => { for (const value of values) return value; return undefined; };
export default defineReader({
  read(input) {
    const found = first(new Finder(input.reading.lines).found()) satisfies Found | undefined;
    if (!found) return [];
    const { line, at = 0 } = found;
    const rows = layoutOf(input.reading).rows.length;
    const text = textField(seenPart(line, at, 5)) ?? field(seenLine(line), 'none');
    return [{ type: Kind.Note as string, confidence: 0.5 + rows / 10, fields: { text } }];
  },
});`;
    const scripts = [codeOf(await bundlePlugin(source)), codeOf(bundleInBrowser(source, kit))];
    const runs = scripts.map((code) => outcome(sandbox.run({ ...plugin(''), code }, input)));
    expect(runs[0]).toEqual(runs[1]);
    expect(runs[0]).toMatchObject({
      ok: true,
      records: [{ confidence: 0.6, fields: { text: { value: 'Hello' } } }],
    });
  });

  const bad: [what: string, source: string, expected: { message: RegExp; line?: number; column?: number }][] =
    [
      [
        'a mistake in the syntax',
        'const a = 1;\nconst b = ;',
        { message: /Unexpected/, line: 2, column: 11 },
      ],
      ['another package', "\nimport fs from 'node:fs';\nfs.x();", { message: /node:fs/, line: 2 }],
      ['a file', "import a from './secret.json';\na();", { message: /secret\.json/, line: 1 }],
      ['a file by an address', "import a from 'file:///etc/passwd';\na();", { message: /passwd/, line: 1 }],
      ['a file at run time', "const a = await import('./secret.ts');", { message: /secret|await/ }],
      [
        'a part of the kit',
        "import { x } from '@readout/plugin-kit/testing';\nx();",
        { message: /testing/, line: 1 },
      ],
      [
        'what the kit has not',
        "import { nothing } from '@readout/plugin-kit';\nnothing();",
        { message: /nothing/, line: 1, column: 10 },
      ],
      ['too much', `// ${'x'.repeat(600_000)}`, { message: /at most 524288/ }],
      ['what is nested too deeply', `${'!'.repeat(100_000)}1`, { message: /deep/ }],
      ['what is nested in brackets', '['.repeat(100_000), { message: /deep/ }],
    ];
  it.each(bad)('refuse %s and say where', async (_, source, { message, line, column }) => {
    for (const result of [await bundlePlugin(source), bundleInBrowser(source, kit)]) {
      const [problem] = 'problems' in result ? result.problems : [];
      expect(problem?.message).toMatch(message);
      if (line !== undefined) expect(problem?.line).toBe(line);
      if (column !== undefined) expect(problem?.column).toBe(column);
    }
  });

  // Side by side: each holds a processor for as long as it may.
  it.concurrent.each([
    ['parameters that are functions', `const x = ${'(a='.repeat(25)}1${')=>1'.repeat(25)}`],
    ['conditions that could be functions', `const x = ${'a?(b,'.repeat(40)}1${'):c=>d'.repeat(40)}`],
    ['type parameters that could be calls', `async ${'<T>('.repeat(300)}`],
  ])('%s, of which a parser tries every meaning, is given up and told', async (_, source) => {
    expect(await bundlePlugin(source)).toMatchObject({
      problems: [{ message: expect.stringMatching(/too deep/) }],
    });
  });

  it.each([
    ['names that are there already', 'let a;'.repeat(process.env.READOUT_LONG_TESTS ? 20_000 : 3_000)],
    [
      'imports that the kit has not',
      `import{${Array.from({ length: 9_000 }, (_, at) => `n${at}`).join()}}from'@readout/plugin-kit';${Array.from({ length: 3_000 }, (_, at) => `n${at}();`).join('')}`,
    ],
  ])('tell of a few of thousands of mistakes: %s', async (_, source) => {
    for (const result of [await bundlePlugin(source), bundleInBrowser(source, kit)]) {
      const problems = 'problems' in result ? result.problems : [];
      expect(problems.length).toBeLessThanOrEqual(20);
      for (const { message } of problems) expect(message.length).toBeLessThan(500);
    }
  });

  it('leave nothing broken behind: what came after the worst source is bundled', async () => {
    const [worst, next] = await Promise.all([
      bundlePlugin(`a${'()'.repeat(60_000)}`),
      bundlePlugin('export default { read() { return []; } };'),
    ]);
    expect('code' in worst || worst.problems.length > 0).toBe(true);
    expect('code' in next).toBe(true);
  });
});

describe('the bundler of the browser', () => {
  it('takes far less than a pause between two keys, and keeps the lines of the source', async () => {
    const source = await readFile(join(folder, 'barcode/src/index.ts'), 'utf8');
    bundleInBrowser(source, kit);
    const before = process.cpuUsage();
    for (let i = 0; i < 10; i++) bundleInBrowser(source, kit);
    expect(process.cpuUsage(before).user / 1000 / 10).toBeLessThan(300);
    const code = codeOf(
      bundleInBrowser('export default {\n  read() {\n    throw new Error("here");\n  },\n};', kit),
    );
    expect(code.split('\n')[2]).toContain('throw new Error("here")');
    expect(sandbox.run({ ...plugin(''), code }, input)).toMatchObject({ ok: false, line: 3 });
  });
});

it('leaves no compiler behind, neither at work nor in the table of processes', async () => {
  const compilers = () =>
    execFileSync('ps', ['-A', '-o', 'ppid=,pid=,comm='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([parent, , name]) => parent === String(process.pid) && name?.includes('esbuild'))
      .map(([, id]) => id);
  const before = compilers();
  for (const source of ['export default 1', 'export default (', 'import "node:fs"'])
    await bundlePlugin(source);
  expect(compilers().filter((id) => !before.includes(id))).toEqual([]);
});
