#!/usr/bin/env node
// Plain JavaScript any Node runs: the program itself is TypeScript, which needs a Node that strips types.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

if (process.features.typescript) {
  const { main } = await import('../src/main.ts');
  await main(process.argv.slice(2));
} else {
  runWithInstalledNode();
}

/** Hands over to the Node that npm installed with Readout. */
function runWithInstalledNode() {
  const node = findInstalledNode(dirname(fileURLToPath(import.meta.url)));
  if (node === undefined) {
    console.error(`readout needs Node 26; this is ${process.version}. Run npm install in Readout's folder.`);
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
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
