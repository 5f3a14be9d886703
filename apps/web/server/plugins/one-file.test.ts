import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFixtures, summarise } from '@readout/plugin-kit/testing';
import { bundlePlugin } from '@readout/plugin-sandbox/bundle';
import { createSandbox, loadPlugin, type Sandbox } from '@readout/plugin-sandbox/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneFileSource } from './one-file.ts';

const folder = fileURLToPath(new URL('../../../../plugins/', import.meta.url));
const ids = (await readdir(folder, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.close());

test.each(ids)('%s in one file makes what its files make, on all its fixtures', async (id) => {
  const source = await oneFileSource(path.join(folder, id, 'src'));
  const bundle = await bundlePlugin(source);
  if (!('code' in bundle)) throw new Error(JSON.stringify(bundle.problems));
  const plugin = await loadPlugin(path.join(folder, id));
  const copy = { manifest: plugin.manifest, code: bundle.code, sha256: '' };
  for (const { name, input } of await readFixtures(path.join(folder, id))) {
    const [was, is] = [sandbox.run(plugin, input), sandbox.run(copy, input)];
    if (!was.ok || !is.ok) throw new Error(`${name}: ${JSON.stringify([was, is])}`);
    expect(summarise(is.records), name).toEqual(summarise(was.records));
  }
});
