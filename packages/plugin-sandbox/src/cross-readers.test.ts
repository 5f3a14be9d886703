import { join } from 'node:path';
import { readFixtures } from '@readout/plugin-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { couldApply } from './could-apply.ts';
import { createSandbox, loadFirstPartyPlugins, type Sandbox } from './node.ts';

const folder = join(import.meta.dirname, '../../../plugins');
const plugins = await loadFirstPartyPlugins();
const cases = (
  await Promise.all(
    plugins.map(async ({ manifest: { id } }) =>
      (await readFixtures(join(folder, id))).map((one) => ({ ...one, of: id })),
    ),
  )
).flat();

/** Fixtures one reader declines because they are another's. */
const alsoRight: Record<string, readonly string[]> = {
  // A code is read wherever it stands.
  barcode: ['shipping-label/'],
  'business-card': ['nameplate/declines-a-business-card'],
  display: ['meter/declines-a-scale'],
  invoice: ['receipt/declines-an-invoice', 'meter/declines-an-electricity-bill'],
  meter: ['display/declines-a-water-meter', 'nameplate/declines-a-meter'],
  receipt: ['invoice/declines-a-till-receipt-called-tax-invoice'],
  // The number of a pallet is what a carrier tracks it by.
  'shipping-label': ['barcode/gs1-128-pallet-weight-and-count'],
};

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.close());

// A fallback runs only where nobody else made a record.
describe.each(plugins.filter(({ manifest }) => !manifest.fallback))('reader $manifest.id', (plugin) => {
  const { id } = plugin.manifest;

  it('is run on every reading it makes a record of', () => {
    const missed = cases.filter(
      ({ of, input, expected }) =>
        of === id && expected.records.length > 0 && !couldApply(plugin.manifest, input.reading),
    );
    expect(missed.map(({ name }) => name)).toEqual([]);
  });

  it('makes no record of what another reader reads', () => {
    const guessed: string[] = [];
    for (const { of, name, input } of cases) {
      const key = `${of}/${name}`;
      if (of === id || alsoRight[id]?.some((known) => key.startsWith(known))) continue;
      const run = sandbox.run(plugin, input);
      if (!run.ok) throw new Error(`${key}: ${run.code}: ${run.message}`);
      if (run.records.length > 0) guessed.push(`${key}: ${run.records.map(({ type }) => type).join(', ')}`);
    }
    expect(guessed).toEqual([]);
  });
});

describe('fallbacks together', () => {
  it('make one record of a page nobody else reads, and of its own fixtures each makes it', () => {
    const fallbacks = new Set(plugins.filter(({ manifest }) => manifest.fallback).map((p) => p.manifest.id));
    const others: string[] = [];
    for (const { of, name, input, expected } of cases) {
      const { records } = sandbox.runReaders(plugins, input);
      const makers = new Set(records.map(({ plugin }) => plugin).filter((id) => fallbacks.has(id)));
      if (makers.size > 1) others.push(`${of}/${name}: ${[...makers].join(' and ')}`);
      if (fallbacks.has(of) && expected.records.length > 0 && records[0]?.plugin !== of)
        others.push(`${of}/${name}: ${records[0]?.plugin}`);
    }
    expect(others).toEqual([]);
  });
});
