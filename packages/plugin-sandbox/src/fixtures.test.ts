import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Line, PluginReading } from '@readout/plugin-kit';
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

  it('stays within its contract on damaged readings: lines lost, swapped, cut, turned, without words', () => {
    for (const { name, input } of cases)
      for (let seed = 1; seed <= 4; seed++) {
        const run = sandbox.run(plugin, { ...input, reading: damaged(input.reading, seed) });
        if (!run.ok) throw new Error(`${name}, seed ${seed}: ${run.code}: ${run.message}`);
      }
  });
});

/** The same damage for the same seed (mulberry32). */
function damaged(reading: PluginReading, seed: number): PluginReading {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const lines = reading.lines
    .filter(() => random() > 0.25)
    .map((line): Line => {
      const kind = random();
      if (kind < 0.1)
        return { ...line, text: line.text.slice(Math.floor(random() * line.text.length)), words: [] };
      if (kind < 0.2)
        return { ...line, text: reading.lines[Math.floor(random() * reading.lines.length)]!.text };
      if (kind < 0.25) return { ...line, text: '' };
      if (kind < 0.3) return { ...line, box: [line.box[0], line.box[0], line.box[0], line.box[0]] };
      if (kind < 0.35) return { ...line, box: [line.box[1], line.box[2], line.box[3], line.box[0]] };
      if (kind < 0.4) return { ...line, text: '9'.repeat(300) };
      if (kind < 0.45) return { ...line, text: `${line.text} \u0000\u202e\ud83d (((` };
      return line;
    });
  const barcodes = reading.barcodes.flatMap((barcode) => {
    const kind = random();
    if (kind < 0.2) return [];
    if (kind < 0.4) return [{ ...barcode, text: barcode.text.slice(1) }];
    if (kind < 0.5) return [{ ...barcode, text: '', contentType: 'GS1' }];
    return [barcode];
  });
  return { ...reading, lines, barcodes };
}
