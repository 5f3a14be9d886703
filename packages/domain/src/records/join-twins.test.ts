import type { FieldData, JsonValue, Quad } from '@readout/plugin-kit';
import { describe, expect, it } from 'vitest';
import { joinTwins } from './join-twins.ts';

const box: Quad = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];
const field = (value: JsonValue, place: { barcode: string } | { line: string }): FieldData => ({
  value,
  raw: String(value),
  confidence: 0.9,
  evidence: [{ box, ...place }],
  checks: [],
});
const record = (plugin: string, fields: Record<string, FieldData>) => ({
  plugin,
  pluginVersion: '1.0.0',
  type: plugin,
  confidence: 0.9,
  fields,
});
const b0 = { barcode: 'b0' };
const code = '340434161094042557';
const barcode = record('barcode', { text: field(`00${code}`, b0), format: field('Code128', b0) });
const label = record('shipping-label', {
  carrier: field('DHL', { line: 'l0' }),
  tracking: field(code, b0),
});

describe('a barcode beside the record that has its code', () => {
  it('is that record, which keeps what it said', () => {
    expect(joinTwins([barcode, label])).toEqual([
      { ...label, alsoRead: [{ plugin: 'barcode', type: 'barcode', text: `00${code}` }] },
    ]);
  });

  it.each([
    ['another code', record('barcode', { text: field('4006381333931', { barcode: 'b1' }) })],
    ['the same digits in another barcode', record('barcode', { text: field(code, { barcode: 'b1' }) })],
    [
      'more than the code',
      record('barcode', { text: field(code, b0), gs1: field({ '00': code, 15: '260101' }, b0) }),
    ],
    [
      'what is printed as well',
      record('form', { text: field(code, b0), label: field('Nr', { line: 'l1' }) }),
    ],
  ])('stays where it is %s', (_, other) => expect(joinTwins([other, label])).toEqual([other, label]));

  it('is that record where both have a value from the same characters of it, however short', () => {
    const part = (value: string): FieldData => ({
      ...field(value, b0),
      evidence: [{ box, barcode: 'b0', from: 10, to: 14 }],
    });
    const till = record('barcode', { total: part('7.05'), till: field('AMA-2642', b0) });
    const receipt = (total: string) =>
      record('receipt', {
        merchant: field('Bakery', { line: 'l0' }),
        total: { ...part(total), evidence: [{ box, line: 'l1' }, ...part(total).evidence] },
      });
    expect(joinTwins([till, receipt('7.05')])).toMatchObject([
      { type: 'receipt', alsoRead: [{ text: '7.05' }] },
    ]);
    expect(joinTwins([till, receipt('7.06')])).toHaveLength(2);
  });

  it('stays where nothing else was read', () => expect(joinTwins([barcode])).toEqual([barcode]));
});
