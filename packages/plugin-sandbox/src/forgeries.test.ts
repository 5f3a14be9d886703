// cspell:ignore Grnb resso Anhang Kassenbeleg BBXN
import {
  type Evidence,
  type JsonValue,
  type PluginReading,
  type Quad,
  sureOfRead,
} from '@readout/plugin-kit';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { inputOfText } from '@readout/plugin-kit/testing';
import { describe, expect, test } from 'vitest';
import { seenOf } from './cited.ts';
import { validateRecords } from './validate.ts';

// What a plugin says of a value is its author's word. Here an author lies.

const { reading } = inputOfText(
  [
    'Harbour Café GmbH',
    '5 Quay Road, London',
    'Receipt 2026-0042',
    'Date 03/04/2026 18:05',
    'Espresso 2 x 3.50 7.00',
    'Subtotal 18.20',
    'Discount -1.20',
    'Total EUR 20.00',
    'Refund (4.50)',
    'Paid 1 234,50 kr',
    'IBAN DE89 3704 0044 0532 0130 00',
  ].join('\n'),
  { barcodes: [{ format: 'EAN13', text: '4006381333931' }] },
);
const types = [
  'text',
  'amount',
  'number',
  'date',
  'time',
  'currency',
  'code',
  'address',
  'choice',
  'list',
  'map',
] as const;
/** Types that a word more or less leaves right. */
const texts: ReadonlySet<string> = new Set(['text', 'address', 'list', 'choice', 'map']);
/** How sure a value of another type is whose words were read with this confidence. */
const sureAt = (confidence: number): number => Math.round(1000 * sureOfRead(confidence)) / 1000;
const manifest = {
  records: [
    {
      type: 'receipt',
      label: 'Receipt',
      title: 'text',
      fields: types.map((name) => ({ name, label: name, type: name })),
    },
  ],
} as unknown as Manifest;

const line = (start: string): PluginReading['lines'][number] =>
  reading.lines.find(({ text }) => text.startsWith(start))!;
/** The words of a line from one to another, as the kit would box them. */
function words(start: string, from = 0, to = Number.POSITIVE_INFINITY): Evidence {
  const { id, words: all } = line(start);
  const [first, last] = [all[from]!, all[Math.min(to, all.length - 1)]!];
  const box: Quad = [first.box[0], last.box[1], last.box[2], first.box[3]];
  return { line: id, box };
}
const code = (): Evidence => ({ barcode: 'b0', box: reading.barcodes[0]!.box });
const speck = ([[x, y]]: Quad): Quad => [
  [x + 1, y + 1],
  [x + 2, y + 1],
  [x + 2, y + 2],
  [x + 1, y + 2],
];

function fieldOf(type: (typeof types)[number], value: JsonValue, evidence: Evidence[], raw = String(value)) {
  const checks = [{ name: 'check-digit', passed: true, reason: 'I say that it holds.' }];
  const fields = { [type]: { value, raw, confidence: 1, evidence, checks } };
  const result = validateRecords(
    JSON.stringify([{ type: 'receipt', confidence: 1, fields }]),
    manifest,
    seenOf(reading),
    { locale: 'en-GB', today: '2026-11-21' },
  );
  if (!result.ok) throw new Error(result.message);
  return result.records[0]!.fields[type]!;
}

test.each<[string, (typeof types)[number], JsonValue, Evidence[]]>([
  ['an amount', 'amount', '20.00', [words('Total', 2)]],
  ['an amount in a whole line', 'amount', '20.00', [words('Total')]],
  ['a line with several', 'amount', '7.00', [words('Espresso')]],
  ['a minus', 'amount', '-1.20', [words('Discount', 1)]],
  ['brackets', 'amount', '-4.50', [words('Refund', 1)]],
  ['thousands apart', 'amount', '1234.50', [words('Paid', 1, 2)]],
  ['a number', 'number', 2, [words('Espresso', 1, 1)]],
  ['a date', 'date', '2026-04-03', [words('Date', 1, 1)]],
  ['a date read the other way round', 'date', '2026-03-04', [words('Date', 1, 1)]],
  ['a time', 'time', '18:05', [words('Date', 2, 2)]],
  ['a currency', 'currency', 'EUR', [words('Total', 1, 2)]],
  ['a sign with several meanings', 'currency', 'SEK', [words('Paid', 1, 3)]],
  ['a name', 'text', 'Harbour Café GmbH', [words('Harbour')]],
  ['an account', 'code', 'DE89370400440532013000', [words('IBAN', 1)]],
  ['an address', 'address', '5 Quay Road\nLondon', [words('5 Quay')]],
  ['a list', 'list', [{ text: 'Espresso', quantity: 2, amount: '7.00' }], [words('Espresso')]],
  ['a barcode', 'code', '4006381333931', [code()]],
  ['what kind of barcode', 'choice', 'EAN13', [code()]],
])('%s is seen where it is printed', (_, type, value, evidence) => {
  expect(fieldOf(type, value, evidence)).toMatchObject({
    kind: 'seen',
    confidence: evidence[0]!.barcode ? 0.99 : texts.has(type) ? 0.95 : sureAt(0.95),
    evidence,
  });
});

