// cspell:disable -- invoices in many languages
import { describe, expect, it } from 'vitest';
import { recordsOf, valuesOf } from './read-text.ts';

const pageOf = (rows: readonly string[], dated = true) => [
  'Nordwerk Pumpen AG',
  'Invoice / Rechnung / Facture / Factura 118',
  ...(dated ? ['Rechnungsdatum: 2. November 2026'] : []),
  ...rows,
  'Arbeit   840,00',
  'Total due   840,00',
  'IBAN DE89 3704 0044 0532 0130 00',
];

describe('the date of delivery', () => {
  it.each<[locale: string, rows: string[], day: string]>([
    ['de-DE', ['Lieferdatum: 01.10.2026'], '2026-10-01'],
    ['de-DE', ['Leistungsdatum 01.10.2026'], '2026-10-01'],
    ['de-DE', ['Liefer-/Leistungsdatum: 1. Oktober 2026'], '2026-10-01'],
    ['de-DE', ['Tag der Lieferung   01.10.2026'], '2026-10-01'],
    ['en-GB', ['Delivery date: 1 October 2026'], '2026-10-01'],
    ['en-GB', ['Date of supply   01/10/2026'], '2026-10-01'],
    ['en-GB', ['Shipped on 01/10/2026'], '2026-10-01'],
    ['fr-FR', ['Date de livraison : 01/10/2026'], '2026-10-01'],
    ['fr-FR', ['Date d’exécution : 1er octobre 2026'], '2026-10-01'],
    ['es-ES', ['Fecha de entrega: 01/10/2026'], '2026-10-01'],
    ['es-ES', ['Fecha de operación 01/10/2026'], '2026-10-01'],
    ['nl-NL', ['Leverdatum: 01-10-2026'], '2026-10-01'],
    ['it-IT', ['Data di consegna: 01/10/2026'], '2026-10-01'],
    ['pl-PL', ['Data sprzedaży: 01.10.2026'], '2026-10-01'],
    ['sv-SE', ['Leveransdatum: 2026-10-01'], '2026-10-01'],
  ])('is found beside its label and is not that of the invoice, in %s: %j', (locale, rows, day) => {
    expect(valuesOf(pageOf(rows), locale)).toMatchObject({ deliveryDate: day, date: '2026-11-02' });
    expect(valuesOf(pageOf(rows, false), locale).date).toBeUndefined();
  });

  it('is found under the head of a column, beside that of the invoice', () =>
    expect(
      valuesOf(pageOf(['Datum        Lieferdatum', '02.11.2026   01.10.2026'], false), 'de-DE'),
    ).toMatchObject({ date: '2026-11-02', deliveryDate: '2026-10-01' }));

  it('is that of the invoice where the invoice says so', () => {
    const [record] = recordsOf(pageOf(['Leistungsdatum entspricht Rechnungsdatum']), 'de-DE');
    expect(record!.fields.deliveryDate).toMatchObject({
      value: '2026-11-02',
      checks: [{ name: 'computed', passed: true }],
    });
    expect(record!.fields.date!.value).toBe('2026-11-02');
  });

  it.each<[locale: string, rows: string[]]>([
    ['en-GB', ['Delivery   12.50']],
    ['en-GB', ['Expected delivery date: 01/12/2026']],
    ['en-GB', ['Delivery note 4711 of 01/10/2026']],
    ['de-DE', ['Voraussichtliches Lieferdatum: 01.12.2026']],
    ['de-DE', ['Lieferschein 4711 vom 01.10.2026']],
    ['de-DE', ['Bestelldatum: 01.10.2026']],
    ['fr-FR', ['Livraison sous 10 jours']],
    ['es-ES', ['Fecha de pedido: 01/10/2026']],
  ])('is not made of other days, in %s: %j', (locale, rows) =>
    expect(valuesOf(pageOf(rows), locale)).not.toHaveProperty('deliveryDate'),
  );

  it.each<[string, string]>([
    ['de-DE', 'Bestelldatum: 01.10.2026'],
    ['de-DE', 'Ihre Bestellung 4711 vom 01.10.2026'],
    ['fr-FR', 'Date de commande : 01/10/2026'],
    ['en-GB', 'Order date: 01/10/2026'],
  ])('nor is the date of an order the date of the invoice, in %s: %s', (locale, row) =>
    expect(valuesOf(pageOf([row], false), locale)).not.toHaveProperty('date'),
  );
});

