// npm run test:faults [-- names …]: whether the tests see what they are for. Runs scripts/faults/run.ts on the pinned Node.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, node, root } from './install.js';

ensureInstalled();
const child = spawn(node, [path.join(root, 'scripts', 'faults', 'run.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` },
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