const far: Evidence = {
  box: [
    [0, 0],
    [9, 0],
    [9, 9],
    [0, 9],
  ],
};
const forgeries: [string, (typeof types)[number], JsonValue, Evidence[]][] = [
  ['another amount on a line of a name', 'amount', '1234567.00', [words('Harbour')]],
  ['another amount on the line of the total', 'amount', '1234567.00', [words('Total')]],
  ['an amount whose digits are turned', 'amount', '2.00', [words('Total', 2)]],
  ['an amount with its point moved', 'amount', '2000', [words('Total', 2)]],
  ['an amount with a digit more', 'amount', '120.00', [words('Total', 2)]],
  ['an amount with more decimals', 'amount', '20.0001', [words('Total', 2)]],
  ['an amount made of two lines', 'amount', '1820.00', [words('Subtotal', 1), words('Total', 2)]],
  ['the sum of two lines', 'amount', '38.20', [words('Subtotal', 1), words('Total', 2)]],
  ['a minus that is not printed', 'amount', '-20.00', [words('Total', 2)]],
  ['an amount without its minus', 'amount', '1.20', [words('Discount', 1)]],
  ['an amount without its brackets', 'amount', '4.50', [words('Refund', 1)]],
  ['part of a number with thousands', 'amount', '34.50', [words('Paid', 1, 2)]],
  ['an amount beside the box', 'amount', '20.00', [words('Total', 0, 0)]],
  ['an amount of the line above', 'amount', '4.50', [words('Total')]],
  ['an amount on no line', 'amount', '20.00', [far]],
  ['an amount on a barcode', 'amount', '20.00', [code()]],
  ['an amount cut out of a barcode', 'amount', '400.63', [code()]],
  ['an amount of a date', 'amount', '3.04', [words('Date', 1, 1)]],
  ['a number of the next word', 'number', 3.5, [words('Espresso', 1, 1)]],
  ['a count of nothing', 'number', 11, [words('Harbour')]],
  ['digits of an account as a number', 'number', 3704004405, [words('IBAN', 1)]],
  ['another day', 'date', '2026-04-05', [words('Date', 1, 1)]],
  ['another year', 'date', '2025-04-03', [words('Date', 1, 1)]],
  ['a date that is not printed', 'date', '2026-11-21', [words('Harbour')]],
  ['a date of a receipt number', 'date', '2026-04-02', [words('Receipt', 1)]],
  ['another time', 'time', '06:05', [words('Date', 2, 2)]],
  ['a currency that is not printed', 'currency', 'EUR', [words('Subtotal')]],
  ['another currency', 'currency', 'USD', [words('Total')]],
  ['a meaning the sign has not', 'currency', 'USD', [words('Paid')]],
  ['another name', 'text', 'Mallory Ltd', [words('Harbour')]],
  ['a name with a word more', 'text', 'Harbour Café Holding GmbH', [words('Harbour')]],
  ['a name with another order', 'text', 'GmbH Harbour', [words('Harbour')]],
  ['a letter that looks alike', 'text', 'Harbour Cafe GrnbH', [words('Harbour')]],
  ['letters of another script', 'text', 'Harbour \u0421\u0430fé GmbH', [words('Harbour')]],
  ['another account', 'code', 'DE21370400440532013001', [words('IBAN', 1)]],
  ['an account with a digit turned', 'code', 'DE89370400440523013000', [words('IBAN', 1)]],
  [
    'an account on a speck',
    'code',
    'DE89370400440532013000',
    [{ ...words('IBAN', 1), box: speck(words('IBAN', 1).box) }],
  ],
  ['an account on the line of the total', 'code', 'DE89370400440532013000', [words('Total')]],
  ['a code the barcode has not', 'code', '4006381333930', [code()]],
  ['another street', 'address', '6 Quay Road\nLondon', [words('5 Quay')]],
  ['a town that is not printed', 'address', '5 Quay Road\nParis', [words('5 Quay')]],
  [
    'a list with an item more',
    'list',
    [{ text: 'Espresso', amount: '7.00' }, { text: 'Cake' }],
    [words('Espresso')],
  ],
  ['a list with another price', 'list', [{ text: 'Espresso', amount: '70.00' }], [words('Espresso')]],
  ['a number deep in a map', 'map', { a: { b: [{ c: 99 }] } }, [words('Espresso')]],
  ['a choice that is not printed', 'choice', 'paid', [words('Total')]],
];

