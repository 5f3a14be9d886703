import { type Manifest, manifestSchema } from '@readout/plugin-kit/manifest';
import { expect, test } from 'vitest';
import { proposeVersion, withVersion } from './propose-version.ts';
import { starterManifest } from './starter.ts';

const manifest = (version: string, fields = ['title']): Manifest => {
  const parsed = manifestSchema.parse(JSON.parse(starterManifest({ id: 'gate-pass', name: 'Gate pass' })));
  const [record] = parsed.records;
  return {
    ...parsed,
    version,
    records: [{ ...record!, fields: fields.map((name) => ({ name, label: name, type: 'text' })) }],
  };
};

test('the first version has the number of its manifest', () => {
  expect(proposeVersion(null, manifest('0.1.0'))).toBe('0.1.0');
});

test('what promises the same is a patch, what promises more is minor, what breaks a promise is major', () => {
  expect(proposeVersion(manifest('1.4.2'), manifest('1.4.2'))).toBe('1.4.3');
  expect(proposeVersion(manifest('1.4.2'), manifest('1.4.2', ['title', 'date']))).toBe('1.5.0');
  expect(proposeVersion(manifest('1.4.2'), manifest('1.4.2', ['date']))).toBe('2.0.0');
});

test('a number the author raised is kept', () => {
  expect(proposeVersion(manifest('1.4.2'), manifest('3.0.0'))).toBe('3.0.0');
  expect(proposeVersion(manifest('1.4.2'), manifest('1.3.9'))).toBe('1.4.3');
});

test('another number changes nothing else of the text', () => {
  const text = '{ "id": "a",\t"version":  "1.0.0", "x": {"version": "7"} }';
  expect(withVersion(text, '1.1.0')).toBe('{ "id": "a",\t"version":  "1.1.0", "x": {"version": "7"} }');
});
