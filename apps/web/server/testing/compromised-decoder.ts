/**
 * A decoder that was taken over, for the test of the jail: run in it without Node's permission model, it tries what it
 * is told to and prints what came of it, one JSON object. `refused` and the code, or `done`.
 */
import { spawnSync } from 'node:child_process';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Attack } from './attack.ts';

const attack = JSON.parse(process.argv[2] ?? '') as Attack;

function tried(attempt: () => unknown): string {
  try {
    attempt();
    return 'done';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'failed';
  }
}

function connected(target: number | string): Promise<string> {
  return new Promise((resolve) => {
    try {
      const socket = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target);
      socket.on('connect', () => {
        socket.destroy();
        resolve('done');
      });
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'));
    } catch (error) {
      resolve((error as NodeJS.ErrnoException).code ?? 'failed');
    }
  });
}

const results = {
  secret: tried(() => readFileSync(attack.secret)),
  pictureOfAnother: tried(() => readFileSync(attack.picture)),
  passwords: tried(() => readFileSync('/etc/passwd')),
  write: tried(() => writeFileSync(attack.written, 'x')),
  programs: tried(() => openSync(import.meta.filename, 'r+')),
  kill: tried(() => process.kill(attack.host, 0)),
  environment: tried(() => readFileSync(`/proc/${attack.host}/environ`)),
  process: tried(() => {
    const { error, status } = spawnSync(process.execPath, ['-e', '0']);
    if (error) throw error;
    if (status !== 0) throw new Error('It did not run.');
  }),
  setuid: tried(() => {
    process.setuid?.(0);
    readFileSync('/etc/shadow');
  }),
  web: await connected(attack.port),
  socket: await connected(attack.socket),
  abstractSocket: await connected(`\0${attack.abstractSocket}`),
};
if (attack.native) tried(() => process.dlopen({ exports: {} } as NodeJS.Module, attack.native ?? ''));
console.log(JSON.stringify({ uid: process.getuid?.(), ...results }));