test.each(forgeries)('%s is not seen', (_, type, value, evidence) => {
  const field = fieldOf(type, value, evidence, 'Total EUR 1,234,567.00 DE21');
  expect(field.kind).toBe('computed');
  expect(field.confidence).toBeLessThan(1);
});

test('a date that can be two is not settled by naming one of them', () => {
  const printed = [words('Date', 1, 1)];
  expect(fieldOf('date', '2026-04-03', printed).ambiguous).toEqual(['2026-03-04']);
  expect(fieldOf('date', '2026-03-04', printed).ambiguous).toEqual(['2026-04-03']);
  const dated = (text: string) => {
    const { reading: page } = inputOfText(text);
    const at = page.lines[0]!;
    const date = {
      value: '2026-10-12',
      raw: text,
      confidence: 1,
      evidence: [{ line: at.id, box: at.box }],
      checks: [],
    };
    const result = validateRecords(
      JSON.stringify([{ type: 'receipt', confidence: 1, fields: { date } }]),
      manifest,
      seenOf(page),
      { locale: 'en-GB', today: '2026-11-21' },
    );
    return result.ok && result.records[0]!.fields.date!.ambiguous;
  };
  expect(dated('12/10/2026 of 12 October 2026')).toBeUndefined();
  // A receipt of the tenth of December is not there yet.
  expect(dated('Paid 12/10/2026')).toBeUndefined();
});

test('an amount that can be two is not settled by naming one of them, but by its paper', () => {
  const said = (value: string, printed: string, currency?: string) => {
    const { reading: page } = inputOfText(printed);
    const at = page.lines[0]!;
    const field = (of: string) => ({
      ...{ value: of, raw: at.text, confidence: 1, checks: [] },
      evidence: [{ line: at.id, box: at.box }],
    });
    const fields = { amount: field(value), ...(currency ? { currency: field(currency) } : {}) };
    const result = validateRecords(
      JSON.stringify([{ type: 'receipt', confidence: 1, fields }]),
      manifest,
      seenOf(page),
      { locale: 'en-GB', today: '2026-11-21' },
    );
    return result.ok ? result.records[0]!.fields.amount!.ambiguous : result.message;
  };
  // Whichever of them it names.
  expect(said('1234.00', 'Total 1.234')).toEqual(['1.234']);
  expect(said('1.234', 'Total 1.234')).toEqual(['1234.00']);
  expect(said('-1234.00', 'Refund -1.234')).toEqual(['-1.234']);
  // Two marks, another amount of the paper, a currency without decimals or with three.
  expect(said('1234.00', 'Total 1.234,00')).toBeUndefined();
  expect(said('1234.00', 'Total 1.234\nTax 12,50')).toBeUndefined();
  expect(said('1.234', 'Total 1.234\nTax 12,50')).toEqual(['1234.00']);
  expect(said('1234', 'Total JPY 1.234', 'JPY')).toBeUndefined();
  expect(said('1.234', 'Total KWD 1.234', 'KWD')).toBeUndefined();
  // A currency that is not printed settles nothing.
  expect(said('1234', 'Total 1.234', 'JPY')).toEqual(['1.234']);
  expect(said('20.00', 'Total 20.00')).toBeUndefined();
});

