// npm start: installs and builds what is stale, then runs the server. With --dev: the development server, which
// builds as pages are asked for and restarts when server code changes. With --demo: a data folder of its own, with one
// company and sample pictures that the engine reads. With --https: encrypted, with a certificate made here, so that
// phones of the network may use their camera; --new-authority renews the one that devices trust. With --new-secret:
// the secret was changed on purpose. With --no-build: the last build, stale or not.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './build.js';
import { ensureInstalled, node, root } from './install.js';
import { ensureTexts } from './made-files.js';

const isDevelopment = process.argv.includes('--dev');
const passedOn = ['--demo', '--https', '--new-authority', '--new-secret'].filter((flag) =>
  process.argv.includes(flag),
);
ensureInstalled();
if (isDevelopment) ensureTexts();
else if (!process.argv.includes('--no-build')) ensureBuilt();

const main = path.join(root, 'apps', 'web', 'server', 'main.ts');
// By folder instead of by what is imported: Vite imports a new temporary file each time it reads its configuration.
const watched = ['apps/web/server', 'packages', 'plugins'].map(
  (folder) => `--watch-path=${path.join(root, folder)}`,
);
const server = spawn(
  node,
  isDevelopment ? [...watched, '--watch-preserve-output', main, '--dev', ...passedOn] : [main, ...passedOn],
  {
    cwd: root,
    // Over the fourth the server notices when this process is killed, and stops instead of staying behind.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // What was compiled is kept for the next start, in the installation itself: anyone who may write there may change the
      // programs, too.
      NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled'),
      ...process.env,
      NODE_ENV: isDevelopment ? 'development' : 'production',
    },
  },
);

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)));
server.on('error', (error) => {
  console.error(`The server could not be started: ${error.message}`);
  process.exit(1);
});

// npm that was killed passes nothing on: notice that it, two steps up behind its shell, is gone.
if (process.env.npm_lifecycle_event) {
  const before = ancestors();
  setInterval(() => {
    if (ancestors() !== before) server.kill('SIGTERM');
  }, 500).unref();
}

/**
 * The process that has to stay: npm, which is the parent or, on Linux, behind a shell that npm started. What started
 * npm may go.
 */
function ancestors() {
  try {
    const status = readFileSync(`/proc/${process.ppid}/status`, 'utf8');
    const isShell = /^Name:\s*(sh|dash|bash|ash|busybox)$/m.test(status);
    return isShell ? `${process.ppid} ${/^PPid:\s*(\d+)/m.exec(status)?.[1]}` : String(process.ppid);
  } catch {
    return String(process.ppid);
  }
}
