// cspell:disable -- invoices in many languages
import { describe, expect, it } from 'vitest';
import { valuesOf } from './read-text.ts';

const head = (title: string) => [
  'Muster AG',
  'Hafenweg 4',
  '20457 Hamburg',
  '',
  title,
  'IBAN DE89 3704 0044 0532 0130 00',
  '',
];

describe('sums in a row below their labels', () => {
  it.each<[locale: string, title: string, labels: string, amounts: string]>([
    [
      'en-GB',
      'Invoice no. 118-A',
      'Subtotal        VAT        Amount due',
      '£1,000.00       £200.00    £1,200.00',
    ],
    [
      'de-DE',
      'Rechnung Nr. 118-17',
      'Summe netto     MwSt.      Gesamtbetrag',
      '1.000,00 €      200,00 €   1.200,00 €',
    ],
    [
      'fr-FR',
      'Facture n° F-118',
      'Total HT        TVA        Net à payer',
      '1 000,00 €      200,00 €   1 200,00 €',
    ],
    [
      'es-ES',
      'Factura nº A-77',
      'Base imponible  IVA        Total factura',
      '1.000,00 €      200,00 €   1.200,00 €',
    ],
    [
      'nl-NL',
      'Factuur nr. 2026031',
      'Subtotaal       BTW        Te betalen',
      '€ 1.000,00      € 200,00   € 1.200,00',
    ],
    [
      'it-IT',
      'Fattura n. 55/A',
      'Imponibile      IVA        Totale fattura',
      '1.000,00 €      200,00 €   1.200,00 €',
    ],
  ])('are each what stands over it, in %s', (locale, title, labels, amounts) =>
    expect(valuesOf([...head(title), labels, amounts], locale)).toMatchObject({
      net: '1000.00',
      tax: '200.00',
      total: '1200.00',
    }),
  );

  it('are no row of items, whose heads are words for sums as well', () =>
    expect(
      valuesOf(
        [
          ...head('Fattura n. 55/A'),
          'Articolo        Quant.     Prezzo netto   Prezzo totale',
          'Carta A4        8          1.190,00 €     9.520,00 €',
          'Imponibile                                9.520,00 €',
          'IVA 22%                                   2.094,40 €',
          'Netto a pagare                            11.614,40 €',
        ],
        'it-IT',
      ),
    ).toMatchObject({
      net: '9520.00',
      tax: '2094.40',
      total: '11614.40',
      items: [{ unitPrice: '1190.00', amount: '9520.00' }],
    }));
});

describe('the items above the sums', () => {
  const columns = (title: string) => [...head(title)];

  it.each<[locale: string, rows: string[], items: object[]]>([
    [
      'de-DE',
      [
        'Bezeichnung         Menge   Preis      Gesamt',
        'Beratung            1       249,00     249,00',
        'Zwischenstand                          249,00',
        'MwSt. 19 %                             47,31',
        'Gesamtbetrag                           296,31 €',
      ],
      [{ text: 'Beratung', quantity: 1, unitPrice: '249.00', amount: '249.00' }],
    ],
    [
      'es-ES',
      [
        'Concepto            Cant.   Precio     Importe',
        'Silla               3       24,80      74,40',
        'Papel A4            1       12,90      12,90',
        'Suma                                   87,30',
        'Dto. comercial                         -4,37',
        'Base                                   82,93',
        'IVA (21 %)                             17,42',
        'Total con IVA                          100,35 €',
      ],
      [
        { text: 'Silla', amount: '74.40' },
        { text: 'Papel A4', amount: '12.90' },
      ],
    ],
  ])('end where one comes to all before it, whatever it is called, in %s', (locale, rows, items) =>
    expect(
      valuesOf([...columns(locale === 'de-DE' ? 'Rechnung Nr. 118-17' : 'Factura nº A-77'), ...rows], locale)
        .items,
    ).toMatchObject(items),
  );

  it.each<[locale: string, title: string, heads: string, row: string, unit: string]>([
    [
      'en-GB',
      'Invoice no. 118-A',
      'Description      Qty        Price    Amount',
      'Printer paper    3 box      10.00    30.00',
      'box',
    ],
    [
      'de-DE',
      'Rechnung Nr. 118-17',
      'Bezeichnung      Menge      Preis    Betrag',
      'Kopierpapier     3 Pkg.     10,00    30,00',
      'Pkg.',
    ],
    [
      'fr-FR',
      'Facture n° F-118',
      'Désignation      Quantité   Prix     Montant',
      'Papier           3 carton   10,00    30,00',
      'carton',
    ],
    [
      'es-ES',
      'Factura nº A-77',
      'Concepto         Ctd.       Precio   Importe',
      'Papel            3 cajas    10,00    30,00',
      'cajas',
    ],
    [
      'nl-NL',
      'Factuur nr. 2026031',
      'Omschrijving     Aantal     Prijs    Bedrag',
      'Papier           3 doos     10,00    30,00',
      'doos',
    ],
    [
      'pl-PL',
      'Faktura VAT nr 17/2026',
      'Nazwa            Ilość      Cena     Wartość',
      'Papier           3 op.      10,00    30,00',
      'op.',
    ],
    [
      'it-IT',
      'Fattura n. 55/A',
      'Descrizione      Quantità   Prezzo   Importo',
      'Carta            3 conf.    10,00    30,00',
      'conf.',
    ],
  ])('have the units of their country, in %s: %s', (locale, title, heads, row, unit) =>
    expect(valuesOf([...head(title), heads, row, 'Total due   30.00 EUR'], locale).items).toMatchObject([
      { quantity: 3, unit, unitPrice: '10.00', amount: '30.00' },
    ]),
  );

  it('may be a report, which is carried to no other page', () =>
    expect(
      valuesOf(
        [
          ...head('Invoice no. 118-A'),
          'Description              Qty   Price    Amount',
          'Site survey and report   2     100.00   200.00',
          'Total due   200.00 EUR',
        ],
        'en-GB',
      ).items,
    ).toMatchObject([{ text: 'Site survey and report', quantity: 2 }]));
});
