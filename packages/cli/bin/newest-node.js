// Plain JavaScript any Node runs.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Runs a program here where this Node is new enough, else by the one that npm installed next to it.
 * @param {string} program its address, `import.meta.url`
 * @param {boolean} isNewEnough
 * @param {() => Promise<{ main: (args: string[]) => Promise<void> }>} load
 */
export async function runByNewestNode(program, isNewEnough, load) {
  if (isNewEnough) {
    const { main } = await load();
    await main(process.argv.slice(2));
    return;
  }
  const file = fileURLToPath(program);
  // A Node that was handed over to and is no newer would hand over to itself for ever.
  const node = process.env.READOUT_HANDED_OVER ? undefined : findInstalledNode(dirname(file));
  if (node === undefined) {
    console.error(`readout needs Node 26; this is ${process.version}. Run npm install in Readout's folder.`);
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, [file, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, READOUT_HANDED_OVER: 'yes' },
  });
  // Ctrl-C reaches both processes; this one waits for the other's end. A plain kill reaches only this one.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('error', (error) => {
    console.error(`readout could not start ${node}: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
  });
}

/** @param {string} from folder to look upwards from */
function findInstalledNode(from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const node = join(folder, 'node_modules', '.bin', 'node');
    if (existsSync(node)) return node;
    if (dirname(folder) === folder) return undefined;
  }
}
