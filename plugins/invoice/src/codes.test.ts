// cspell:disable -- an invoice and codes, as printed
import { inputOfText } from '@readout/plugin-kit/testing';
import { describe, expect, it } from 'vitest';
import reader from './index.ts';

const page = (change: Partial<Record<'total' | 'iban' | 'number' | 'date' | 'rest', string>> = {}) =>
  [
    'Nordwerk Pumpen AG',
    'Musterstrasse 123',
    '8000 Seldwyla',
    '',
    'Rechnung',
    `Rechnungsnummer   ${change.number ?? '10201409'}`,
    `Datum   ${change.date ?? '12.05.2026'}`,
    '',
    'Wartung der Pumpe   100.00',
    'Netto   100.00',
    'MWST 8.1 %   8.10',
    `Total   CHF ${change.total ?? '108.10'}`,
    ...(change.rest ? [change.rest] : []),
    `Konto ${change.iban ?? 'CH44 3199 9123 0008 8901 2'}`,
  ].join('\n');
const qrBill = (amount = '108.10', billing = '//S1/10/10201409/11/260512/30/106017086/40/0:30') =>
  [
    ...[
      'SPC',
      '0200',
      '1',
      'CH4431999123000889012',
      'S',
      'Nordwerk Pumpen AG',
      'Musterstrasse',
      '123',
      '8000',
    ],
    ...['Seldwyla', 'CH', '', '', '', '', '', '', '', amount, 'CHF', '', '', '', '', '', '', '', 'QRR'],
    ...['210000000003139471430009017', '', 'EPD', billing],
  ].join('\n');
const giroCode = [
  'BCD',
  '002',
  '1',
  'SCT',
  '',
  'Nordwerk',
  'DE89370400440532013000',
  'EUR59.5',
  '',
  '',
  'R 1',
].join('\n');

const fieldsOf = (text: string, ...codes: string[]) =>
  reader.read(
    inputOfText(text, { locale: 'de-CH', barcodes: codes.map((code) => ({ format: 'QRCode', text: code })) }),
  )[0]?.fields ?? {};
const values = (text: string, ...codes: string[]) =>
  Object.fromEntries(Object.entries(fieldsOf(text, ...codes)).map(([name, { value }]) => [name, value]));
/** Where a field was seen: lines, and the characters of the code. */
const seenAt = (fields: ReturnType<typeof fieldsOf>, name: string, code: string) =>
  fields[name]?.evidence.map(({ line, from, to }) => (line === undefined ? code.slice(from, to) : 'print'));

describe('an invoice with a code to pay it by', () => {
  it('has the values from both', () => {
    const fields = fieldsOf(page(), qrBill());
    expect(seenAt(fields, 'total', qrBill())).toEqual(['print', '108.10']);
    expect(seenAt(fields, 'iban', qrBill())).toEqual(['print', 'CH4431999123000889012']);
    expect(seenAt(fields, 'number', qrBill())).toEqual(['print', '10201409']);
    expect(seenAt(fields, 'date', qrBill())).toEqual(['print', '260512']);
    expect(fields.total?.confidence).toBe(0.99);
  });

  it('takes from the code what is not printed', () => {
    expect(values(page(), qrBill())).toMatchObject({
      reference: '210000000003139471430009017',
      supplierTaxId: 'CHE106017086',
      due: '2026-06-11',
    });
    expect(values(page({ iban: 'siehe Code' }), qrBill())).toMatchObject({ iban: 'CH4431999123000889012' });
  });

  it.each([
    ['total', { total: '108.70' }],
    ['number', { number: '10201490' }],
    ['date', { date: '15.05.2026' }],
    ['iban', { iban: 'CH58 0079 1123 0008 8901 2' }],
  ])('keeps the printed %s where the code has another, doubts it, and cites both', (name, change) => {
    const field = fieldsOf(page(change), qrBill())[name]!;
    expect(field.value).toBe(values(page(change))[name]);
    expect(field.confidence).toBeLessThanOrEqual(0.5);
    expect(field.evidence.map(({ line, barcode }) => (line ? 'print' : barcode))).toEqual(['print', 'b0']);
  });

  it('finds the account of the code among several that are printed', () => {
    const two = page({ iban: 'CH58 0079 1123 0008 8901 2', rest: 'Konto CH44 3199 9123 0008 8901 2' });
    expect(values(two.replace(/(Konto CH44.*)\n(Konto CH58.*)/, '$2\n$1'), qrBill())).toMatchObject({
      iban: 'CH4431999123000889012',
    });
  });

  it.each([
    ['broken', qrBill().replace('CH44', 'CH45')],
    ['of something else', 'https://example.org'],
  ])('is read without a code that is %s', (_, code) => expect(values(page(), code)).toEqual(values(page())));

  it('is read without codes that differ', () =>
    expect(values(page(), qrBill(), qrBill('54.05'))).toEqual(values(page())));

  it('never has the account of the company itself', () => {
    const company = { names: ['Wir AG'], taxIds: [], ibans: ['CH4431999123000889012'] };
    const input = inputOfText(page({ iban: 'keines' }), {
      locale: 'de-CH',
      company,
      barcodes: [{ format: 'QRCode', text: qrBill() }],
    });
    expect(reader.read(input)[0]?.fields).not.toHaveProperty('iban');
  });

  it('agrees with the amount that is left to be paid', () => {
    const prepaid = page({ total: '108.10', rest: 'Anzahlung   -50.00\nZahlbetrag   CHF 58.10' });
    const total = fieldsOf(prepaid, qrBill('58.10')).total!;
    expect([total.value, total.confidence]).toEqual(['58.10', 0.99]);
  });

  it('takes a GiroCode as well', () =>
    expect(values(page({ total: '59.50' }).replaceAll('CHF', 'EUR'), giroCode)).toMatchObject({
      total: '59.50',
    }));
});
