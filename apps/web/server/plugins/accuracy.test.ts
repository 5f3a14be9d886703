import type { Manifest } from '@readout/plugin-kit/manifest';
import type { PackagedFixture } from '@readout/plugin-kit/package';
import { readingOfText } from '@readout/plugin-kit/testing';
import { bundlePlugin } from '@readout/plugin-sandbox/bundle';
import { expect, test } from 'vitest';
import { createAccuracyMeasurer } from './accuracy.ts';

const manifest: Manifest = {
  id: 'gate-pass',
  version: '1.0.0',
  kind: 'reader',
  name: 'Gate pass',
  description: 'Reads gates.',
  reads: ['lines'],
  fallback: false,
  records: [
    { type: 'gate', label: 'Gate', title: 'gate', fields: [{ name: 'gate', label: 'Gate', type: 'text' }] },
  ],
  accepts: [],
  settings: [],
  permissions: { hosts: [] },
};

const fixture = (name: string, text: string, gate?: string): PackagedFixture => ({
  name,
  reading: readingOfText(text),
  settings: {},
  expected: {
    locale: 'en-GB',
    today: '2026-11-21',
    records: gate === undefined ? [] : [{ type: 'gate', fields: { gate: { value: gate, seen: ['l0'] } } }],
  },
});

async function codeOf(body: string): Promise<string> {
  const bundle = await bundlePlugin(`import { defineReader, seenLine, textField } from '@readout/plugin-kit';
export default defineReader<{ gate: { gate: 'text' } }>({ read({ reading }, record) { ${body} } });`);
  if (!('code' in bundle)) throw new Error(JSON.stringify(bundle.problems));
  return bundle.code;
}

// Two threads are started for each, which a busy machine takes its time for.

test('a version is measured on its fixtures, those on which it has to decline included', async () => {
  const code = await codeOf(
    "const [first] = reading.lines; return [record('gate', { gate: first && textField(seenLine(first)) })];",
  );
  const fixtures = [
    fixture('Right', 'A7', 'A7'),
    fixture('Wrong', 'B8', 'B9'),
    fixture('Nothing', 'No gate'),
  ];
  expect(await createAccuracyMeasurer().measure({ manifest, code, sha256: '' }, fixtures)).toEqual({
    fixtures: 3,
    passed: 1,
    fields: [{ name: 'gate', right: 1, wrong: 2, missing: 0 }],
  });
});

test('a version whose `when` lets no fixture through reads nothing, as it would on captures', async () => {
  const code = await codeOf(
    "const [first] = reading.lines; return [record('gate', { gate: first && textField(seenLine(first)) })];",
  );
  const picky = { ...manifest, when: { words: ['never'] } };
  expect(
    await createAccuracyMeasurer().measure({ manifest: picky, code, sha256: '' }, [
      fixture('Right', 'A7', 'A7'),
    ]),
  ).toEqual({
    fixtures: 1,
    passed: 0,
    fields: [{ name: 'gate', right: 0, wrong: 0, missing: 1 }],
  });
});
