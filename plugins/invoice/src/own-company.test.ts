// cspell:disable -- words of several languages, as printed
import { inputOfText } from '@readout/plugin-kit/testing';
import { expect, test } from 'vitest';
import reader from './index.ts';

const valuesOf = (page: string, company?: { names: string[]; taxIds: string[]; ibans: string[] }) => {
  const [record] = reader.read(inputOfText(page, { locale: 'de-DE', ...(company ? { company } : {}) }));
  return Object.fromEntries(Object.entries(record?.fields ?? {}).map(([name, { value }]) => [name, value]));
};

const us = {
  names: ['Nordlicht Handel GmbH'],
  taxIds: ['DE123456788'],
  ibans: ['DE89370400440532013000'],
};

const bill = (title: string, number: string, date: string, total: string) =>
  [
    'Nordlicht Handel GmbH',
    'Kaistraße 4',
    '24103 Kiel',
    '',
    'Fernruf Netze AG',
    'Ringweg 8',
    '50667 Köln',
    '',
    `${title}`,
    `${number} 2026-44718`,
    `${date} 12.10.2026`,
    'USt-IdNr. DE 123 456 788',
    'USt-IdNr. DE 811 128 135',
    '',
    'Grundgebühr                     50,00',
    'Netto                           50,00',
    'MwSt. 19 %                       9,50',
    `${total}                        59,50 EUR`,
    '',
    'SEPA: IBAN DE89 3704 0044 0532 0130 00',
    'IBAN DE21 3704 0044 0532 0130 01',
  ].join('\n');

test.each([
  ['Rechnung', 'Rechnungsnummer', 'Datum', 'Gesamtbetrag'],
  ['Invoice', 'Invoice number', 'Date', 'Total'],
  ['Facture', 'Numéro de facture', 'Date', 'Total TTC'],
  ['Factura', 'Número de factura', 'Fecha', 'Total'],
])('%s: the company is never its own supplier', (...words) => {
  const page = bill(...words);
  expect(valuesOf(page)).toMatchObject({ supplier: 'Nordlicht Handel GmbH' });
  const values = valuesOf(page, us);
  expect(values).toMatchObject({
    supplier: 'Fernruf Netze AG',
    supplierTaxId: 'DE811128135',
    buyer: 'Nordlicht Handel GmbH',
    buyerTaxId: 'DE123456788',
  });
  expect(values.address).toContain('Ringweg 8');
  expect(values.iban).not.toBe('DE89370400440532013000');
});

test('where nobody but the company is named, the supplier is left out', () => {
  const page = [
    'Nordlicht Handel GmbH',
    'Kaistraße 4',
    '24103 Kiel',
    'Rechnung',
    'Rechnungsnummer 2026-44718',
    'Datum 12.10.2026',
    'Netto  50,00',
    'MwSt. 19 %  9,50',
    'Gesamtbetrag  59,50 EUR',
  ].join('\n');
  expect(valuesOf(page, us)).not.toHaveProperty('supplier');
});
