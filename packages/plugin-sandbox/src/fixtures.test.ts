import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readFixtures, summarise } from '@readout/plugin-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, loadPlugin, type Sandbox } from './node.ts';

const folder = join(import.meta.dirname, '../../../plugins');
const ids = (await readdir(folder, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.close());

it.each([['receipt'], ['shipping-label'], ['barcode'], ['text']])('%s is there', (id) =>
  expect(ids).toContain(id),
);

describe.each(ids)('plugin %s', async (id) => {
  const cases = await readFixtures(join(folder, id));
  const plugin = await loadPlugin(join(folder, id));

  it('has a manifest with its own folder as id, a README and code within the limit', async () => {
    expect(plugin.manifest.id).toBe(id);
    expect((await readFile(join(folder, id, 'README.md'), 'utf8')).length).toBeGreaterThan(200);
    expect(plugin.code.length).toBeLessThan(512 * 1024);
    for (const record of plugin.manifest.records)
      expect(record.fields.map((field) => field.name)).toContain(record.title);
  });

  it('bundles neither zod nor anything else that is not its own or the kit', () => {
    expect(plugin.code).not.toMatch(/ZodError|node_modules|require\(/);
  });

  it('has fixtures with records and at least one that it must decline', () => {
    expect(cases.some(({ expected }) => expected.records.length > 0)).toBe(true);
    expect(cases.some(({ expected }) => expected.records.length === 0)).toBe(true);
  });

  it.each(cases)('reads fixture $name as expected, in the sandbox', async ({ name, input, expected }) => {
    expect((await stat(join(folder, id, 'fixtures', name, 'source.md'))).isFile()).toBe(true);
    const run = sandbox.run(plugin, input);
    if (!run.ok) throw new Error(`${run.code}: ${run.message}`);
    expect(summarise(run.records)).toEqual(expected.records);
    // Far from the budget, so that a slower or longer document still fits.
    expect(run.ticks).toBeLessThan(300);
  });
});
