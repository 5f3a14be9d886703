// cspell:ignore quasis
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parse } from '@babel/parser';
import { type Fault, parseFault } from './fault.ts';

/** A place of a source file where one slip fits: characters `from` to `to` give way to `by`. */
interface Slip {
  kind: 'condition negated' | 'await removed' | 'where removed' | 'limit off by one';
  from: number;
  to: number;
  by: string;
}

const kinds: Slip['kind'][] = ['condition negated', 'await removed', 'where removed', 'limit off by one'];

/** In turns, so that each is there. */
const rooms = [
  'packages/domain/src',
  'apps/web/server',
  'packages/image-reader/src',
  'packages/plugin-kit/src',
  'plugins',
  'packages/database/src',
  'packages/plugin-sandbox/src',
  'apps/web/app',
  'packages/store/src',
  'packages/backup/src',
  'packages/cli/src',
];

/** The nearest: more would take longer than a whole run of the tests. */
const mostTests = 8;

/**
 * Makes faults by chance from a seed: a condition negated, an `await` or a `where` removed, a limit off by one, each where at
 * least one test imports the file. Writes them as patches into a folder.
 */
export function makeFaults(
  root: string,
  { seed, count, into }: { seed: number; count: number; into: string },
): Fault[] {
  const next = numbersFrom(seed);
  const choose = <T>(of: T[]): T => of[Math.floor(next() * of.length)]!;
  const graph = importsOf(root);
  const faults: Fault[] = [];
  const taken = new Set<string>();
  mkdirSync(into, { recursive: true });
  for (let turn = 0; faults.length < count; turn++) {
    if (turn > count * 500) throw new Error(`Only ${faults.length} places for a fault were found.`);
    const room = rooms[turn % rooms.length]!;
    const file = choose(graph.sources.filter((each) => each.startsWith(room)));
    const tests = graph.testsOf(file).slice(0, mostTests);
    const code = readFileSync(path.join(root, file), 'utf8');
    // Kinds take turns too; where one does not occur, the next file may have it.
    const slips = slipsOf(code).filter(({ kind }) => kind === kinds[faults.length % kinds.length]);
    if (tests.length === 0 || slips.length === 0) continue;
    const { kind, from, to, by } = choose(slips);
    if (taken.has(`${file} ${from}`)) continue;
    taken.add(`${file} ${from}`);
    const changed = code.slice(0, from) + by + code.slice(to);
    const line = code.slice(0, from).split('\n').length;
    const name = `${seed}-${String(faults.length + 1).padStart(2, '0')}-${path.basename(file).replace(/\.tsx?$/, '')}`;
    const text = `Fault: ${kind} in line ${line} of ${file}\nTests: ${tests.join(' ')}\n\n${patchOf(root, file, changed)}`;
    const target = path.join(into, `${name}.patch`);
    writeFileSync(target, text);
    faults.push(parseFault(target, text));
  }
  return faults;
}

function slipsOf(code: string): Slip[] {
  const slips: Slip[] = [];
  const text = ({ start, end }: { start: number; end: number }) => code.slice(start, end);
  // biome-ignore lint/suspicious/noExplicitAny: nodes of every kind are walked, and only what is asked for is looked at
  const visit = (node: any): void => {
    const limit = node.type === 'BinaryExpression' && /^[<>]=?$/.test(node.operator);
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression')
      slips.push({
        kind: 'condition negated',
        from: node.test.start,
        to: node.test.end,
        by: `!(${text(node.test)})`,
      });
    if (node.type === 'ExpressionStatement' && node.expression.type === 'AwaitExpression')
      slips.push({
        kind: 'await removed',
        from: node.expression.start,
        to: node.expression.end,
        by: `void ${text(node.expression.argument)}`,
      });
    if (
      node.type === 'CallExpression' &&
      node.callee.type === 'MemberExpression' &&
      node.callee.property.name === 'where'
    )
      slips.push({ kind: 'where removed', from: node.callee.object.end, to: node.end, by: '' });
    for (const [at, quasi] of (node.type === 'TemplateLiteral' ? node.quasis : []).entries()) {
      // A condition of an SQL statement, with the value it is about.
      const condition = /\s+and\s+[\w.]+\s*=\s*$/i.exec(quasi.value.raw);
      if (condition && /^\s/.test(node.quasis[at + 1]?.value.raw ?? ''))
        slips.push({
          kind: 'where removed',
          from: quasi.start + condition.index,
          to: node.quasis[at + 1].start,
          by: '',
        });
    }
    for (const side of limit ? [node.left, node.right] : [])
      if (side.type === 'NumericLiteral')
        slips.push({ kind: 'limit off by one', from: side.start, to: side.end, by: String(side.value + 1) });
    for (const child of Object.values(node))
      for (const each of Array.isArray(child) ? child : [child])
        if (each && typeof each === 'object' && 'type' in each && 'start' in each) visit(each);
  };
  visit(parse(code, { sourceType: 'module', plugins: ['typescript', 'jsx'] }).program);
  return slips;
}

/** What git says of the difference. */
function patchOf(root: string, file: string, changed: string): string {
  const scratch = path.join(root, '.made-fault');
  writeFileSync(scratch, changed);
  try {
    execFileSync('git', ['diff', '--no-index', '-U1', '--', file, '.made-fault'], {
      cwd: root,
      encoding: 'utf8',
    });
  } catch (error) {
    // It differs, which git tells by its status.
    return (error as { stdout: string }).stdout.replaceAll('b/.made-fault', `b/${file}`);
  } finally {
    rmSync(scratch);
  }
  throw new Error(`Nothing was changed in ${file}.`);
}

/** Which files import which, of sources and of Vitest's tests that need no browser. */
function importsOf(root: string): { sources: string[]; testsOf(file: string): string[] } {
  const all = ['packages', 'plugins', 'apps/web/app', 'apps/web/server'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/node_modules|\/(build|fixtures|training)\//.test(name))
      .map((name) => path.join(folder, name)),
  );
  const isTest = (file: string) => /\.test\.ts$/.test(file);
  const importers = new Map<string, string[]>();
  for (const file of all) {
    const require = createRequire(path.join(root, file));
    for (const [, name] of readFileSync(path.join(root, file), 'utf8').matchAll(
      /(?:from|import\()\s*'([^']+)'/g,
    )) {
      const target = name!.startsWith('.')
        ? path.join(path.dirname(file), name!)
        : name!.startsWith('@readout/')
          ? resolved(require, name!, root)
          : undefined;
      if (target) importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return {
    sources: all.filter(
      (file) =>
        /\.ts$/.test(file) &&
        !/\.(test|test-suite|d)\.ts$|\/testing|\/test-|sample-files|conformance|generated|schema\.ts|row-types|browser/.test(
          file,
        ),
    ),
    testsOf(file) {
      // Breadth first: those that import it directly come first.
      const found = new Set([file]);
      for (const each of found) for (const importer of importers.get(each) ?? []) found.add(importer);
      const tests = [...found].filter((each) => isTest(each) && !/\.browser\.test\.ts$/.test(each));
      // Plugins are not imported: they are bundled and run.
      return /^plugins\/|^packages\/plugin-kit\//.test(file)
        ? [...new Set(['packages/plugin-sandbox/src/fixtures.test.ts', ...tests])]
        : tests;
    },
  };
}

function resolved(require: NodeJS.Require, name: string, root: string): string | undefined {
  try {
    return path.relative(root, require.resolve(name));
  } catch {
    return undefined;
  }
}

/** Mulberry32: numbers from 0 up to 1, the same for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