test('signs that turn letters around or are not seen are left out', () => {
  const field = fieldOf('text', 'Harbour\u202e\u200b Café GmbH', [words('Harbour')]);
  expect(field).toMatchObject({ value: 'Harbour Café GmbH', kind: 'seen' });
  const table = [{ text: 'Esp\u2066resso', amount: '7.00' }];
  expect(fieldOf('list', table, [words('Espresso')]).value).toEqual([{ text: 'Espresso', amount: '7.00' }]);
});

test('nothing becomes a forbidden name or an empty value once they are left out', () => {
  expect(() => fieldOf('map', { '__pro\u200bto__': 'Total' }, [words('Total')])).toThrow('__proto__');
  expect(() => fieldOf('text', '\u200b\u202e', [words('Total')])).toThrow('must not be empty');
});

test('a plugin that has the host look without end finds nothing more, and soon', () => {
  const value = Array.from({ length: 2000 }, () => Array.from({ length: 400 }, () => '7.00'));
  expect(fieldOf('list', value, [words('Espresso')], '7.00').kind).toBe('seen');
  const long = Array.from({ length: 500 }, () => words('Espresso'));
  expect(fieldOf('list', value, long, '7.00').kind).toBe('computed');
});

test('characters of a barcode are cited by their range, and what is in them is raw', () => {
  const part = { ...code(), from: 2, to: 7 };
  expect(fieldOf('code', '06381', [part], '4006381333931')).toMatchObject({
    kind: 'seen',
    raw: '06381',
    evidence: [part],
  });
  expect(fieldOf('code', '40063', [part], '40063')).toMatchObject({ kind: 'computed', raw: '06381' });
  expect(fieldOf('choice', 'EAN13', [part]).kind).toBe('computed');
  for (const [from, to] of [
    [2, 14],
    [7, 2],
    [13, 13],
  ])
    expect(() => fieldOf('code', '06381', [{ ...code(), from: from!, to: to! }])).toThrow('characters');
  expect(() => fieldOf('text', 'Harbour', [{ ...words('Harbour'), from: 0, to: 7 }])).toThrow('characters');
});

test('there are at least forty kinds of forgery', () => {
  expect(forgeries.length).toBeGreaterThanOrEqual(40);
});

test('raw text that is not printed there is the host’s, and a box that does not lie there, too', () => {
  const total = words('Total');
  const forged = fieldOf('amount', '20.00', [{ ...total, box: speck(total.box) }], 'EUR 1,234,567.00');
  expect(forged.raw).toBe('');
  expect(forged.evidence[0]?.box).toEqual(line('Total').box);
  expect(fieldOf('amount', '20.00', [total], 'EUR 1,234,567.00').raw).toBe('Total EUR 20.00');
  expect(fieldOf('amount', '20.00', [total], 'EUR 20.00').raw).toBe('EUR 20.00');
});

