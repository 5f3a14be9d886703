import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Runs a probe in a process that may write no file longer than this: the kernel refuses the rest, as a full disk does. */
const maxFileKilobytes = 100;

test('a picture there is no room for is refused with its code, nothing of it stays, and the next is taken', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'readout-full-'));
  const probe = fileURLToPath(new URL('../testing/disk-full-probe.ts', import.meta.url));
  const child = spawn(
    'bash',
    ['-c', `ulimit -f ${maxFileKilobytes}; exec "$0" "$@"`, process.execPath, probe, folder],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  // The probe stops reading where it refuses.
  child.stdin.on('error', () => {});
  child.stdin.end(randomBytes(300_000));
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  await new Promise((resolve) => child.once('close', resolve));
  expect(JSON.parse(output)).toEqual({
    large: { kind: 'unavailable', code: 'store.full' },
    staged: 0,
    small: 'stored',
  });
  expect(await readdir(join(folder, 'staged'))).toEqual([]);
  await rm(folder, { recursive: true });
});
