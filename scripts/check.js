// npm run check: everything that can be said about the code without running it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
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

/** @typedef {{ name: string, steps: [tool: string, ...args: string[]][], cwd?: string }} Check */

/** @type {Check[]} */
const checks = [
  { name: 'types', steps: [['tsc', '-p', 'tsconfig.json']] },
  // From the types of its routes.
  {
    name: 'types of the pages',
    steps: [
      ['react-router', 'typegen'],
      ['tsc', '-p', 'tsconfig.json'],
    ],
    cwd: 'apps/web',
  },
  {
    name: 'import rules',
    steps: [['depcruise', '--config', '.dependency-cruiser.cjs', ...sources]],
  },
  { name: 'floors', steps: [['node', 'scripts/check-floors.js']] },
  { name: 'spelling', steps: [['cspell', '--no-progress', '--no-summary', '--gitignore']] },
  {
    name: 'unused files, exports and dependencies',
    steps: [['knip', '--no-progress', '--no-config-hints']],
  },
  {
    name: 'format and lint',
    steps: [['biome', 'check', '--error-on-warnings', '--diagnostic-level=warn', '.']],
  },
  { name: 'licences of what it is made of', steps: [['node', 'scripts/licences.js']] },
];

/** @type {string[]} */
const failed = [];
const waiting = [...checks];
// First: types and imports are looked at with what these write.
/** @type {Check} */
const texts = { name: 'texts', steps: [['node', 'scripts/generate-texts.js', '--check']] };
/** @type {Check} */
const described = {
  name: 'description of the API',
  steps: [
    ['node', 'scripts/generate-openapi.js', '--check'],
    ['node', 'packages/api-client/make-schema.ts'],
  ],
};
/** @type {Check} */
const rows = { name: 'row types', steps: [['node', 'scripts/generate-row-types.js']] };
await run(texts);
await Promise.all([described, rows].map(run));
/** As many at once as there are cores; the longest come first. */
await Promise.all(Array.from({ length: availableParallelism() }, work));
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join('; ')}.`);
process.exit(failed.length === 0 ? 0 : 1);

async function work() {
  for (let check = waiting.shift(); check; check = waiting.shift()) await run(check);
}

/** @param {Check} check */
async function run({ name, steps, cwd = '.' }) {
  const startedAt = performance.now();
  let output = '';
  let status = 0;
  for (const [tool, ...args] of steps) {
    if (status !== 0) break;
    const child = spawn(node, tool === 'node' ? args : [path.join(bin, tool), ...args], {
      cwd: path.join(root, cwd),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PATH: `${bin}${path.delimiter}${process.env.PATH}`,
        FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
      },
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    [status] = await once(child, 'close');
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (status === 0) return;
  failed.push(name);
  console.log(output.trim());
}