describe('checks', () => {
  const amounts = (checks: JsonValue[], more: Record<string, unknown> = {}) => {
    const amount = { value: '20.00', raw: '20.00', confidence: 1, evidence: [words('Total', 2)], checks };
    const result = validateRecords(
      JSON.stringify([{ type: 'receipt', confidence: 1, fields: { amount, ...more } }]),
      manifest,
      seenOf(reading),
      { locale: 'en-GB', today: '2026-11-21' },
    );
    if (!result.ok) throw new Error(result.message);
    return result.records[0]!.fields.amount!.checks;
  };
  const sum = (of: JsonValue[], passed = true) => ({
    name: 'sum',
    passed,
    reason: 'I say so.',
    rule: { rule: 'sum', of },
  });
  const printed = (amount: string, start: string, minus = false) => ({
    amount,
    evidence: [words(start)] as unknown as JsonValue,
    minus,
  });

  test('that add up are made by the host, whatever the plugin says', () => {
    const parts = [printed('18.20', 'Subtotal'), printed('1.20', 'Discount', true)];
    expect(amounts([sum(parts)])).toMatchObject([{ passed: false, by: 'host' }]);
    const whole = [printed('18.20', 'Subtotal'), printed('1.20', 'Discount'), printed('7.00', 'Espresso')];
    expect(amounts([sum([...whole.slice(0, 1), printed('7.00', 'Espresso', true)], true)])).toMatchObject([
      { passed: false, by: 'host' },
    ]);
  });

  test('of amounts that nobody printed, or of fields that are not there, are the word of the plugin', () => {
    for (const of of [
      [printed('1.80', 'Subtotal'), printed('18.20', 'Subtotal')],
      [printed('18.20', 'Harbour'), printed('1.80', 'Harbour')],
      [{ field: 'number' }],
      [{ field: 'toString' }],
      [{ field: 'list', column: 'amount' }],
    ])
      expect(amounts([sum(of as JsonValue[])]), JSON.stringify(of)).toEqual([
        { name: 'sum', passed: true, reason: 'I say so.' },
      ]);
  });

  test('cannot be called those of the host, and what they compare has a form', () => {
    for (const more of [
      { by: 'host' },
      { rule: { rule: 'always' } },
      { rule: { rule: 'digits', scheme: 'mine' } },
      { rule: { rule: 'sum', of: [] } },
      { rule: { rule: 'sum', of: Array.from({ length: 200 }, () => ({ field: 'amount' })) } },
    ])
      expect(() => amounts([{ name: 'sum', passed: true, reason: 'x', ...more }])).toThrow('checks');
  });

  test('a letter in a code is read as the figure its check digits prove, and as no other', () => {
    const iban = 'DE89370400440532013000';
    const { reading: misread } = inputOfText('IBAN DE89 37O4 0O44 0532 0130 00');
    const at = misread.lines[0]!;
    const kindOf = (value: string) => {
      const code = { value, raw: value, confidence: 1, evidence: [{ line: at.id, box: at.box }], checks: [] };
      const result = validateRecords(
        JSON.stringify([{ type: 'receipt', confidence: 1, fields: { code } }]),
        {
          records: [
            {
              ...manifest.records[0]!,
              fields: [{ name: 'code', label: 'IBAN', type: 'code', checkDigits: 'iban' }],
            },
          ],
        } as unknown as Manifest,
        seenOf(misread),
        { locale: 'en-GB', today: '2026-11-21' },
      );
      return result.ok && result.records[0]!.fields.code!.kind;
    };
    expect(kindOf(iban)).toBe('seen');
    expect(kindOf('DE89370400440532013O00')).toBe('computed');
    expect(kindOf('GB82WEST12345698765432')).toBe('computed');
  });

  test('no number of them makes the host work without end', () => {
    const rows = Array.from({ length: 2000 }, () => ({ amount: '0.01' }));
    const list = { value: rows, raw: '7.00', confidence: 1, evidence: [words('Espresso')], checks: [] };
    const checks = Array.from({ length: 50 }, (_, index) => ({
      ...sum([
        { field: 'list', column: 'amount' },
        { amount: String(index), evidence: [words('Total')] as never },
      ]),
      name: `sum-${index}`,
    }));
    const made = amounts(checks as unknown as JsonValue[], { list });
    expect(made.filter(({ by }) => by === 'host').length).toBeLessThan(26);
    expect(made).toHaveLength(50);
  });
});

