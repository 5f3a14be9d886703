// npm run check: everything that can be said about the code without running it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, node, root } from './install.js';

ensureInstalled();
const bin = path.join(root, 'node_modules', '.bin');
const sources = [
  'packages/*/*.ts',
  'packages/*/!(node_modules)/**/*.ts',
  'apps/web/{app,server,e2e}/**/*.{ts,tsx}',
  'plugins/**/*.ts',
  'bench/**/*.ts',
];

/** @type {[name: string, tool: string, args: string[], cwd?: string][]} */
const checks = [
  ['format and lint', 'biome', ['check', '--error-on-warnings', '--diagnostic-level=warn', '.']],
  ['types of the pages’ routes', 'react-router', ['typegen'], 'apps/web'],
  ['types', 'tsc', ['-p', 'tsconfig.json']],
  ['types of the pages', 'tsc', ['-p', 'apps/web/tsconfig.json']],
  ['import rules', 'depcruise', ['--config', '.dependency-cruiser.cjs', ...sources]],
  ['unused files, exports and dependencies', 'knip', ['--no-progress', '--no-config-hints']],
  ['spelling', 'cspell', ['--no-progress', '--no-summary', '--gitignore']],
  ['description of the API', 'node', ['scripts/generate-openapi.js', '--check']],
  ['types of the API’s clients', 'node', ['packages/api-client/make-schema.ts', '--check']],
  ['texts', 'node', ['scripts/generate-texts.js', '--check']],
  ['licences of what it is made of', 'node', ['scripts/licences.js']],
  ['row types and migrations', 'node', ['scripts/generate-row-types.js', '--check']],
];

const failed = [];
for (const [name, tool, args, cwd = '.'] of checks) {
  const startedAt = performance.now();
  const command = tool === 'node' ? args : [path.join(bin, tool), ...args];
  const { status, stdout, stderr } = spawnSync(node, command, {
    cwd: path.join(root, cwd),
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    env: {
      ...process.env,
      PATH: `${bin}${path.delimiter}${process.env.PATH}`,
      FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
    },
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (status !== 0) {
    failed.push(name);
    console.log(`${stdout}${stderr}`.trim());
  }
}
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join('; ')}.`);
process.exit(failed.length === 0 ? 0 : 1);
