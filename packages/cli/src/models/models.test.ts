import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { modelsForReading } from './models-for-reading.ts';

const command = fileURLToPath(new URL('../../bin/readout.js', import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'readout-cli-models-'));
  // As root, the user who runs the database has to reach it.
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, READOUT_DATA: join(folder, 'data'), READOUT_LANG: 'en' };
    execFile(process.execPath, [command, 'models', ...args], { env }, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

test('what would be added is said before anything is fetched', async () => {
  const { status, stdout } = await run('add', 'latin-ppocrv5');
  expect(status).toBe(0);
  expect(stdout).toContain('licence Apache-2.0');
  expect(stdout).toContain('SHA-256 497dbed20b7fd86334c9deb5082c2958982a316bb16e3589ebc6502cd85cae79');
  const listed = await run('list', '--json');
  const states = listed.stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).state);
  expect(new Set(states)).toEqual(new Set(['known']));
});

test('a file that is not the one of the catalogue is refused by its code', async () => {
  writeFileSync(join(folder, 'latin_PP-OCRv5_mobile_rec_infer.onnx'), 'something else');
  const { status, stderr } = await run('add', 'latin-ppocrv5', '--from', folder, '--yes');
  expect(status).toBe(1);
  expect(stderr).toContain('model.wrong_bytes');
  expect((await run('use', 'latin', 'latin-ppocrv5')).stderr).toContain('model.unknown');
});

test('an address inside the network is refused by the guard of outgoing calls', async () => {
  const { status, stderr } = await run('add', 'latin-ppocrv5', '--from', 'http://127.0.0.1:8123/', '--yes');
  expect(status).toBe(1);
  expect(stderr).toContain('model.unreachable');
  expect(stderr).toContain('READOUT_OUTBOUND_ALLOW');
});

test('reading looks for the models of the installation here, and makes no folder where there is none', async () => {
  const data = join(folder, 'elsewhere');
  vi.stubEnv('READOUT_DATA', data);
  expect(await modelsForReading(undefined)).toEqual([]);
  expect(existsSync(data)).toBe(false);
  await expect(modelsForReading(data)).rejects.toThrow(UsageError);
  vi.unstubAllEnvs();
});
