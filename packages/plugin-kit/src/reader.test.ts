import { describe, expect, expectTypeOf, it } from 'vitest';
import { amountField, codeField, dateField, field, listField, textField } from './fields.ts';
import { defineReader, type FieldsOf, type RecordTypesOf, record } from './reader.ts';
import { joinSightings, seenBox, seenLine } from './sightings.ts';
import type { DraftRecord, Field, Line, ReaderInput } from './types.ts';

const line: Line = {
  id: 'l0',
  text: '12.50',
  confidence: 0.9,
  words: [],
  box: [
    [0, 0],
    [60, 0],
    [60, 20],
    [0, 20],
  ],
};
const input: ReaderInput = {
  reading: {
    page: { number: 1, of: 1, width: 100, height: 100, rotation: 0 },
    lines: [line],
    barcodes: [],
    languages: ['en'],
  },
  settings: {},
  locale: 'en-GB',
  today: '2026-11-21',
};
const seen = seenLine(line);

type Tag = {
  'shelf-tag': { name: 'text'; price: 'amount'; state: ['new', 'used']; sizes: { size: 'text' } };
};

describe('a value without evidence', () => {
  it('cannot be made: a literal is no field, and a builder refuses a sighting of nothing', () => {
    // @ts-expect-error a field is made by a builder, which takes what was seen
    const literal: Field = { value: '1', raw: '1', confidence: 1, evidence: [], checks: [] };
    expect(literal).toBeDefined();
    expect(() => field(joinSightings([], ' '), 'guess')).toThrow('No evidence for "guess"');
    // @ts-expect-error nothing was seen
    expect(() => field(undefined, 'guess')).toThrow('No evidence');
  });

  it('has the pixels it was made of where a box is all there is', () => {
    expect(field(seenBox(line.box, 'x', 0.7), true)).toEqual({
      value: true,
      raw: 'x',
      confidence: 0.7,
      evidence: [{ box: line.box }],
      checks: [],
    });
  });
});

it('two fields of one sighting have each its own list of places', () => {
  const [first, second] = [field(seen, 'a'), field(seen, 'b')];
  first.evidence.push({ box: line.box });
  expect(second.evidence).toHaveLength(1);
  expect(seen.evidence).toHaveLength(1);
});

describe('defineReader', () => {
  const reader = defineReader<Tag>({
    read: ({ locale }, record) => [
      record('shelf-tag', { name: textField(seen), price: amountField(seen, { locale }) }),
      record('shelf-tag', { price: amountField({ ...seen, text: 'none' }, { locale }) }),
    ],
  });

  it('returns records of the declared types and leaves out those without a field', () => {
    expect(reader.read(input)).toMatchObject([
      { type: 'shelf-tag', confidence: 0.964, fields: { price: { value: '12.50' } } },
    ]);
  });

  it('does not compile with a wrong record type, field name or field type', () => {
    defineReader<Tag>({
      read: (_, record) => [
        // @ts-expect-error no such record type
        record('tag', { name: textField(seen) }),
        // @ts-expect-error no such field
        record('shelf-tag', { label: textField(seen) }),
        // @ts-expect-error a date is no amount
        record('shelf-tag', { price: dateField(seen, { locale: 'en', today: '2026-11-21' }) }),
        // @ts-expect-error a number is no text
        record('shelf-tag', { name: field(seen, 12) }),
        // @ts-expect-error no such column
        record('shelf-tag', { sizes: listField([{ sighting: seen, value: { colour: 'red' } }]) }),
      ],
    });
    // @ts-expect-error a typed reader makes its records with the builder it is handed
    defineReader<Tag>({ read: () => [{ type: 'shelf-tag', confidence: 1, fields: {} }] });
    expectTypeOf<FieldsOf<Tag['shelf-tag']>['state']>().toEqualTypeOf<
      Field<'new' | 'used', 'choice'> | undefined
    >();
    defineReader<Tag>({
      read: (_, record) => [
        record('shelf-tag', { sizes: listField([{ sighting: seen, value: { size: 'L' } }]) }),
        record('shelf-tag', { name: field(seen, 'any text') }),
      ],
    });
  });

  it('takes its types from a manifest written in TypeScript', () => {
    const manifest = {
      records: [{ type: 'part', fields: [{ name: 'serial', type: 'code' }] }],
    } as const;
    type Part = RecordTypesOf<typeof manifest>;
    expectTypeOf<Part>().toEqualTypeOf<{ part: { serial: 'code' } }>();
    const part = defineReader<Part>({
      read: (_, record) => [record('part', { serial: codeField(seen, '1250') })],
    });
    expect(part.read(input)).toHaveLength(1);
  });

  it('without types takes any names', () => {
    const any = defineReader({ read: (_, record) => [record('any', { thing: textField(seen) })] });
    expect(any.read(input)[0]?.fields.thing?.value).toBe('12.50');
  });

  it('without types returns what read returns', () => {
    const made: DraftRecord[] = [{ type: 'any', confidence: 1, fields: { a: field(seen, null) } }];
    expect(defineReader({ read: () => made }).read(input)).toEqual(made);
  });
});

describe('record', () => {
  it('is as sure as its fields on average, less where their checks failed', () => {
    const failed = codeField(seen, '1250', { checkDigit: { name: 'serial', holds: false } });
    const held = codeField(seen, '1250', { checkDigit: { name: 'serial', holds: true } });
    expect(record('part', { failed, held })?.confidence).toBe(0.482);
    expect(record('part', { held }, { confidence: 0.3 })?.confidence).toBe(0.3);
    expect(record('part', { none: undefined })).toBeUndefined();
  });
});
