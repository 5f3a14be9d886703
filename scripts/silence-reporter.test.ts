import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');

test('a test file that never ends is named, ended and counted as failed, and the others are heard', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'readout-silence-'));
  try {
    // Like an endless loop, but without taking a core from the other tests.
    const endless = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)';
    await writeFile(path.join(folder, 'endless.test.ts'), `test('stands', () => { ${endless}; });`);
    await writeFile(path.join(folder, 'good.test.ts'), "test('adds', () => { expect(1 + 1).toBe(2); });");
    const vitest = spawn(
      process.execPath,
      [
        path.join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--globals',
        `--root=${folder}`,
        '--pool=forks',
        '--maxWorkers=2',
        '--reporter=default',
        `--reporter=${path.join(root, 'scripts/silence-reporter.ts')}`,
      ],
      {
        cwd: folder,
        env: { ...process.env, READOUT_TEST_SILENCE_MS: '8000' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    vitest.stdout.on('data', (text) => (output += text));
    vitest.stderr.on('data', (text) => (output += text));
    const [status] = await once(vitest, 'close');
    expect(output).toContain('Not done: endless.test.ts');
    expect(output).toMatch(/Worker exited unexpectedly.*endless\.test\.ts/);
    expect(output).toMatch(/1 passed/);
    expect(status).toBe(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});
