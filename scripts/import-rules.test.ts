import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'readout-imports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Names of the rules that a tree of the given files breaks. */
function brokenRules(name: string, files: Record<string, string>): string[] {
  const tree = path.join(folder, name);
  for (const [file, text] of Object.entries({ 'package.json': '{}', ...files })) {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    writeFileSync(path.join(tree, file), text);
  }
  const { stdout, stderr } = spawnSync(
    path.join(root, 'node_modules/.bin/depcruise'),
    [
      '--config',
      path.join(root, '.dependency-cruiser.cjs'),
      '--output-type',
      'json',
      ...Object.keys(files).filter((file) => /\.tsx?$/.test(file)),
    ],
    {
      cwd: tree,
      encoding: 'utf8',
      timeout: 60_000,
      env: { ...process.env, PATH: `${path.join(root, 'node_modules/.bin')}:${process.env.PATH}` },
    },
  );
  expect(stderr).toBe('');
  const result = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } };
  return result.summary.violations.map((violation) => violation.rule.name);
}

test('a plugin that imports something else than the kit is caught', () => {
  const files = {
    'plugins/receipt/src/index.ts':
      "import { x } from '../../../packages/domain/src/x.ts';\nexport const y: number = x;\n",
    'packages/domain/src/x.ts': 'export const x = 1;\n',
  };
  expect(brokenRules('plugin', files)).toContain('plugin-imports-only-the-kit');
});

test('a domain that imports the server at run time is caught, a type from the kit is not', () => {
  const files = {
    'packages/domain/src/captures/a.ts':
      "export async function a() { return (await import('../../../../apps/web/server/b.ts')).b; }\n",
    'packages/domain/src/captures/c.ts':
      "import type { K } from '../../../plugin-kit/src/k.ts';\nexport const c = (k: K): K => k;\n",
    'packages/plugin-kit/src/k.ts': 'export interface K { k: string }\n',
    'apps/web/server/b.ts': 'export const b = 1;\n',
  };
  expect(brokenRules('domain', files).toSorted()).toEqual([
    'domain-imports-database-and-types',
    'nobody-imports-an-app',
  ]);
});

test('a page that imports another, or a part of another, is caught; its own parts and those above it are not', () => {
  const part = (name: string) => `export const ${name} = 1;\n`;
  const files = {
    'apps/web/app/pages/settings/members/page.tsx':
      "import { a } from './a.ts';\nimport { b } from '../b.ts';\nimport { c } from '../../admin/c.ts';\nexport default () => a + b + c;\n",
    'apps/web/app/pages/settings/members/a.ts': part('a'),
    'apps/web/app/pages/settings/b.ts': part('b'),
    'apps/web/app/pages/settings/d.ts': "export { default as d } from './members/page.tsx';\n",
    'apps/web/app/pages/admin/c.ts': part('c'),
    'apps/web/app/shell/e.ts': "export { c as e } from '../pages/admin/c.ts';\n",
  };
  expect(brokenRules('pages', files).toSorted()).toEqual([
    'nobody-imports-a-page',
    'only-pages-know-pages',
    'page-imports-no-other-page',
  ]);
});

test('a page that imports the server at run time is caught', () => {
  const files = {
    'apps/web/app/page.tsx':
      "import { b } from '../server/b.ts';\nexport default () => <p>{b as number}</p>;\n",
    'apps/web/server/b.ts': 'export const b = 1;\n',
  };
  expect(brokenRules('page', files)).toEqual(['browser-code-stays-in-the-browser']);
});

test('a part of a page that imports a use case is caught; its rules, a type of it and a route module are not', () => {
  const files = {
    'apps/web/app/pages/app/list/row.tsx':
      "import type { A } from '../../../../../../packages/domain/src/captures/a.ts';\nimport { a } from '../../../../../../packages/domain/src/captures/a.ts';\nexport const row = (x: A) => [a, x];\n",
    'apps/web/app/pages/app/list/head.tsx':
      "import type { A } from '../../../../../../packages/domain/src/captures/a.ts';\nimport { r } from '../../../../../../packages/domain/src/captures/rules.ts';\nexport const head = (x: A) => [r, x];\n",
    'apps/web/app/pages/app/page.tsx':
      "import { a } from '../../../../../packages/domain/src/captures/a.ts';\nexport const loader = () => a;\n",
    'packages/domain/src/captures/a.ts': 'export type A = number;\nexport const a: A = 1;\n',
    'packages/domain/src/captures/rules.ts': 'export const r = 1;\n',
  };
  expect(brokenRules('use-case', files)).toEqual(['browser-knows-only-rules-of-the-domain']);
});

test('rules that import a query are caught', () => {
  const files = {
    'packages/domain/src/captures/rules.ts': "export { q } from './q.ts';\n",
    'packages/domain/src/captures/q.ts': 'export const q = 1;\n',
  };
  expect(brokenRules('rules', files)).toEqual(['rules-know-no-database']);
});

test('two modules that need each other for a type alone are caught', () => {
  const files = {
    'packages/domain/src/captures/a.ts':
      "import type { B } from './b.ts';\nexport const a = (b: B): B => b;\n",
    'packages/domain/src/captures/b.ts':
      "import { a } from './a.ts';\nexport interface B { b: string }\nexport const b = a({ b: '' });\n",
  };
  expect(brokenRules('circle', files)).toEqual(['no-cycles']);
});
