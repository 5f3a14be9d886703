// cspell:disable -- invoices in many languages
import { describe, expect, it } from 'vitest';
import { recordsOf, valuesOf } from './read-text.ts';

const numberOf = (title: string[], locale?: string) =>
  valuesOf(
    [
      'Nordwerk Pumpen Ltd',
      ...title,
      'Work   840.00',
      'VAT 20%   168.00',
      'Total   1,008.00',
      'IBAN GB82 WEST 1234 5698 7654 32',
    ],
    locale,
  ).number;

describe('the number of an invoice', () => {
  it.each([
    [['Invoice INV/2023/00012'], 'INV/2023/00012'],
    [['INVOICE / # 118'], '118'],
    [['INVOICE #118'], '118'],
    [['Invoice: 4711'], '4711'],
    [['INVOICE HC-2005-31'], 'HC-2005-31'],
    [['Invoice No: KA/2026-27/0318 Date: 18-11-2026'], 'KA/2026-27/0318'],
    [['Rechnung 118-17'], '118-17'],
    [['Rechnung Nr. 2024/0117'], '2024/0117'],
    [['Rechnung', 'Belegnummer 90412'], '90412'],
    [['Rechnungs-Nr. 29 4471 8835 10'], '294471883510'],
    [['Faktura VAT 87541/2026'], '87541/2026'],
    [['FACTURE F2026-118'], 'F2026-118'],
    [['Facture : 2026-118'], '2026-118'],
    [['FACTURE', 'N° F2026-118'], 'F2026-118'],
    [['Factura: A-77'], 'A-77'],
    [['Factura núm. 2026/77'], '2026/77'],
    [['Fattura n. 2026/55'], '2026/55'],
    [['Factuurnummer 2026031'], '2026031'],
    [['INVOICE   HC-31'], 'HC-31'],
    [['INVOICE', 'Invoice No   Date   Terms', 'A-4471   02/03/2026   Net 30'], 'A-4471'],
    [['RECHNUNG', 'Rechnung Nr Datum', 'A-4471      02.03.2026'], 'A-4471'],
  ])('is found in %j', (title, number) => expect(numberOf(title)).toBe(number));

  it.each([[['Invoice 02/03/2026']], [['INVOICE', 'Date: 02/03/2026']], [['Invoice for 3 items']]])(
    'is left out where %j has none, and the rest is there',
    (title) => {
      expect(numberOf(title)).toBeUndefined();
      const rows = [
        'Nordwerk Pumpen Ltd',
        ...title,
        'Work   840.00',
        'VAT 20%   168.00',
        'Total due   1,008.00',
        'Payment due 01/04/2026',
      ];
      expect(valuesOf(rows)).toMatchObject({ total: '1008.00', due: '2026-04-01' });
    },
  );
});

