// cspell:disable -- invoices in many languages
import { describe, expect, it } from 'vitest';
import { valuesOf } from './read-text.ts';

const sums: Record<string, string[]> = {
  es: ['Base imponible   100,00', 'IVA 21%   21,00', 'Total EUR   121,00'],
  it: ['Imponibile   100,00', 'IVA 22%   22,00', 'Totale fattura   122,00 €'],
  pl: ['Wartość netto   100,00', 'VAT 23%   23,00', 'Do zapłaty   123,00 zł'],
  nl: ['Bedrag excl. BTW   € 100,00', 'BTW 21%   € 21,00', 'Factuurbedrag   € 121,00'],
  fr: ['Total HT   100,00', 'TVA 20 %   20,00', 'Net à payer   120,00 €'],
  en: ['Subtotal   100.00', 'VAT 20%   20.00', 'Total due   £120.00'],
};
const locales: Record<string, string> = {
  es: 'es-ES',
  it: 'it-IT',
  pl: 'pl-PL',
  nl: 'nl-NL',
  fr: 'fr-FR',
  en: 'en-GB',
};
const read = (language: string, rows: readonly string[]) =>
  valuesOf([...rows, ...sums[language]!], locales[language]);

describe('the number of an invoice', () => {
  it.each<[string, string, string]>([
    ['es', 'N.º factura: A/279309', 'A/279309'],
    ['es', 'N.º de factura: 2082/021', '2082/021'],
    ['es', 'Factura N.º   F-447943', 'F-447943'],
    ['it', 'N. fattura   4518/A', '4518/A'],
    ['it', 'Fattura immediata n. FT-25479', 'FT-25479'],
    ['pl', 'Nr: 28/10/2088', '28/10/2088'],
    ['pl', 'FAKTURA 10/10/2067', '10/10/2067'],
    ['pl', 'Korekta faktury nr FS-492/2008', 'FS-492/2008'],
    ['nl', 'CREDITNOTA nr. VF2079/434', 'VF2079/434'],
  ])('stands behind its word, in %s: %j', (language, row, number) => {
    const title = { es: 'Factura', it: 'Fattura', pl: 'Faktura', nl: 'Factuur' }[language]!;
    expect(read(language, ['Prueba Ejemplo S.L.', title, row, '14/12/2025']).number).toBe(number);
  });

  it('is not a street below a sentence that speaks of it', () => {
    const rows = ['Example & Sons LLP', 'Invoice', 'Number: SI-031939', 'Date of issue: 26.08.2025'];
    const foot = ['Please quote the invoice number when paying.', '61 Sample Road, Exampleton EX1 2AP'];
    const values = valuesOf([...rows, ...sums.en!, ...foot]);
    expect(values.number).toBe('SI-031939');
    expect(values.address).toContain('61 Sample Road');
  });
});

describe('whose it is', () => {
  it('a tax number under the address in the window is the buyer’s', () => {
    const values = valuesOf(
      [
        'Muster AG',
        '',
        'Muster AG, Beispielweg 104, 12345 Musterstadt',
        'Probst Muster OHG',
        'Beispielweg 61',
        '12345 Musterstadt',
        'USt-IdNr.: DE581237829',
        '',
        'Rechnung',
        'Rechnung Nr.   118-61',
        'Rg.-Datum   22.11.25',
        '',
        'Netto   100,00',
        'MwSt. 19 %   19,00',
        'Bruttobetrag   119,00 EUR',
        '',
        'Ust-Id-Nr.: DE156564580',
      ],
      'de-DE',
    );
    expect(values).toMatchObject({
      supplier: 'Muster AG',
      supplierTaxId: 'DE156564580',
      buyer: 'Probst Muster OHG',
      buyerTaxId: 'DE581237829',
    });
  });

  it('the province of Rome is no ringgit', () => {
    const rows = [
      'Campione S.r.l.',
      'Viale Modello 61',
      '00199 Campione Romano (RM)',
      'Fattura n. 12',
      '04.06.2025',
    ];
    const { currency } = valuesOf(
      [...rows, 'Imponibile   100,00', 'IVA 22%   22,00', 'Totale   122,00'],
      'it-IT',
    );
    expect(currency).not.toBe('MYR');
  });
});

describe('dates, terms and sums', () => {
  it('a small word may stand between a label and the next column', () =>
    expect(
      read('fr', ['Exemple SARL', 'Facture n° 12', 'Date   22/02/2025', 'À régler avant le   24/03/2025'])
        .due,
    ).toBe('2025-03-24'));
  it.each([
    ['es', 'A 30 días', 'A 30 días'],
    ['it', 'Pagamento a 45 giorni', 'Pagamento a 45 giorni'],
    ['it', 'Pagamento: a 45 giorni', 'a 45 giorni'],
    ['it', 'Rimessa diretta 45 giorni', 'Rimessa diretta 45 giorni'],
  ])('terms are given as a phrase, in %s: %j', (language, row, terms) =>
    expect(read(language, ['Prueba Ejemplo S.L.', 'Factura n. 12', '14/12/2025', row]).terms).toBe(terms),
  );
  it('a sum without the tax is known by its words', () =>
    expect(read('nl', ['Demo Diensten N.V.', 'Factuurnr.: 1319-39', '26-08-2025']).net).toBe('100.00'));
});
