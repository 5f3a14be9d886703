// cspell:disable -- invoices in many languages
import { describe, expect, it } from 'vitest';
import { recordsOf, valuesOf } from './read-text.ts';

const pageOf = (rows: readonly string[]) => [
  'Nordwerk Pumpen AG',
  'Invoice / Rechnung / Facture / Factura 118',
  'Datum: 02.11.2026',
  'Due date: 02.12.2026',
  ...rows,
];

describe('taxes by their rates', () => {
  it.each<[locale: string, rows: string[], taxes: object[]]>([
    [
      'de-DE',
      ['Nettobetrag   1.000,00', '19 % MwSt. auf 1.000,00   190,00', 'Rechnungsbetrag   1.190,00'],
      [{ rate: 19, base: '1000.00', amount: '190.00' }],
    ],
    [
      'de-DE',
      [
        'Nettobetrag   1.200,00',
        'MwSt-Satz   Netto      MwSt     Brutto',
        '19 %        1.000,00   190,00   1.190,00',
        '7 %         200,00     14,00    214,00',
        'Rechnungsbetrag   1.404,00',
      ],
      [
        { rate: 19, base: '1000.00', amount: '190.00' },
        { rate: 7, base: '200.00', amount: '14.00' },
      ],
    ],
    [
      'de-DE',
      [
        'Summe   150,00',
        'zzgl. 19,00 % MwSt. auf 100,00   19,00',
        'zzgl. 7,00 % MwSt. auf 50,00   3,50',
        'Gesamtbetrag   172,50',
      ],
      [
        { rate: 19, base: '100.00', amount: '19.00' },
        { rate: 7, base: '50.00', amount: '3.50' },
      ],
    ],
    [
      'de-CH',
      ["Zwischentotal   1'142.00", 'MWST 8.1%   92.50', "Total CHF   1'234.50"],
      [{ rate: 8.1, base: '1142.00', amount: '92.50' }],
    ],
    [
      'en-GB',
      ['Subtotal   100.00', 'VAT @ 20%   20.00', 'Total due   £120.00'],
      [{ rate: 20, base: '100.00', amount: '20.00' }],
    ],
    [
      'en-GB',
      [
        'Subtotal   150.00',
        'VAT rate   Net   VAT',
        '20%   100.00   20.00',
        '0%   50.00   0.00',
        'Total due   £170.00',
      ],
      [
        { rate: 20, base: '100.00', amount: '20.00' },
        { rate: 0, base: '50.00', amount: '0.00' },
      ],
    ],
    [
      'en-IN',
      ['Taxable value   1,000.00', 'CGST 9%   90.00', 'SGST 9%   90.00', 'Grand Total ₹   1,180.00'],
      [
        { rate: 9, amount: '90.00' },
        { rate: 9, amount: '90.00' },
      ],
    ],
    [
      'fr-FR',
      ['Total HT   1 000,00', 'TVA 20 %   200,00', 'Total TTC   1 200,00 €'],
      [{ rate: 20, base: '1000.00', amount: '200.00' }],
    ],
    [
      'fr-FR',
      [
        'Total HT   300,00',
        'Taux   Base HT   TVA',
        '20 %   200,00   40,00',
        '5,5 %   100,00   5,50',
        'Total TVA   45,50',
        'Total TTC   345,50 €',
      ],
      [
        { rate: 20, base: '200.00', amount: '40.00' },
        { rate: 5.5, base: '100.00', amount: '5.50' },
      ],
    ],
    [
      'es-ES',
      ['IVA 21% (base 100,00)   21,00', 'Total factura   121,00 €'],
      [{ rate: 21, base: '100.00', amount: '21.00' }],
    ],
    [
      'es-ES',
      [
        'Base imponible   Tipo IVA   Cuota IVA',
        '100,00   21%   21,00',
        '50,00   10%   5,00',
        'Total factura   176,00 €',
      ],
      [
        { rate: 21, base: '100.00', amount: '21.00' },
        { rate: 10, base: '50.00', amount: '5.00' },
      ],
    ],
    [
      'pl-PL',
      [
        'Stawka VAT   Netto   VAT   Brutto',
        '23%   400,00   92,00   492,00',
        '5%   100,00   5,00   105,00',
        'Razem   500,00   97,00   597,00',
        'Do zapłaty   597,00 zł',
      ],
      [
        { rate: 23, base: '400.00', amount: '92.00' },
        { rate: 5, base: '100.00', amount: '5.00' },
      ],
    ],
    [
      'it-IT',
      ['Imponibile   720,00', 'IVA 22%   158,40', 'Totale fattura   € 878,40'],
      [{ rate: 22, base: '720.00', amount: '158.40' }],
    ],
    [
      'nl-NL',
      [
        'Subtotaal   285,00',
        'BTW 21% over 185,00   38,85',
        'BTW 9% over 100,00   9,00',
        'Te betalen   € 332,85',
      ],
      [
        { rate: 21, base: '185.00', amount: '38.85' },
        { rate: 9, base: '100.00', amount: '9.00' },
      ],
    ],
    [
      'ja-JP',
      ['Subtotal   ¥110,800', 'Tax 10%   ¥11,080', 'Total due   ¥121,880'],
      [{ rate: 10, base: '110800', amount: '11080' }],
    ],
  ])('are found with what is taxed, in %s: %j', (locale, rows, taxes) => {
    const [record] = recordsOf(pageOf(rows), locale);
    const { taxes: field, total } = record!.fields;
    expect(field?.value).toEqual(taxes);
    expect(field!.checks.filter(({ passed }) => !passed)).toEqual([]);
    expect(total!.checks.filter(({ passed }) => !passed)).toEqual([]);
    const sum = (taxes as { amount: string }[]).reduce((all, { amount }) => all + Number(amount), 0);
    expect(Number(record!.fields.tax!.value)).toBeCloseTo(sum, 2);
  });

  it('that a table and the sums both print are counted once', () => {
    const rows = [
      'Nettobetrag   1.000,00',
      'MwSt. 19 %   190,00',
      'Rechnungsbetrag   1.190,00',
      'MwSt-Satz   Netto   MwSt   Brutto',
      '19 %   1.000,00   190,00   1.190,00',
    ];
    expect(valuesOf(pageOf(rows), 'de-DE')).toMatchObject({
      tax: '190.00',
      taxes: [{ rate: 19, base: '1000.00', amount: '190.00' }],
    });
  });

  it('are in doubt where a rate of its base is not its tax', () => {
    const [record] = recordsOf(
      pageOf(['Nettobetrag   1.000,00', '19 % MwSt. auf 1.000,00   170,00', 'Rechnungsbetrag   1.170,00']),
      'de-DE',
    );
    const { taxes } = record!.fields;
    expect(taxes!.checks).toContainEqual(expect.objectContaining({ name: 'tax-rate', passed: false }));
    expect(taxes!.confidence).toBeLessThan(0.7);
  });

  it.each<[locale: string, rows: string[]]>([
    [
      'de-DE',
      [
        'Nettobetrag   1.000,00',
        'Rechnungsbetrag   1.000,00',
        'Steuerschuldnerschaft des Leistungsempfängers',
      ],
    ],
    ['en-GB', ['Subtotal   100.00', 'VAT   20.00', 'Total due   £120.00']],
    ['en-GB', ['Subtotal   100.00', 'Discount 10%   10.00', 'Total due   £90.00']],
    ['fr-FR', ['Total HT   100,00', 'Pénalité de retard 10 %   10,00', 'Net à payer   100,00 €']],
    ['es-ES', ['Subtotal   100,00', 'Descuento 10%   10,00', 'Total a pagar   90,00 €']],
  ])('are left out where no rate of a tax is printed, in %s: %j', (locale, rows) =>
    expect(valuesOf(pageOf(rows), locale)).not.toHaveProperty('taxes'),
  );

  it('do not come of items that name a rate', () => {
    const rows = [
      'Description   Qty   VAT   Net   Total',
      'Pump   1   20%   100.00   120.00',
      'Hose   1   20%   50.00   60.00',
      'Subtotal   150.00',
      'VAT 20%   30.00',
      'Total due   £180.00',
    ];
    expect(valuesOf(pageOf(rows))).toMatchObject({ taxes: [{ rate: 20, base: '150.00', amount: '30.00' }] });
  });

  it('are negative on a credit note', () => {
    const rows = [
      'Nordwerk AG',
      'Gutschrift Nr. 55',
      'Datum: 02.03.2026',
      'Netto   100,00',
      'MwSt 20 %   20,00',
      'Gesamtbetrag EUR   120,00',
    ];
    expect(valuesOf(rows, 'de-DE').taxes).toEqual([{ rate: 20, base: '-100.00', amount: '-20.00' }]);
  });
});
