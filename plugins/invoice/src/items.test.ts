// cspell:disable -- invoices in many languages
import { describe, expect, it } from 'vitest';
import { recordsOf, valuesOf } from './read-text.ts';

const head = [
  'Nordwerk Pumpen AG',
  'Invoice / Rechnung / Facture / Factura 118',
  'Datum: 02.11.2026',
  'Due date: 02.12.2026',
];
const itemsOf = (rows: readonly string[], locale?: string) => valuesOf([...head, ...rows], locale).items;

describe('the items of an invoice', () => {
  it.each<[name: string, locale: string, rows: string[], items: object[]]>([
    [
      'German, with positions, units and a tax column',
      'de-DE',
      [
        'Pos   Bezeichnung            Menge   Einheit   Einzelpreis   MwSt   Betrag EUR',
        '1     Kreiselpumpe KP-200    2       Stk           450,00   19 %     900,00',
        '2     Montage vor Ort        4,5     Std            80,00   19 %     360,00',
        '3     Fachbuch               1       Stk            40,00   7 %       40,00',
        'Nettobetrag                                                       1.300,00',
        'MwSt 19 %                                                           239,40',
        'MwSt 7 %                                                              2,80',
        'Rechnungsbetrag                                                   1.542,20',
      ],
      [
        {
          text: 'Kreiselpumpe KP-200',
          quantity: 2,
          unit: 'Stk',
          unitPrice: '450.00',
          taxRate: 19,
          amount: '900.00',
        },
        {
          text: 'Montage vor Ort',
          quantity: 4.5,
          unit: 'Std',
          unitPrice: '80.00',
          taxRate: 19,
          amount: '360.00',
        },
        { text: 'Fachbuch', quantity: 1, unit: 'Stk', unitPrice: '40.00', taxRate: 7, amount: '40.00' },
      ],
    ],
    [
      'German, the quantity with its unit, and with decimals',
      'de-DE',
      [
        'Artikel-Nr.   Beschreibung       Menge       Preis      Gesamt',
        '4711-A        Dichtung           2,00 Stk    12,50       25,00',
        '4712          Kupferrohr 15 mm   3,5 m       10,00       35,00',
        'Summe                                                    60,00',
        'USt 20 %                                                 12,00',
        'Gesamtbetrag                                             72,00',
      ],
      [
        { text: 'Dichtung', quantity: 2, unit: 'Stk', unitPrice: '12.50', amount: '25.00' },
        { text: 'Kupferrohr 15 mm', quantity: 3.5, unit: 'm', unitPrice: '10.00', amount: '35.00' },
      ],
    ],
    [
      'English, the quantity first',
      'en-GB',
      [
        'Qty   Description             Unit price      Amount',
        '2     Inspection of pumps        140.00      280.00',
        '10    Gasket, 2.50 mm              1.20       12.00',
        'Subtotal                                     292.00',
        'VAT 20%                                       58.40',
        'Total due                                   £350.40',
      ],
      [
        { text: 'Inspection of pumps', quantity: 2, unitPrice: '140.00', amount: '280.00' },
        { text: 'Gasket, 2.50 mm', quantity: 10, unitPrice: '1.20', amount: '12.00' },
      ],
    ],
    [
      'English, with net, tax and gross',
      'en-GB',
      [
        'Description   Qty   Unit price   Net      VAT %   VAT     Gross',
        'Pump          2       50.00     100.00    20%     20.00   120.00',
        'Book          1       30.00      30.00    0%       0.00    30.00',
        'Subtotal                                                 130.00',
        'VAT                                                       20.00',
        'Total due                                               £150.00',
      ],
      [
        { text: 'Pump', quantity: 2, unitPrice: '50.00', taxRate: 20, amount: '100.00' },
        { text: 'Book', quantity: 1, unitPrice: '30.00', taxRate: 0, amount: '30.00' },
      ],
    ],
    [
      'English, hours and a rate',
      'en-US',
      [
        'Date         Service         Hours   Rate      Amount',
        '10/12/2026   Consulting      7.5     $120.00   $900.00',
        'Total due                                    $900.00',
      ],
      [{ text: 'Consulting', quantity: 7.5, unitPrice: '120.00', amount: '900.00' }],
    ],
    [
      'French',
      'fr-FR',
      [
        'Réf.     Désignation                Qté   P.U. HT    TVA    Montant HT',
        'A-12     Reliure de registres       12      24,00    20 %      288,00',
        'B-7      Papier vergé                3      15,50    20 %       46,50',
        'Total HT                                                      334,50',
        'TVA 20 %                                                       66,90',
        'Total TTC                                                    401,40 €',
      ],
      [
        { text: 'Reliure de registres', quantity: 12, unitPrice: '24.00', taxRate: 20, amount: '288.00' },
        { text: 'Papier vergé', quantity: 3, unitPrice: '15.50', taxRate: 20, amount: '46.50' },
      ],
    ],
    [
      'Spanish, with a discount on a line',
      'es-ES',
      [
        'Código   Descripción           Cantidad   Precio    Dto.    Importe',
        '100      Diseño de logotipo    1          650,00    10 %     585,00',
        '101      Tarjetas              2           48,00             96,00',
        'Base imponible                                             681,00',
        'IVA 21%                                                    143,01',
        'Total factura                                              824,01 €',
      ],
      [
        { text: 'Diseño de logotipo', quantity: 1, unitPrice: '650.00', amount: '585.00' },
        { text: 'Tarjetas', quantity: 2, unitPrice: '48.00', amount: '96.00' },
      ],
    ],
    [
      'Italian',
      'it-IT',
      [
        'Descrizione           U.M.   Quantità   Prezzo unitario   IVA   Importo',
        'Lampada soffiata      pz     4                  180,00    22     720,00',
        'Imponibile                                                      720,00',
        'IVA 22%                                                         158,40',
        'Totale fattura                                                € 878,40',
      ],
      [
        {
          text: 'Lampada soffiata',
          quantity: 4,
          unit: 'pz',
          unitPrice: '180.00',
          taxRate: 22,
          amount: '720.00',
        },
      ],
    ],
    [
      'Dutch',
      'nl-NL',
      [
        'Aantal   Omschrijving            Prijs     BTW    Bedrag',
        '3 uur    Keuring installatie     95,00     21%    285,00',
        'Subtotaal                                         285,00',
        'BTW 21%                                            59,85',
        'Te betalen                                      € 344,85',
      ],
      [
        {
          text: 'Keuring installatie',
          quantity: 3,
          unit: 'uur',
          unitPrice: '95.00',
          taxRate: 21,
          amount: '285.00',
        },
      ],
    ],
    [
      'Polish, net and gross',
      'pl-PL',
      [
        'Lp.   Nazwa towaru   J.m.   Ilość   Cena netto   Wartość netto   VAT    Wartość brutto',
        '1     Wiertarka      szt.   1,000       400,00         400,00    23%           492,00',
        '2     Podręcznik     szt.   2,000        50,00         100,00    5%            105,00',
        'Razem netto                                                                    500,00',
        'VAT 23%                                                                         92,00',
        'VAT 5%                                                                           5,00',
        'Do zapłaty                                                                     597,00 zł',
      ],
      [
        { text: 'Wiertarka', quantity: 1, unit: 'szt.', unitPrice: '400.00', taxRate: 23, amount: '400.00' },
        { text: 'Podręcznik', quantity: 2, unit: 'szt.', unitPrice: '50.00', taxRate: 5, amount: '100.00' },
      ],
    ],
    [
      'Swedish',
      'sv-SE',
      [
        'Beskrivning          Antal   À-pris      Belopp',
        'Service av pump      2       1 450,00    2 900,00',
        'Netto                                    2 900,00',
        'Moms 25%                                   725,00',
        'Att betala SEK                           3 625,00',
      ],
      [{ text: 'Service av pump', quantity: 2, unitPrice: '1450.00', amount: '2900.00' }],
    ],
    [
      'without decimals',
      'ja-JP',
      [
        'Description     Qty   Unit price     Amount',
        'Ceramic bowl    12        ¥1,980    ¥23,760',
        'Subtotal                            ¥23,760',
        'Tax 10%                              ¥2,376',
        'Total due                           ¥26,136',
      ],
      [{ text: 'Ceramic bowl', quantity: 12, unitPrice: '1980', amount: '23760' }],
    ],
    [
      'with amounts alone',
      'en-GB',
      [
        'Description                    Amount',
        'Consulting in October          900.00',
        'Travel                          62.50',
        'Total due                     £962.50',
      ],
      [
        { text: 'Consulting in October', amount: '900.00' },
        { text: 'Travel', amount: '62.50' },
      ],
    ],
  ])('stand under their heads: %s', (_, locale, rows, items) => {
    const [record] = recordsOf([...head, ...rows], locale);
    expect(record!.fields.items?.value).toEqual(items);
    expect(record!.fields.items!.checks.filter(({ passed }) => !passed)).toEqual([]);
    expect(record!.fields.total!.checks.filter(({ passed }) => !passed)).toEqual([]);
  });

  it.each<[locale: string, rows: string[], texts: string[]]>([
    [
      'de-DE',
      [
        'Bezeichnung             Menge   Preis    Betrag',
        'Kreiselpumpe KP-200     2       450,00   900,00',
        'mit Dichtung und Kabel',
        'Seriennr. 4711',
        'Montage                 1       80,00     80,00',
        'Summe                                    980,00',
        'Rechnungsbetrag                          980,00',
      ],
      ['Kreiselpumpe KP-200 mit Dichtung und Kabel Seriennr. 4711', 'Montage'],
    ],
    [
      'en-GB',
      [
        'Qty   Description            Price     Amount',
        '1     Inspection of pumps    140.00    140.00',
        '      in the old mill',
        '',
        'Prices are in pounds.',
        'Total due                             £140.00',
      ],
      ['Inspection of pumps in the old mill'],
    ],
    [
      'fr-FR',
      [
        'Désignation            Qté   Prix     Montant',
        'Reliure de registres   2     24,00     48,00',
        'en cuir rouge',
        'Total HT                               48,00',
        'TVA 20 %                                9,60',
        'Total TTC                            57,60 €',
      ],
      ['Reliure de registres en cuir rouge'],
    ],
  ])('go on over several lines: %s', (locale, rows, texts) =>
    expect((itemsOf(rows, locale) as { text: string }[]).map(({ text }) => text)).toEqual(texts),
  );

  it.each<[name: string, locale: string, rows: string[]]>([
    [
      'a carried sum',
      'de-DE',
      [
        'Bezeichnung   Menge   Preis   Betrag',
        'Übertrag                      500,00',
        'Pumpe         2       50,00   100,00',
        'Summe                         600,00',
        'Rechnungsbetrag               600,00',
      ],
    ],
    [
      'a carried sum',
      'en-GB',
      [
        'Description   Qty   Price   Amount',
        'Carried forward           500.00',
        'Pump          2     50.00   100.00',
        'Total due                  £600.00',
      ],
    ],
    [
      'a discount',
      'es-ES',
      [
        'Descripción   Cantidad   Precio   Importe',
        'Bomba         2          50,00    100,00',
        'Descuento                          10,00',
        'Base imponible                     90,00',
        'Total factura                      90,00 €',
      ],
    ],
    [
      'a sum',
      'fr-FR',
      [
        'Désignation   Qté   Prix    Montant',
        'Pompe         2     50,00   100,00',
        'Sous-total                  100,00',
        'Total TTC                 100,00 €',
      ],
    ],
  ])('are not %s, in %s', (_, locale, rows) => {
    const items = itemsOf(rows, locale) as { amount: string }[];
    expect(items.map(({ amount }) => amount)).toEqual(['100.00']);
  });

  it('are in doubt where the quantity times the price is another amount', () => {
    const rows = [
      'Description   Qty   Unit price   Amount',
      'Pump          2          50.00   120.00',
      'Total due                       £120.00',
    ];
    const [record] = recordsOf([...head, ...rows]);
    const { items } = record!.fields;
    expect(items!.checks).toMatchObject([{ name: 'line-amounts', passed: false }]);
    expect(items!.confidence).toBeLessThan(0.6);
  });

  it('are negative on a credit note, with their prices as printed', () => {
    const rows = [
      'Nordwerk AG',
      'Gutschrift Nr. 55',
      'Datum: 02.03.2026',
      'Artikel   Menge   Preis   Betrag',
      'Pumpe     2       50,00   100,00',
      'Summe                   100,00',
      'MwSt 20 %                20,00',
      'Gesamtbetrag EUR        120,00',
    ];
    expect(valuesOf(rows, 'de-DE').items).toEqual([
      { text: 'Pumpe', quantity: 2, unitPrice: '50.00', amount: '-100.00' },
    ]);
  });
});