describe('the period of what is billed', () => {
  it.each<[locale: string, rows: string[], start: string, end: string]>([
    ['de-DE', ['Leistungszeitraum 01.10.–31.10.2026'], '2026-10-01', '2026-10-31'],
    ['de-DE', ['Leistungszeitraum: 01.10.2026-31.10.2026'], '2026-10-01', '2026-10-31'],
    ['de-DE', ['Abrechnungszeitraum vom 1. bis 31. Oktober 2026'], '2026-10-01', '2026-10-31'],
    ['de-DE', ['Leistungszeitraum', '01.12. - 31.01.2026'], '2025-12-01', '2026-01-31'],
    ['de-DE', ['Leistungsmonat: Oktober 2026'], '2026-10-01', '2026-10-31'],
    ['de-DE', ['Leistungsdatum: 01.10.2026 bis 31.10.2026'], '2026-10-01', '2026-10-31'],
    ['de-DE', ['Zeitraum: 02/2028'], '2028-02-01', '2028-02-29'],
    ['en-GB', ['Period: 1 Oct – 31 Oct 2026'], '2026-10-01', '2026-10-31'],
    ['en-GB', ['Billing period: 1–31 October 2026'], '2026-10-01', '2026-10-31'],
    ['en-US', ['Service period: October 1 - 31, 2026'], '2026-10-01', '2026-10-31'],
    ['en-US', ['Service period: Oct 1 - Dec 31, 2026'], '2026-10-01', '2026-12-31'],
    ['en-US', ['Billing period   10/01/2026 - 10/31/2026'], '2026-10-01', '2026-10-31'],
    ['en-GB', ['Period: 2026-10-01 to 2026-10-31'], '2026-10-01', '2026-10-31'],
    ['en-GB', ['Services from 05-03-2026 - 10-11-2026'], '2026-03-05', '2026-11-10'],
    ['fr-FR', ['Période du 01/10/2026 au 31/10/2026'], '2026-10-01', '2026-10-31'],
    ['fr-FR', ['Période : du 1er octobre au 31 octobre 2026'], '2026-10-01', '2026-10-31'],
    ['es-ES', ['Periodo: 01/10/2026 al 31/10/2026'], '2026-10-01', '2026-10-31'],
    [
      'es-ES',
      ['Período de facturación: del 1 de octubre al 31 de octubre de 2026'],
      '2026-10-01',
      '2026-10-31',
    ],
    ['it-IT', ['Periodo di riferimento: dal 01/10/2026 al 31/10/2026'], '2026-10-01', '2026-10-31'],
    ['nl-NL', ['Periode: 01-10-2026 t/m 31-10-2026'], '2026-10-01', '2026-10-31'],
    ['pl-PL', ['Okres rozliczeniowy: od 01.10.2026 do 31.10.2026'], '2026-10-01', '2026-10-31'],
    ['sv-SE', ['Period: 2026-10-01 - 2026-10-31'], '2026-10-01', '2026-10-31'],
  ])('is found in %s: %j', (locale, rows, periodStart, periodEnd) => {
    const values = valuesOf(pageOf(rows), locale);
    expect(values).toMatchObject({ periodStart, periodEnd, date: '2026-11-02' });
    expect(values).not.toHaveProperty('deliveryDate');
    expect(valuesOf(pageOf(rows, false), locale)).not.toHaveProperty('date');
  });

  it.each<[locale: string, rows: string[]]>([
    ['en-GB', ['Notice period: 30 days']],
    ['en-GB', ['Warranty period 01/10/2026 - 01/10/2028']],
    ['en-GB', ['Rent October 2026   100.00']],
    ['de-DE', ['Garantiezeitraum 01.10.2026-01.10.2028']],
    ['de-DE', ['Zeitraum: siehe Anlage 10/26']],
    ['fr-FR', ['Période : à convenir']],
    ['es-ES', ['Periodo de garantía: 01/10/2026 - 01/10/2028']],
  ])('is not made of other things, in %s: %j', (locale, rows) =>
    expect(valuesOf(pageOf(rows), locale)).not.toHaveProperty('periodStart'),
  );

  it('is in doubt where it ends before it begins', () => {
    const [record] = recordsOf(pageOf(['Leistungszeitraum 31.10.2026 - 01.10.2026']), 'de-DE');
    expect(record!.fields.periodEnd).toMatchObject({ checks: [{ name: 'period', passed: false }] });
    expect(record!.fields.periodEnd!.confidence).toBeLessThan(0.6);
  });

  it('does not hold days that cannot be', () =>
    expect(valuesOf(pageOf(['Leistungszeitraum 01.02.2026 - 31.02.2026']), 'de-DE')).not.toHaveProperty(
      'periodEnd',
    ));
});

