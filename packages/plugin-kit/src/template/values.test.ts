// cspell:disable -- words as printed
import { expect, test } from 'vitest';
import type { PluginReading } from '../types.ts';
import { makeTemplate } from './make-template.ts';
import type { MarkedPart, TemplateMark } from './marks.ts';
import { templateSchema } from './schema.ts';
import { suggestFurther, suggestMark, suggestPart, suggestValue } from './suggest-mark.ts';
import { templateReader } from './template-reader.ts';
import { pageOf, type Written } from './written-page.ts';

const record = { type: 'goods-inward', label: 'Goods inward' };

test('a value that goes on below its label in running text is read on', () => {
  const note = (second?: string) =>
    pageOf([
      ['Ward round', 260, 40],
      [`Allergies: ${second ? 'Penicillin and iodine contrast medium in any' : 'Latex'}`, 60, 140],
      ...(second ? [[second, 60, 172] satisfies Written] : []),
      ['Seen by the doctor on call and the nurse of the night', 60, 300],
      ['Check identity at every contact', 60, 400],
    ]);
  const first = note();
  const allergies = suggestMark(first, [suggestValue('l1', first.lines[1]!.text)], [], 'en-GB');
  const [made] = templateReader(makeTemplate(first, { record, marks: [allergies] })).read({
    reading: note('concentration, strawberries'),
    settings: {},
    locale: 'en-GB',
    today: '2026-11-20',
  });
  expect(made!.fields.allergies).toMatchObject({
    value: 'Penicillin and iodine contrast medium in any concentration, strawberries',
    evidence: [{ line: 'l1' }, { line: 'l2' }],
  });
});

test('a code keeps its spaces where the example had some, and has none where it had none', () => {
  const sheet = (code: string, sort: string) =>
    pageOf([
      ['CHANGE OF BANK DETAILS', 260, 40],
      ['Account', 60, 140],
      [code, 260, 140],
      ['Sort code', 60, 200],
      [sort, 260, 200],
      ['Signature of the account holder', 60, 300],
    ]);
  const reading = sheet('DE12 3456 78', '204011');
  const marks: TemplateMark[] = [];
  for (const id of ['l2', 'l4']) {
    const { text } = reading.lines.find((line) => line.id === id)!;
    marks.push({ ...suggestMark(reading, [suggestValue(id, text)], marks, 'en-GB'), type: 'code' });
  }
  const made = makeTemplate(reading, { record, marks });
  expect(templateSchema.parse(JSON.parse(JSON.stringify(made)))).toEqual(made);
  const codes = (...codes: [string, string]) =>
    Object.values(
      templateReader(made).read({
        reading: sheet(...codes),
        settings: {},
        locale: 'en-GB',
        today: '2026-11-20',
      })[0]!.fields,
    ).map(({ value }) => value);
  expect(codes('GB98  7654 32', '20 40 11')).toEqual(['GB98 7654 32', '204011']);
  // A space that reading lost comes back where the same kinds of characters follow each other.
  expect(codes('GB987654 32', '204012')).toEqual(['GB98 7654 32', '204012']);
  expect(codes('GB98 7654 3210', '204012')).toEqual(['GB98 7654 3210', '204012']);
  expect(codes('GBX876 54-32', '204012')).toEqual(['GBX876 54-32', '204012']);
});

test('what is next to a value names it: a line of words and a number is then a value as a whole', () => {
  const page = pageOf([
    ['ADMISSION', 260, 40],
    ['Ward:', 60, 140],
    ['Ward 7', 260, 140],
    ['Total 12.00', 60, 200],
    ['VAT 21 %', 60, 260],
    ['8.26', 260, 260],
  ]);
  const textAndName = (id: string) => {
    const part = suggestPart(page, id, [])!;
    const text = page.lines.find((line) => line.id === id)!.text.slice(part.start, part.end);
    return [text, suggestMark(page, [part], [], 'en-GB').label];
  };
  expect(['l2', 'l3', 'l5'].map(textAndName)).toEqual([
    ['Ward 7', 'Ward'],
    ['12.00', 'Total'],
    ['8.26', 'Vat 21 %'],
  ]);
});

test('two values in one sentence are marked one after the other and read from a longer sentence', () => {
  const letter = (level: string, by: string, number = 'CD361356') =>
    pageOf([
      ['CERTIFICATE OF DESTRUCTION', 160, 40],
      [`Certificate no. ${number}`, 60, 140],
      [`destroyed to level ${level} under supervision of ${by}.`, 60, 240],
      ['Secure disposal, licensed carrier', 60, 340],
    ]);
  const first = letter('H-4', 'Lund');
  const marks: TemplateMark[] = [];
  const add = (part: MarkedPart) => marks.push(suggestMark(first, [part], marks, 'en-GB'));
  add(suggestPart(first, 'l1', [])!);
  for (let times = 0; times < 2; times++) add(suggestFurther(first, 'l2', marks)!);
  const [made] = templateReader(makeTemplate(first, { record, marks })).read({
    reading: letter('P-7 and H-5', 'Whitfield', 'CD12'),
    settings: {},
    locale: 'en-GB',
    today: '2026-11-20',
  });
  expect(Object.values(made!.fields).map(({ value }) => value)).toEqual([
    'CD12',
    'P-7 and H-5',
    'Whitfield.',
  ]);
});

test('a value of two lines that has one on the next document leaves the value below it alone', () => {
  const note = (customer: string[], driver: string) => {
    const below = 140 + 40 * customer.length;
    return pageOf([
      ['Delivery note', 260, 40],
      ['Customer', 60, 140],
      ...customer.map((line, index): Written => [line, 260, 140 + 40 * index]),
      ['Driver', 60, below],
      [driver, 260, below],
      ['Goods remain our property', 60, 600],
      ['Received in good order', 60, 700],
    ]);
  };
  const wrapped = note(['Hansen and Sons', 'Trading'], 'Li Wei');
  const marks: TemplateMark[] = [];
  for (const ids of [['l2', 'l3'], ['l5']]) {
    const parts = ids.map((id) => ({ line: id, start: 0, end: wrapped.lines[Number(id[1])]!.text.length }));
    marks.push(suggestMark(wrapped, parts, marks, 'en-GB'));
  }
  const template = makeTemplate(wrapped, { record, marks });
  const read = (reading: PluginReading) =>
    templateReader(template).read({ reading, settings: {}, locale: 'en-GB', today: '2026-03-10' })[0]?.fields;
  for (const customer of [['Bell'], ['Miller', 'Tools'], ['Miller', 'Tools and', 'Dies', 'of Hull']]) {
    const made = read(note(customer, 'Joanna Kowalska'));
    expect([made?.customer?.raw, made?.driver?.raw]).toEqual([customer.join('\n'), 'Joanna Kowalska']);
  }
  // Where nobody marked what is below, the fixed text beside it ends the value all the same.
  const alone = makeTemplate(wrapped, { record, marks: marks.slice(0, 1) });
  for (const customer of [['Bell'], ['Miller', 'Tools']])
    expect(
      templateReader(alone).read({
        reading: note(customer, 'Joanna Kowalska'),
        settings: {},
        locale: 'en-GB',
        today: '2026-03-10',
      })[0]?.fields.customer?.raw,
    ).toEqual(customer.join('\n'));
});