describe('how sure a value is', () => {
  // The amount was hard to read; all else on the page is clear.
  const { reading: doubtful } = inputOfText(
    [
      'Total EUR 20.00',
      'Thank you for your visit',
      'IBAN DE89 3704 0044 0532 0130 00',
      'Order 1O-48981 of 20 pieces',
    ].join('\n'),
    { barcodes: [{ format: 'QRCode', text: 'DE89370400440532013000' }] },
  );
  const [total, thanks, account, order] = doubtful.lines as [
    PluginReading['lines'][number],
    ...PluginReading['lines'],
  ];
  for (const word of total.words) word.confidence = word.text === '20.00' ? 0.4 : 1;
  for (const word of account!.words) word.confidence = 0.8;
  for (const word of order!.words) word.confidence = 0.96;
  Object.assign(order!, {
    characterConfidences: [...order!.text].map((_, at) => (at === 6 ? 0.75 : at > 15 ? 0.6 : 0.99)),
  });
  const all = (...lines: (typeof total | undefined)[]): Evidence[] =>
    lines.map((each) => ({ line: each!.id, box: each!.box }));
  const recordOf = (
    fields: Record<
      string,
      { value: JsonValue; evidence: Evidence[]; confidence?: number; checks?: JsonValue[] }
    >,
    checkDigits?: 'iban',
  ) => {
    const declared = types.map((name) => ({
      name,
      label: name,
      type: name,
      ...(name === 'code' && checkDigits ? { checkDigits } : {}),
    }));
    const made = Object.entries(fields).map(([name, { value, confidence = 1, evidence, checks = [] }]) => [
      name,
      { value, raw: '', confidence, evidence, checks },
    ]);
    const result = validateRecords(
      JSON.stringify([{ type: 'receipt', confidence: 1, fields: Object.fromEntries(made) }]),
      { records: [{ ...manifest.records[0]!, fields: declared }] } as unknown as Manifest,
      seenOf(doubtful),
      { locale: 'en-GB', today: '2026-11-21' },
    );
    if (!result.ok) throw new Error(result.message);
    return result.records[0]!;
  };
  const sure = (...given: Parameters<typeof recordOf>) =>
    Object.values(recordOf(...given).fields)[0]!.confidence;

  test('is what its most doubtful word allows, whatever the plugin says', () => {
    expect(sure({ amount: { value: '20.00', evidence: all(total) } })).toBe(sureAt(0.4));
  });

  test('is no more for clear words and lines that are cited with it', () => {
    expect(sure({ amount: { value: '20.00', evidence: all(total, thanks, account) } })).toBe(sureAt(0.4));
    const rows = [{ text: 'Total EUR', amount: '20.00' }];
    const alone = sure({ list: { value: rows, evidence: all(total) } });
    expect(alone).toBeLessThan(0.8);
    expect(sure({ list: { value: rows, evidence: all(total, thanks, thanks, thanks) } })).toBe(alone);
  });

  test('is of a code what its most doubtful letter or figure allows, and no other in its line', () => {
    const { box } = order!.words[1]!;
    const evidence = [{ line: order!.id, box }];
    expect(sure({ code: { value: '1O-48981', evidence } })).toBe(sureAt(0.75));
    expect(sure({ text: { value: '1O-48981', evidence } })).toBe(0.96);
  });

  test('is of what decodes a display what that says: its doubts are no others than of its digits', () => {
    const line = { ...total, recogniser: 'segments' };
    const result = validateRecords(
      JSON.stringify([
        {
          type: 'receipt',
          confidence: 1,
          fields: { amount: { value: '20.00', raw: '', confidence: 1, evidence: all(total), checks: [] } },
        },
      ]),
      manifest,
      seenOf({
        ...doubtful,
        lines: [{ ...line, words: line.words.map((word) => ({ ...word, confidence: 0.9 })) }],
      }),
      { locale: 'en-GB', today: '2026-11-21' },
    );
    expect(result).toMatchObject({ ok: true, records: [{ fields: { amount: { confidence: 0.9 } } }] });
  });

  test('is less where the plugin says so', () => {
    expect(sure({ amount: { value: '20.00', evidence: all(total), confidence: 0.3 } })).toBe(0.3);
    expect(sure({ text: { value: 'Thank you', evidence: all(thanks), confidence: 0.5 } })).toBe(0.5);
  });

  test('is little where nothing was read', () => {
    expect(sure({ amount: { value: '20.00', evidence: [far] } })).toBe(0.5);
  });

  test('is more where check digits hold that the manifest declares, not where the plugin chooses them', () => {
    const rule = { rule: 'digits', scheme: 'iban' };
    const chosen = [{ name: 'check-digit', passed: true, reason: 'x', rule }];
    const value = 'DE89370400440532013000';
    expect(sure({ code: { value, evidence: all(account) } })).toBe(sureAt(0.8));
    expect(sure({ code: { value, evidence: all(account), checks: chosen } })).toBe(sureAt(0.8));
    expect(sure({ code: { value, evidence: all(account) } }, 'iban')).toBe(0.989);
  });

  test('is more where a barcode says the same', () => {
    const evidence = [...all(account), { barcode: 'b0', box: doubtful.barcodes[0]!.box }];
    expect(sure({ code: { value: 'DE89370400440532013000', evidence } })).toBe(0.99);
  });

  test('a record is not sure of what one of its fields is not, however many are clear', () => {
    const clear = Object.fromEntries(
      (['text', 'address', 'choice'] as const).map((name) => [
        name,
        { value: 'Thank you', evidence: all(thanks) },
      ]),
    );
    const record = recordOf({ ...clear, amount: { value: '20.00', evidence: all(total) } });
    expect(record.confidence).toBeLessThan(0.7);
    expect(recordOf(clear).confidence).toBe(0.95);
  });
});

