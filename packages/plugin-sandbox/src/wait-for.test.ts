import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { waitFor } from './wait-for.ts';

let thread: Worker | undefined;
afterEach(async () => {
  await thread?.terminate();
});

const flagAfter = (program: string) => {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  thread = new Worker(`const { workerData: flag } = require('node:worker_threads');\n${program}`, {
    eval: true,
    workerData: flag,
  });
  return flag;
};

test('a thread that wakes it late for what it set before has not set what is waited for now', () => {
  const flag = flagAfter(`
    while (Atomics.notify(flag, 0) === 0);
    setTimeout(() => { Atomics.store(flag, 0, 1); Atomics.notify(flag, 0); }, 20);`);
  expect(waitFor(flag, 0, 60_000)).toBe('set');
  expect(Atomics.load(flag, 0)).toBe(1);
});

test('a thread that uses more of a core than it may has spent it', () => {
  const flag = flagAfter('for (;;);');
  expect(waitFor(flag, 0, 200)).toBe('spent');
});
