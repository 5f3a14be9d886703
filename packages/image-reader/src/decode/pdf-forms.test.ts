// cspell:disable -- words of many languages, entries of PDF
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createImageReader, type ImageReader } from '../node.ts';
import { decodeFile } from './node.ts';
import { type FormField, makeFormPdf } from './sample-files.ts';

let reader: ImageReader;
beforeAll(async () => {
  reader = await createImageReader({ threads: 1 });
});
afterAll(() => reader.close());

const read = async (fields: readonly FormField[], acroForm?: string, languages = ['en']) => {
  const { reading } = await reader.read(makeFormPdf(fields, acroForm), { languages });
  return { texts: reading.lines.map(({ text }) => text), disagreements: reading.disagreements };
};

test.each([
  ['where the file asks for them to be drawn', '/NeedAppearances true'],
  ['where it does not', ''],
])('values without an appearance are read, %s', async (_, acroForm) => {
  const { texts, disagreements } = await read(
    [
      { type: 'Tx', value: '(Compressor K-20)', y: 200 },
      { type: 'Tx', value: '(SN 774401)', y: 160 },
      { type: 'Ch', value: '(North hall)', y: 120, more: '/Ff 131072' },
    ],
    acroForm,
  );
  expect(texts).toEqual(['Service report', 'Compressor K-20', 'SN 774401', 'North hall']);
  expect(disagreements).toBeUndefined();
});

test('letters of many languages are drawn as they are', async () => {
  const utf16 = (text: string) =>
    `<feff${[...text].map((c) => c.charCodeAt(0).toString(16).padStart(4, '0')).join('')}>`;
  const values = ['Prüfstelle Köln', 'Élévateur à façade', 'Señal número 8', 'Total 12,50 €'];
  const { texts } = await read(
    values.map((value, index) => ({ type: 'Tx', value: utf16(value), y: 220 - 40 * index })),
    '',
    ['de', 'fr', 'es'],
  );
  expect(texts).toEqual(['Service report', ...values]);
});

test('a text of several lines stays in its field', async () => {
  const { texts } = await read([
    {
      type: 'Tx',
      value: '(The pump was cleaned and its filter changed, then it ran for two hours\\nwithout a fault)',
      y: 100,
      height: 90,
      more: '/Ff 4096',
    },
  ]);
  expect(texts.join(' ')).toBe(
    'Service report The pump was cleaned and its filter changed, then it ran for two hours without a fault',
  );
});

test('an empty appearance shows nothing, and one that writes is left as it is', async () => {
  const { texts } = await read([
    { type: 'Tx', value: '(12850)', y: 200, more: '/AP<</N 5 0 R>>' },
    { type: 'Tx', value: '()', y: 160 },
  ]);
  expect(texts).toEqual(['Service report', '12850']);
});

test('a ticked box is drawn, one that is not stays empty', async () => {
  const dark = async (value: string) => {
    const { data } = await decodeFile(
      makeFormPdf([{ type: 'Btn', value, y: 100, height: 30, more: `/AS${value}` }]),
    );
    let count = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at] as number) < 100) count++;
    return count;
  };
  expect(await dark('/Yes')).toBeGreaterThan((await dark('/Off')) + 200);
});

test('a password is not shown, nor what is hidden', async () => {
  const { texts, disagreements } = await read([
    { type: 'Tx', value: '(secret)', y: 200, more: '/Ff 8192' },
    { type: 'Tx', value: '(behind)', y: 160, more: '/F 2' },
  ]);
  expect(texts.join(' ')).not.toMatch(/secret|behind/);
  expect(disagreements).toBeUndefined();
});

test('a value that cannot be drawn is told', async () => {
  const { texts, disagreements } = await read([
    { type: 'Tx', value: '<feff6771 4eac>'.replace(' ', ''), y: 200 },
  ]);
  expect(texts).toEqual(['Service report']);
  expect(disagreements).toMatchObject([{ kind: 'not_shown', text: '東京' }]);
});
