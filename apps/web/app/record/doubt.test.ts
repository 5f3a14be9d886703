import type { RecordField } from '@readout/domain/records/rules';
import { describe, expect, it } from 'vitest';
import { doubtOf, type FieldSlot, fieldOrder, percent, type RecordType, unitOf } from './doubt.ts';

const field = (over: Partial<RecordField> = {}): RecordField => ({
  value: 'x',
  raw: 'x',
  confidence: 0.95,
  evidence: [],
  checks: [],
  ...over,
});

describe('what a person should look at', () => {
  it('is a failed check before anything else', () => {
    expect(
      doubtOf(field({ confidence: 0.3, checks: [{ name: 'sum', passed: false, reason: 'off by 1' }] })),
    ).toBe('check');
  });

  it('is an ambiguous or unsure value, and nothing a person entered', () => {
    expect(doubtOf(field({ ambiguous: ['2026-05-03'] }))).toBe('ambiguous');
    expect(doubtOf(field({ confidence: 0.79 }))).toBe('confidence');
    expect(doubtOf(field({ confidence: 0.2, edited: true }))).toBeUndefined();
    expect(doubtOf(field())).toBeUndefined();
  });

  it('comes first, then what was read, then what was not found, each as declared', () => {
    const declared = (name: string) => ({ name, label: name.toUpperCase(), type: 'text' as const });
    const type = {
      type: 'receipt',
      label: 'Receipt',
      title: 'a',
      fields: ['a', 'b', 'c', 'd'].map(declared),
    };
    const order = fieldOrder(
      { a: field(), c: field({ confidence: 0.1 }), d: field({ value: null }), old: field() },
      type,
    );
    expect(order.look.map((slot) => slot.name)).toEqual(['c']);
    expect(order.read.map((slot) => slot.name)).toEqual(['a', 'old']);
    expect(order.missing.map((slot) => slot.name)).toEqual(['b', 'd']);
  });

  it('is nothing that the supplier of an invoice says already', () => {
    const type = {
      fields: ['supplier', 'merchant', 'time', 'net', 'subtotal'].map((name) => ({
        name,
        label: name,
        type: 'text',
      })),
    } as unknown as RecordType;
    const names = (merchant: string) =>
      fieldOrder(
        {
          supplier: field({ value: 'Acme' }),
          merchant: field({ value: merchant }),
          net: field(),
          subtotal: field(),
        },
        type,
      ).read.map((slot) => slot.name);
    expect(names('Acme')).toEqual(['supplier', 'net']);
    expect(names('Acme Store')).toEqual(['supplier', 'merchant', 'net']);
  });

  it('never calls 99.7 percent certain', () => {
    expect(percent(0.997, 'en')).toBe('99%');
    expect(percent(1, 'en')).toBe('100%');
  });
});

describe('what is next to a value', () => {
  const slot = (type: FieldSlot['type'], unit?: string): FieldSlot => ({
    name: 'a',
    label: 'A',
    type,
    columns: [],
    unit,
  });
  const type = { fields: [{ name: 'money', label: 'Currency', type: 'currency' }] } as unknown as RecordType;

  it('is the declared unit of a number, and the currency of an amount as it is now', () => {
    expect(unitOf(slot('number', 'kg'), {}, type)).toBe('kg');
    expect(unitOf(slot('amount'), { money: field({ value: 'GBP' }) }, type)).toBe('GBP');
    expect(unitOf(slot('amount'), { money: field({ value: null }) }, type)).toBeUndefined();
    expect(unitOf(slot('amount'), {}, undefined)).toBeUndefined();
    expect(unitOf(slot('text'), { money: field({ value: 'GBP' }) }, type)).toBeUndefined();
  });
});
