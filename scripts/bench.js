// npm run bench -- <name> [options]: runs bench/<name>/run.ts on the pinned Node. Without a name: lists them.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, node, root } from './install.js';

const [name, ...args] = process.argv.slice(2);
const names = readdirSync(path.join(root, 'bench')).filter((each) =>
  existsSync(path.join(root, 'bench', each, 'run.ts')),
);
if (!name || !names.includes(name)) {
  console.error(`Usage: npm run bench -- <name> [options]\nNames: ${names.join(', ')}`);
  process.exit(name ? 1 : 0);
}
ensureInstalled();
const child = spawn(node, ['--expose-gc', path.join(root, 'bench', name, 'run.ts'), ...args], {
  cwd: root,
  stdio: 'inherit',
  env: {
    NODE_ENV: 'production',
    ...process.env,
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
  },
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