describe('the account of an invoice', () => {
  const accountOf = (line: string) =>
    recordsOf([
      'Nordwerk Pumpen Ltd',
      'Invoice 118-A',
      'Work   840.00',
      'VAT 20%   168.00',
      'Total   1,008.00',
      line,
    ])[0]!.fields.iban;

  it.each([
    ['IBAN GB82 WEST 1234 5698 7654 32', 'GB82WEST12345698765432'],
    ['IBAN DE89 37O4 0044 O532 0130 00', 'DE89370400440532013000'],
    ['IBAN DEB9 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['IBAN NL91 A8NA 0417 1643 00', 'NL91ABNA0417164300'],
  ])('is %s, with letters and figures where its country has them', (line, iban) => {
    expect(accountOf(line)).toMatchObject({ value: iban, checks: [{ passed: true }] });
  });

  it('is in doubt where it holds in no reading', () => {
    expect(accountOf('IBAN DE89 3704 0044 0532 0130 01')).toMatchObject({ checks: [{ passed: false }] });
    expect(accountOf('IBAN DE89 3704 0044 0532 0130 01')!.confidence).toBeLessThan(0.5);
  });
});

describe('the days of an invoice', () => {
  it.each<[locale: string, rows: string[], date: string, due: string]>([
    ['en-GB', ['Date: 2nd May 2005', 'Payment due by 1st June 2005'], '2005-05-02', '2005-06-01'],
    ['en-GB', ['Issued on 2 May 2026', 'Please pay by 1 June 2026'], '2026-05-02', '2026-06-01'],
    ['en-GB', ['Invoice date   Due date', '02/05/2026   01/06/2026'], '2026-05-02', '2026-06-01'],
    [
      'de-DE',
      ['Berlin, den 12. Oktober 2026', 'Fällig spätestens am 11.11.2026'],
      '2026-10-12',
      '2026-11-11',
    ],
    [
      'de-DE',
      ['Rechnungsdatum: 12.10.2026', 'Bitte überweisen Sie den Betrag bis zum 11.11.2026'],
      '2026-10-12',
      '2026-11-11',
    ],
    ['de-CH', ['Datum: 02.03.2026   Zahlbar bis: 01.04.2026'], '2026-03-02', '2026-04-01'],
    [
      'de-DE',
      ['Lieferdatum: 01.10.2026', 'Datum: 12.10.2026', 'Zahlungsziel: 11.11.2026'],
      '2026-10-12',
      '2026-11-11',
    ],
    ['fr-FR', ['Lyon, le 12 octobre 2026', 'À régler avant le 11/11/2026'], '2026-10-12', '2026-11-11'],
    [
      'fr-FR',
      ['Date de facturation : 12/10/2026', 'Date limite de paiement : 11/11/2026'],
      '2026-10-12',
      '2026-11-11',
    ],
    ['es-ES', ['Fecha de emisión: 12/10/2026', 'Vence el 11/11/2026'], '2026-10-12', '2026-11-11'],
    [
      'fr-FR',
      ['N° facture   Date   Échéance', 'F2026-118   12/10/2026   11/11/2026'],
      '2026-10-12',
      '2026-11-11',
    ],
    ['nl-NL', ['Factuur datum 12-10-2026', 'Te voldoen voor 11-11-2026'], '2026-10-12', '2026-11-11'],
  ])('are known in %s: %j', (locale, rows, date, due) => {
    const all = [
      'Nordwerk Pumpen AG',
      'Invoice / Rechnung / Facture / Factura 118',
      ...rows,
      'Arbeit   840,00',
      'Total   840,00',
    ];
    expect(valuesOf(all, locale)).toMatchObject({ date, due });
  });
});

describe('the sums of an invoice', () => {
  const head = ['Nordwerk Pumpen AG', 'Rechnung 118-17', 'Datum: 02.03.2026', 'Zahlbar bis: 01.04.2026'];
  it.each<[name: string, locale: string, rows: string[], expected: Record<string, string>]>([
    [
      'Swiss',
      'de-CH',
      [
        "Arbeit   1'057.50",
        'Material   84.50',
        "Zwischentotal   1'142.00",
        'MWST 8.1%   92.50',
        "Total CHF   1'234.50",
      ],
      { subtotal: '1142.00', tax: '92.50', total: '1234.50', currency: 'CHF' },
    ],
    [
      'Indian',
      'en-IN',
      [
        'Pump   84,600.00',
        'Panel   20,000.00',
        'Taxable value   1,04,600.00',
        'CGST 9%   9,414.00',
        'SGST 9%   9,414.00',
        'Grand Total ₹   1,23,428.00',
      ],
      { subtotal: '104600.00', tax: '18828.00', total: '123428.00', currency: 'INR' },
    ],
    [
      'with the tax in a net word',
      'de-CH',
      ['Arbeit   100.00', 'MWST 8.1%   8.10', 'Netto inkl. MWST CHF   108.10'],
      { tax: '8.10', total: '108.10', currency: 'CHF' },
    ],
    [
      'with a total before tax',
      'en-GB',
      ['Work   100.00', 'Total excl. VAT   100.00', 'VAT 20%   20.00', 'Total incl. VAT   £120.00'],
      { subtotal: '100.00', tax: '20.00', total: '120.00', currency: 'GBP' },
    ],
    [
      'where only the sums say which is the total',
      'en-GB',
      ['Work   100.00', 'Total   100.00', 'VAT 20%   20.00', 'Now owed   £120.00'],
      { tax: '20.00', total: '120.00' },
    ],
    [
      'with shipping',
      'en-GB',
      ['Work   100.00', 'Subtotal   100.00', 'Shipping   10.00', 'VAT 20%   22.00', 'Total due   £132.00'],
      { subtotal: '100.00', tax: '22.00', total: '132.00' },
    ],
    [
      'French',
      'fr-FR',
      ['Total HT   334,50', 'TVA 20 %   66,90', 'Total TTC   401,40 €'],
      { subtotal: '334.50', tax: '66.90', total: '401.40', currency: 'EUR' },
    ],
    [
      'Spanish',
      'es-ES',
      ['Base imponible   746,00', 'IVA 21%   156,66', 'Total factura   902,66 €'],
      { subtotal: '746.00', tax: '156.66', total: '902.66', currency: 'EUR' },
    ],
    [
      'South African',
      'en-GB',
      ['Work   R100.00', 'VAT 15%   R15.00', 'Total due   R115.00'],
      { total: '115.00', currency: 'ZAR' },
    ],
    [
      'Kuwaiti',
      'en-GB',
      ['Work   KWD 100.500', 'Total due   KWD 100.500'],
      { total: '100.500', currency: 'KWD' },
    ],
    [
      'Swedish',
      'sv-SE',
      ['Netto   3 345,00', 'Moms 25%   836,25', 'Att betala SEK   4 181,25'],
      { total: '4181.25', currency: 'SEK' },
    ],
  ])('%s', (_, locale, rows, expected) =>
    expect(valuesOf([...head, ...rows], locale)).toMatchObject(expected),
  );

  it('is in doubt where the sums contradict it', () => {
    const [record] = recordsOf([...head, 'Subtotal   100.00', 'VAT 20%   20.00', 'Total due   £140.00']);
    const { confidence, checks } = record!.fields.total!;
    expect(confidence).toBeLessThan(0.95);
    expect(checks.some(({ passed }) => !passed)).toBe(true);
  });
});

describe('a credit note', () => {
  it.each<[rows: string[], total: string]>([
    [
      ['Credit note no: CN-12', 'Date: 02/03/2026', 'Pump   100.00', 'VAT 20%   20.00', 'Total   £120.00'],
      '-120.00',
    ],
    [
      [
        'Gutschrift Nr. 55',
        'Datum: 02.03.2026',
        'Pumpe   -100,00',
        'MwSt 20%   -20,00',
        'Gesamtbetrag EUR   -120,00',
      ],
      '-120.00',
    ],
    [
      [
        'Rechnungskorrektur Nr. 55',
        'Datum: 02.03.2026',
        'Pumpe   100,00-',
        'MwSt 20%   20,00-',
        'Gesamtbetrag EUR   120,00-',
      ],
      '-120.00',
    ],
    [
      ['AVOIR N° A12', 'Date : 02/03/2026', 'Pompe   100,00', 'TVA 20%   20,00', 'Total TTC   120,00 €'],
      '-120.00',
    ],
    [
      [
        'Factura rectificativa nº R-12',
        'Fecha: 02/03/2026',
        'Bomba   -100,00',
        'IVA 20%   -20,00',
        'Total   -120,00 €',
      ],
      '-120.00',
    ],
  ])('is negative: %j', (rows, total) =>
    expect(valuesOf(['Nordwerk Pumpen AG', ...rows], 'de-DE')).toMatchObject({ total, tax: '-20.00' }),
  );
});

describe('that a paper is a credit note', () => {
  const rest = ['Date: 02/03/2026', 'Pump   100.00', 'VAT 20%   20.00', 'Total   120.00'];
  it.each<[locale: string, title: string]>([
    ['en-GB', 'Credit note no: CN-12'],
    ['en-US', 'CREDIT MEMO'],
    ['de-DE', 'Gutschrift Nr. 55'],
    ['de-DE', 'Rechnungskorrektur Nr. 55'],
    ['de-DE', 'Stornorechnung 2026-55'],
    ['fr-FR', 'AVOIR N° A12'],
    ['fr-FR', 'Facture d’avoir n° A12'],
    ['es-ES', 'Factura rectificativa nº R-12'],
    ['es-ES', 'Nota de crédito 12'],
    ['it-IT', 'Nota di credito n. 12'],
    ['nl-NL', 'Creditnota 2026012'],
    ['pl-PL', 'Faktura korygująca nr 12/2026'],
  ])('is said, with its title: %s, %s', (locale, title) => {
    const [record] = recordsOf(['Nordwerk Pumpen AG', title, ...rest], locale);
    expect(record!.fields.creditNote).toMatchObject({ value: true, raw: title });
    expect(record!.fields.creditNote!.confidence).toBeLessThan(0.95);
  });

  it.each<[locale: string, rows: string[]]>([
    ['en-GB', ['Invoice 118-A', 'Credit note CN-12 of 01/02/2026 is settled with it']],
    ['de-DE', ['Rechnung 118-17', 'abzüglich Gutschrift Nr. 55']],
    ['de-DE', ['Rechnung 118-17', 'Guthaben: 0,00']],
    ['fr-FR', ['Facture F-118', 'Vous pouvez avoir un rabais']],
    ['es-ES', ['Factura A-77', 'Abono en cuenta']],
  ])('is left out of an invoice, in %s: %j', (locale, rows) => {
    const values = valuesOf(['Nordwerk Pumpen AG', ...rows, ...rest], locale);
    expect(values.total).toBe('120.00');
    expect(values).not.toHaveProperty('creditNote');
  });
});

describe('what is not an invoice', () => {
  it.each([
    [['QUOTATION Q-118', 'Total   820.00', 'valid until 01/04/2026']],
    [['2. Mahnung', 'Rechnung Nr. 118', 'Summe   820,00', 'zahlbar bis 01.04.2026']],
    [['Kontoauszug', 'IBAN DE89 3704 0044 0532 0130 00', 'Rechnung 118   820,00', 'Summe   820,00']],
    [['Service Agreement', 'Fee   820.00', 'Total   820.00', 'payable within 30 days of invoice']],
    [
      [
        'TAX INVOICE',
        'Invoice no: 000412',
        '02/03/2026 14:22',
        'Milk   7.70',
        'Total   7.70',
        'Cash   10.00',
        'Change   2.30',
      ],
    ],
    [
      [
        'Dear Ms Carter,',
        'we have looked at invoice 2026-0318 again and',
        'agree that the travel of 62.50 was charged twice.',
        'Kind regards',
      ],
    ],
  ])('%j', (rows) => expect(recordsOf(['Nordwerk Pumpen AG', '12 Mill Lane', ...rows], 'de-DE')).toEqual([]));
});