describe('a discount', () => {
  const table = (discount: string, rest: readonly string[]) => [
    'Nordwerk Pumpen AG',
    'Invoice / Rechnung / Facture / Factura 118',
    'Datum: 02.11.2026',
    'Due date: 02.12.2026',
    'Beschreibung   Menge   Preis   Betrag',
    'Pumpe          2       50,00   100,00',
    discount,
    ...rest,
  ];
  it.each<[locale: string, label: string]>([
    ['de-DE', 'Rabatt 10 %'],
    ['de-DE', 'abzgl. Treuerabatt'],
    ['de-DE', 'Preisnachlass'],
    ['en-GB', 'Discount'],
    ['en-GB', 'Less trade discount'],
    ['en-GB', '10% discount'],
    ['fr-FR', 'Remise commerciale'],
    ['fr-FR', 'Rabais'],
    ['es-ES', 'Descuento 10%'],
    ['it-IT', 'Sconto'],
    ['nl-NL', 'Korting'],
    ['pl-PL', 'Rabat'],
  ])('is what is taken off, with a minus or without, and no item: %s, %s', (locale, label) => {
    for (const amount of ['-10,00', '10,00'])
      for (const rest of [
        ['Nettobetrag   90,00', 'MwSt 20 %   18,00', 'Rechnungsbetrag   108,00'],
        ['MwSt 20 %   18,00', 'Rechnungsbetrag   108,00'],
      ]) {
        const [record] = recordsOf(table(`${label}   ${amount}`, rest), locale);
        expect(record!.fields.discount).toMatchObject({ value: '10.00' });
        expect(record!.fields.items!.value).toHaveLength(1);
        expect(record!.fields.total).toMatchObject({ value: '108.00' });
        expect(record!.fields.total!.checks.filter(({ passed }) => !passed)).toEqual([]);
      }
  });

  it.each<[locale: string, rows: string[]]>([
    [
      'de-DE',
      [
        'Nettobetrag   100,00',
        'MwSt 20 %   20,00',
        'Rechnungsbetrag   120,00',
        '2 % Skonto bei Zahlung in 10 Tagen   2,40',
      ],
    ],
    [
      'en-GB',
      [
        'Subtotal   100,00',
        'VAT 20 %   20,00',
        'Total due   120,00',
        'Discount if paid within 10 days   2,40',
      ],
    ],
    [
      'fr-FR',
      [
        'Total HT   100,00',
        'TVA 20 %   20,00',
        'Total TTC   120,00',
        'Escompte pour paiement sous 10 jours   2,40',
      ],
    ],
    [
      'es-ES',
      [
        'Base imponible   100,00',
        'IVA 20 %   20,00',
        'Total factura   120,00',
        'Descuento por pronto pago   2,40',
      ],
    ],
  ])('is not the one for paying early: %s', (locale, rows) =>
    expect(valuesOf(table('', rows), locale)).not.toHaveProperty('discount'),
  );

  it('is doubtful where nothing on the invoice comes to it', () => {
    const [record] = recordsOf(
      table('Rabatt   10,00', ['Nettobetrag   100,00', 'MwSt 20 %   20,00', 'Rechnungsbetrag   120,00']),
      'de-DE',
    );
    expect(record!.fields.discount!.confidence).toBeLessThan(0.75);
  });
});