describe('codes that say what a document comes to', () => {
  // A receipt whose code (DSFinV-K, Anhang I) has two rates: 4.05 and 3.00.
  const till = (gross: string, paid: string) =>
    `V0;AMA-2642;Kassenbeleg-V1;Beleg^${gross}^${paid}:Bar;13;44131;2026-11-20T11:29:48.000Z;2026-11-20T11:29:49.000Z;ecdsa-plain-SHA384;unixTime;${'K8zs'.repeat(24)};${'BBXN'.repeat(24)}`;
  const text = till('4.05_3.00_0.00_0.00_0.00', '7.05');
  const receipt = (code: string) =>
    inputOfText(['Summe 7,05', 'Bar 10,00', '20.11.2026'].join('\n'), {
      barcodes: [{ format: 'QRCode', text: code }],
    }).reading;
  const cited = (code: string, ...parts: string[]): Evidence[] =>
    parts.map((part) => {
      const from = code.indexOf(part);
      return { barcode: 'b0', box: receipt(code).barcodes[0]!.box, from, to: from + part.length };
    });
  const seen = (
    type: 'amount' | 'date' | 'time' | 'currency',
    value: string,
    evidence: Evidence[],
    { code = text, doubt = 0.4 }: { code?: string; doubt?: number } = {},
  ) => {
    const reading = receipt(code);
    for (const { words } of reading.lines) for (const word of words) word.confidence = doubt;
    const fields = { [type]: { value, raw: value, confidence: 1, evidence, checks: [] } };
    const result = validateRecords(
      JSON.stringify([{ type: 'receipt', confidence: 1, fields }]),
      manifest,
      seenOf(reading),
      { locale: 'de-DE', today: '2026-11-21' },
    );
    if (!result.ok) throw new Error(result.message);
    return result.records[0]!.fields[type]!;
  };
  const row = (index: number): Evidence => ({ line: `l${index}`, box: receipt(text).lines[index]!.box });
  const parts = cited(text, '4.05', '3.00');
  const end = cited(text, '2026-11-20T11:29:49.000Z');

  test('a total the code has by rates is seen, and so is the day in Germany', () => {
    expect(seen('amount', '7.05', parts)).toMatchObject({
      kind: 'seen',
      confidence: 0.99,
      raw: '4.05\n3.00',
    });
    expect(seen('date', '2026-11-20', end)).toMatchObject({ kind: 'seen', confidence: 0.99 });
    expect(seen('time', '12:29:49', end)).toMatchObject({ kind: 'seen', confidence: 0.99 });
  });

  test('what print and code say alike is proved, however poor the print and however short the value', () => {
    expect(seen('amount', '7.05', [row(0), ...parts])).toMatchObject({
      kind: 'seen',
      confidence: 0.99,
      checks: [
        {
          name: 'matches-print',
          passed: true,
          rule: { rule: 'code', text: '7.05', as: 'amount' },
          by: 'host',
        },
      ],
    });
    expect(seen('date', '2026-11-20', [row(2), ...end])).toMatchObject({ confidence: 0.99 });
  });

  test.each([
    ['5.05', till('5.05_3.00_0.00_0.00_0.00', '8.05'), ['5.05', '3.00']],
    // The printed digits are in it, and it is another amount.
    ['7.05', till('17.05_0.00_0.00_0.00_0.00', '17.05'), ['17.05']],
  ])('a code that says another amount (%s) fails the check', (_, code, amounts) => {
    const total = seen('amount', '7.05', [row(0), ...cited(code, ...amounts)], { code });
    expect(total).toMatchObject({ kind: 'seen', checks: [{ name: 'matches-print', passed: false }] });
    expect(total.confidence).toBeLessThan(0.5);
  });

  test.each<[string, 'amount' | 'date' | 'time' | 'currency', string, Evidence[]]>([
    ['another sum', 'amount', '7.06', parts],
    ['a part of the amounts for all of them', 'amount', '7.05', [parts[0]!]],
    ['the amounts the other way round', 'amount', '7.05', [parts[1]!, parts[0]!]],
    ['characters beside them', 'amount', '7.05', [parts[0]!, { ...parts[1]!, to: parts[1]!.to! + 1 }]],
    ['the sum of other amounts', 'amount', '11.10', [...cited(text, '4.05'), ...cited(text, '7.05')]],
    ['another day', 'date', '2026-11-21', end],
    ['the hour in another country', 'time', '13:29:49', end],
    ['another currency', 'currency', 'USD', parts],
  ])('%s is not what the code says', (_, type, value, evidence) =>
    expect(seen(type, value, evidence).kind).toBe('computed'),
  );

  test('a line that has another value is no print of what the code says', () =>
    expect(seen('amount', '7.05', [row(1), ...parts], { doubt: 0.9 })).toMatchObject({
      confidence: sureAt(0.9),
      checks: [],
    }));

  test('of a code that breaks its rules nothing but what is written there is seen', () => {
    const broken = till('4.05_3.00_0.00_0.00_0.00', '7.06');
    expect(seen('amount', '7.05', cited(broken, '4.05', '3.00'), { code: broken }).kind).toBe('computed');
  });
});

