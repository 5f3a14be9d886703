// cspell:disable -- invoices in many languages
import { describe, expect, it } from 'vitest';
import { recordsOf, valuesOf } from './read-text.ts';

const head = ['Nordwerk Pumpen AG', 'Invoice / Rechnung / Facture / Factura 118', 'Due date: 02.12.2026'];
const many = (row: (i: number) => string, count = 1250) => Array.from({ length: count }, (_, i) => row(i));
const sureOf = (rows: readonly string[], names: readonly string[], locale?: string) => {
  const [record] = recordsOf([...head, ...rows], locale);
  return names.filter((name) => (record?.fields[name]?.confidence ?? 0) >= 0.95);
};

describe('what nobody can be sure of', () => {
  it.each<[string, string[]]>([
    [
      'items, subtotal and total that differ',
      [
        'Description   Qty   Price   Amount',
        'Pump   2   50.00   100.00',
        'Subtotal   110.00',
        'VAT 20%   20.00',
        'Total due   £140.00',
      ],
    ],
    [
      'a tax that is not the rate of its base',
      ['Subtotal   100.00', 'VAT 20% on 100.00   25.00', 'Total due   £130.00'],
    ],
    [
      'taxes that are not the tax',
      ['Subtotal   100.00', 'VAT 20%   10.00', 'VAT 5%   2.50', 'Total VAT   30.00', 'Total due   £150.00'],
    ],
  ])('is not shown as sure: %s', (_, rows) =>
    expect(sureOf(rows, ['subtotal', 'net', 'tax', 'taxes', 'total', 'items', 'discount'])).toEqual([]),
  );

  it('of two currencies none is sure', () =>
    expect(sureOf(['Work   £100.00', 'Travel   €50.00', 'Total due   150.00'], ['currency'])).toEqual([]));

  it.each(['31.02.2026', '30.02.2026', '00.10.2026', '12.13.2026'])(
    'a day that cannot be is none: %s',
    (day) => {
      const rows = [
        `Rechnungsdatum: ${day}`,
        `Lieferdatum: ${day}`,
        `Leistungszeitraum: 01.02.2026 - ${day}`,
        '30 Tage netto',
        'Gesamtbetrag EUR   120,00',
      ];
      const values = valuesOf([...head.slice(0, 2), ...rows], 'de-DE');
      expect(values.total).toBe('120.00');
      for (const name of ['date', 'due', 'deliveryDate', 'periodEnd'])
        expect(values).not.toHaveProperty(name);
    },
  );

  it('a due date before the invoice is in doubt', () =>
    expect(sureOf(['Rechnungsdatum: 02.01.2027', 'Gesamtbetrag EUR   120,00'], ['due'], 'de-DE')).toEqual(
      [],
    ));
});

describe('a page of thousands of amounts', () => {
  it.each<[string, string[]]>([
    [
      'items',
      [
        'Description   Qty   Price   Amount',
        ...many((i) => `Service of pump ${i} in the mill   2   ${i}.50   ${2 * i + 1}.00   20%`),
      ],
    ],
    ['taxes', many((i) => `VAT 20%   ${i}.50   ${2 * i}.00   ${i}.10   ${i}.20`)],
    ['discounts', many((i) => `Discount   ${i}.50   ${i}.10   ${i}.20   ${i}.30`)],
    ['terms', many((i) => `Payable within ${i % 90} days   ${i}.50   ${i}.10   ${i}.20   ${i}.30`)],
    ['totals', many((i) => `Total ${i}   ${i}.50   ${i}.10   ${i}.20   ${i}.30`)],
    ['figures', many((i) => `${i}.50   ${i}.10   19%   ${i}.20   ${i}.30   ${i}.40`, 1000)],
  ])('is an invoice, and cites no more places than a field may: %s', (_, rows) => {
    const records = recordsOf([...head, ...rows, 'Total due   £1,000,000.00']);
    expect(records.map(({ type }) => type)).toEqual(['invoice']);
    for (const { fields } of records)
      for (const { evidence } of Object.values(fields)) expect(evidence.length).toBeLessThanOrEqual(500);
  });
});
