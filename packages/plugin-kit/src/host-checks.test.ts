import { expect, test } from 'vitest';
import { checkedFields, judge } from './host-checks.ts';
import type { CheckRule, FieldData, JsonValue } from './types.ts';

const field = (value: JsonValue, more: Partial<FieldData> & { edited?: boolean } = {}) => ({
  value,
  raw: String(value),
  confidence: 1,
  evidence: [],
  checks: [],
  ...more,
});
const sum: CheckRule = {
  rule: 'sum',
  of: [{ field: 'net' }, { field: 'tax' }, { amount: '5.00', minus: true, evidence: [] }],
};
const withSum = (total: string) => ({
  net: field('100.00'),
  tax: field('20.00'),
  total: field(total, { checks: [{ name: 'sum', passed: true, reason: 'I say so.', rule: sum }] }),
});
const declared = [
  { name: 'net', label: 'Net' },
  { name: 'tax', label: 'Tax' },
  { name: 'total', label: 'Total' },
  { name: 'iban', label: 'IBAN', checkDigits: 'iban' as const },
];

test('a sum is made of what the record holds, to the cent, whatever the plugin says of it', () => {
  for (const [total, passed] of [
    ['115.00', true],
    ['115.03', true],
    ['115.04', false],
    ['120.00', false],
    ['-115.00', false],
  ] as const)
    expect(judge(sum, 'total', withSum(total)), total).toMatchObject({ passed, made: '115.00' });
  const { total } = checkedFields(withSum('120.00'), withSum('120.00'), declared);
  expect(total?.checks).toMatchObject([
    {
      name: 'sum',
      passed: false,
      by: 'host',
      reason: 'Net, Tax and less 5.00 add up to 115.00, Total is 120.00.',
    },
  ]);
});

test('columns of a table are added up, large amounts without rounding', () => {
  const items = field([{ amount: '90071992547409.93' }, { amount: '0.01' }]);
  const rule: CheckRule = { rule: 'sum', of: [{ field: 'items', column: 'amount' }], is: 'net' };
  expect(judge(rule, 'items', { items, net: field('90071992547409.94') })).toMatchObject({
    passed: true,
    made: '90071992547409.94',
  });
});

test('where a value is missing or no number nothing is said', () => {
  for (const net of [null, '', 'about 100', '1e9', [], {}])
    expect(judge(sum, 'total', { ...withSum('115.00'), net: field(net as JsonValue) })).toBeUndefined();
  const rows = { items: field([{ constructor: '1.00' }, {}]), net: field('1.00') };
  for (const column of ['amount', 'toString', '__proto__'])
    expect(judge({ rule: 'sum', of: [{ field: 'items', column }] }, 'net', rows)).toBeUndefined();
  expect(judge({ rule: 'day', from: 'date' }, 'due', { due: field('2026-03-05') })).toBeUndefined();
  expect(judge({ rule: 'digits', scheme: 'gtin' }, 'code', {})).toBeUndefined();
});

test('days are compared with days and with those of other fields', () => {
  const fields = { date: field('2026-03-05'), due: field('2026-03-04') };
  expect(judge({ rule: 'day', from: 'date' }, 'due', fields)).toEqual({ passed: false });
  expect(judge({ rule: 'day', from: '2026-03-01', to: 'date' }, 'due', fields)).toEqual({ passed: true });
});

test('a corrected value is checked as the one that was read: its own check and those of fields it adds up with', () => {
  const read = checkedFields(withSum('115.00'), withSum('115.00'), declared);
  const slip = checkedFields({ ...read, total: { ...field('116.00'), edited: true } }, read, declared);
  expect(slip.total?.checks).toMatchObject([{ name: 'sum', passed: false, by: 'host' }]);
  const other = checkedFields({ ...read, net: { ...field('101.00'), edited: true } }, read, declared);
  expect(other.total?.checks).toMatchObject([{ name: 'sum', passed: false, by: 'host' }]);
  const both = { ...slip, net: { ...field('101.00'), edited: true } };
  expect(checkedFields(both, read, declared).total?.checks).toMatchObject([{ passed: true }]);
  const emptied = checkedFields({ ...read, net: { ...field(null), edited: true } }, read, declared);
  expect(emptied.total?.checks).toEqual([]);
});

test('digits of a declared code are checked in what is typed, too', () => {
  const typed = (iban: string) =>
    checkedFields({ iban: { ...field(iban), edited: true } }, {}, declared).iban?.checks;
  expect(typed('DE89370400440532013000')).toMatchObject([{ passed: true, by: 'host' }]);
  expect(typed('DE89370400440532013001')).toMatchObject([{ passed: false, by: 'host' }]);
  expect(typed('9'.repeat(50_000))).toMatchObject([{ passed: false }]);
});

test('what only a plugin says is not called the host’s; its ticks go with the value they were about, its doubts stay', () => {
  const said = (passed: boolean) => ({ name: 'sum', passed, reason: 'It does.' });
  const read = {
    subtotal: field('10.00', { checks: [said(true), { ...said(false), name: 'blurred' }] }),
    total: field('12.00', { checks: [said(true)] }),
  };
  expect(checkedFields(read, read, [])).toEqual(read);
  const edited = checkedFields({ ...read, total: { ...field('13.00'), edited: true } }, read, []);
  expect(edited.subtotal?.checks).toMatchObject([{ name: 'blurred', passed: false }]);
  expect(edited.total?.checks).toEqual([]);
});

test('what a person makes of an element of a machine-readable zone is compared with the zone', () => {
  // cspell:disable -- the example of ICAO Doc 9303
  const text = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10';
  // cspell:enable
  const rule = { rule: 'zone', element: 'number', text } as const;
  const read = {
    number: field('L898902C3', { checks: [{ name: 'check-digit', passed: true, reason: 'x', rule }] }),
  };
  const typed = { number: { ...read.number, value: 'L898902C4', edited: true } };
  const declaredNumber = [{ name: 'number', label: 'Number' }];
  expect(checkedFields(read, read, declaredNumber).number?.checks).toMatchObject([
    { passed: true, reason: 'The check digit of the number holds (ICAO Doc 9303).' },
  ]);
  expect(checkedFields(typed, read, declaredNumber).number?.checks).toMatchObject([
    { passed: false, reason: 'The machine-readable zone says L898902C3.' },
  ]);
  expect(judge({ ...rule, element: 'whole' }, 'lines', { lines: { value: text } })?.passed).toBe(true);
  expect(judge({ ...rule, text: 'no zone' }, 'number', read)).toBeUndefined();
});

test('what was compared with the page, or said by the file itself, is gone once a person has changed the value', () => {
  const says = { check: 'total', passed: false, field: 'total', reason: 'Broken.' } as const;
  const read = field('120.00', {
    checks: [
      {
        name: 'matches-page',
        passed: false,
        reason: '',
        rule: { rule: 'page', differs: [{ value: '120.00', printed: '102,00' }] },
      },
      { name: 'file-total', passed: false, reason: '', rule: { rule: 'file', says } },
    ],
  });
  expect(checkedFields({ total: read }, { total: read }, declared).total?.checks).toMatchObject([
    { passed: false, by: 'host', reason: 'The file says 120.00, the page shows 102,00.' },
    { passed: false, by: 'host', reason: 'Broken.' },
  ]);
  const edited = { ...read, value: '102.00', edited: true };
  expect(checkedFields({ total: edited }, { total: read }, declared).total?.checks).toEqual([]);
});