describe('machine-readable zones', () => {
  // cspell:disable -- the example of ICAO Doc 9303
  const lines = [
    'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
    'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
  ];
  // cspell:enable
  const declared = (['code', 'date'] as const).map((name) => ({ name, label: name, type: name }));
  const read = (
    printed: readonly string[],
    name: 'code' | 'date',
    value: string,
    element: string,
    zone: readonly string[] = lines,
  ) => {
    const { reading: page } = inputOfText(printed.join('\n'));
    const at = page.lines.at(-1)!;
    const rule = { rule: 'zone', element, text: zone.join('\n') };
    const checks = [{ name: 'check-digit', passed: true, reason: 'I say so.', rule }];
    const field = { value, raw: value, confidence: 1, evidence: [{ line: at.id, box: at.box }], checks };
    const result = validateRecords(
      JSON.stringify([{ type: 'receipt', confidence: 1, fields: { [name]: field } }]),
      { records: [{ ...manifest.records[0]!, fields: declared }] } as unknown as Manifest,
      seenOf(page),
      { locale: 'en-GB', today: '2026-11-21' },
    );
    if (!result.ok) throw new Error(result.message);
    return result.records[0]!.fields[name]!;
  };

  test('have their check digits checked by the host, which makes their elements sure', () => {
    for (const [name, value, element] of [
      ['code', 'L898902C3', 'number'],
      ['date', '1974-08-12', 'birth'],
      ['date', '2012-04-15', 'expiry'],
    ] as const)
      expect(read(lines, name, value, element), element).toMatchObject({
        kind: 'seen',
        confidence: 0.99,
        checks: [{ passed: true, by: 'host' }],
      });
  });

  test('prove a figure that was read as a letter, and no other', () => {
    const misread = lines.map((line) => line.replace('L898902C3', 'L8989O2C3').replace('740812', '74O812'));
    expect(read(misread, 'code', 'L898902C3', 'number').kind).toBe('seen');
    expect(read(misread, 'date', '1974-08-12', 'birth').kind).toBe('seen');
    expect(read(misread, 'code', 'L898907C3', 'number').kind).toBe('computed');
  });

  test('fail a value that is another element, or whose digit does not hold', () => {
    expect(read(lines, 'date', '2012-04-15', 'birth').checks).toMatchObject([{ passed: false, by: 'host' }]);
    const broken = lines.map((line) => line.replace('C36', 'C37'));
    expect(read(broken, 'code', 'L898902C3', 'number', broken)).toMatchObject({
      confidence: sureAt(0.95),
      checks: [{ passed: false, by: 'host' }],
    });
  });

  test('count for nothing where they are not printed', () => {
    for (const page of [['L898902C3 1974-08-12'], [lines[0]!, 'L898902C3']])
      expect(read(page, 'code', 'L898902C3', 'number')).toMatchObject({
        confidence: sureAt(0.95),
        checks: [{ name: 'check-digit', passed: true, reason: 'I say so.' }],
      });
  });
});
