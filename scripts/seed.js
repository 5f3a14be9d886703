// npm run seed -- [options]: runs scripts/seed.ts on the pinned Node.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, node, root } from './install.js';

ensureInstalled();
const child = spawn(node, [path.join(root, 'scripts', 'seed.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { NODE_ENV: 'production', ...process.env },
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
