import { type Manifest, manifestSchema } from '@readout/plugin-kit/manifest';
import { expect, test } from 'vitest';
import { textsIn } from '../ui/texts.tsx';
import { manifestChanges } from './manifest-changes.ts';

const english = textsIn('en');
const changes = (from: Manifest, to: Manifest) => manifestChanges(from, to, english);

const manifest = (more: object = {}): Manifest =>
  manifestSchema.parse({
    id: 'gauge',
    version: '1.0.0',
    kind: 'reader',
    name: 'Gauge',
    description: 'Reads gauges.',
    reads: ['lines'],
    records: [
      {
        type: 'gauge',
        label: 'Gauge',
        title: 'value',
        fields: [{ name: 'value', label: 'Value', type: 'number' }],
      },
    ],
    ...more,
  });

test('the same manifest changes nothing', () => {
  expect(changes(manifest(), manifest({ version: '1.1.0' }))).toEqual({
    permissions: [],
    others: [],
  });
});

test('a host more, and one less, is a permission, said before all else', () => {
  const connector = (hosts: string[]) =>
    manifest({ kind: 'connector', accepts: ['*'], records: [], reads: [], permissions: { hosts } });
  expect(changes(connector(['a.example.com']), connector(['b.example.com'])).permissions).toEqual([
    'It may send to b.example.com.',
    'It may no longer send to a.example.com.',
  ]);
});

test('being given more of a capture is a permission', () => {
  expect(changes(manifest(), manifest({ reads: ['lines', 'barcodes'] })).permissions).toEqual([
    'It is given lines of text and barcodes; before it was lines of text.',
  ]);
});

test('fields and settings that are new, gone or other are named', () => {
  const to = manifest({
    settings: [{ type: 'text', name: 'unit', label: 'Unit' }],
    records: [
      {
        type: 'gauge',
        label: 'Gauge',
        title: 'reading',
        fields: [{ name: 'reading', label: 'Reading', type: 'number' }],
      },
    ],
  });
  expect(changes(manifest(), to).others).toEqual([
    'The record “Gauge” is declared differently.',
    'The setting “Unit” is new.',
    'In Gauge, the field “Reading” is new.',
    'In Gauge, the field “Value” is gone.',
  ]);
});
