// cspell:disable -- codes
import { inputOfText } from '@readout/plugin-kit/testing';
import { expect, it } from 'vitest';
import reader from './index.ts';

const giroCode = [
  'BCD',
  '002',
  '1',
  'SCT',
  'BHBLDEHHXXX',
  'Franz Mustermänn',
  'DE71110220330123456789',
  'EUR12.3',
  'GDDS',
  'RF18539007547034',
].join('\n');
const till =
  '_R1-AT0_DEMO-CASH-BOX703_496410_2015-12-17T11:22:26_61,33_15,42_38,26_0,00_42,81_udSL0zTzFaA=_b869153bc32a1c9_TZgOKfzheUs=_d7VoZ/nyr/8Mt2NVBZ0L4ivQwdlE3CmCFmz10bA5NXhGQ1QkunsDTqKvOSy//3nO8WT0+ypQqrDXMvyOGOXl9w==';

const read = (...codes: string[]) =>
  reader
    .read(inputOfText('', { barcodes: codes.map((text) => ({ format: 'QRCode', text })) }))
    .map(({ type, fields }) => ({
      type,
      values: Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])),
    }));

it('a code to pay by is a payment', () =>
  expect(read(giroCode)).toEqual([
    {
      type: 'payment',
      values: {
        payee: 'Franz Mustermänn',
        iban: 'DE71110220330123456789',
        bic: 'BHBLDEHHXXX',
        total: '12.30',
        currency: 'EUR',
        reference: 'RF18539007547034',
      },
    },
  ]));

it('a code of a till is what it says of the receipt', () =>
  expect(read(till)).toEqual([
    {
      type: 'till-receipt',
      values: {
        total: '157.82',
        currency: 'EUR',
        date: '2015-12-17',
        time: '11:22:26',
        number: '496410',
        till: 'DEMO-CASH-BOX703',
      },
    },
  ]));

it('the same code twice is one record, with both places of every part', () => {
  const [record, ...more] = reader.read(
    inputOfText('', { barcodes: [till, till].map((text) => ({ format: 'QRCode', text })) }),
  );
  expect(more).toEqual([]);
  expect(record?.fields.total?.evidence.map(({ barcode }) => barcode)).toEqual(
    [...'0000', ...'1111'].map((of) => `b${of}`),
  );
});

it('a broken code is a barcode', () =>
  expect(read(giroCode.replace('RF18', 'RF19'), till.slice(0, -1)).map(({ type }) => type)).toEqual([
    'barcode',
    'barcode',
  ]));
