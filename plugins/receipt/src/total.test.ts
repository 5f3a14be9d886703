// cspell:disable -- receipts in many languages
import { inputOfText } from '@readout/plugin-kit/testing';
import { describe, expect, it } from 'vitest';
import receipt from './index.ts';

const read = (rows: readonly string[], locale = 'en-GB') =>
  receipt.read(inputOfText(rows.join('\n'), { locale }));
const valuesOf = (rows: readonly string[], locale?: string) =>
  Object.fromEntries(
    Object.entries(read(rows, locale)[0]?.fields ?? {}).map(([name, { value }]) => [name, value]),
  );
const isTicked = (rows: readonly string[], locale?: string) => {
  const total = read(rows, locale)[0]?.fields.total;
  return total !== undefined && total.confidence >= 0.95 && total.checks.every(({ passed }) => passed);
};

const shop = ['CORNER BOOKS LTD', '12 Mill Lane', 'York YO1 7PQ', '24/03/2026 12:05'];

describe('the total against the rest of the paper', () => {
  const expected = (rows: string[], total: string, locale?: string) => {
    expect(valuesOf(rows, locale).total).toBe(total);
  };

  it('is what tax and service come to on top of the subtotal, whatever it is called', () => {
    const head = ['THE FERRY INN', '1 Quay Street', 'Bristol BS1 4DJ', '24/03/2026 20:05'];
    const food = ['Fish   40.00', 'Wine   28.87'];
    expected(
      [...head, ...food, 'Sub-total   68.87', 'Service 6%   4.13', 'You owe   73.00', 'Visa   73.00'],
      '73.00',
    );
    expected(
      [
        ...head,
        ...food,
        'Total food & drink   68.87',
        'Service charge   4.13',
        'Bill   73.00',
        'Mastercard   73.00',
      ],
      '73.00',
    );
    expected(
      [...head, ...food, 'Subtotal   68.87', 'Tax   4.13', 'T0TAI   73.00', 'Cash   80.00', 'Change   7.00'],
      '73.00',
    );
    expected(
      [
        'GASTHAUS KRONE',
        'Hauptstr. 1, 50667 Köln',
        '12.11.2026 20:05',
        'Essen   68,87',
        'Zwischensumme   68,87',
        'Bedienung   4,13',
        'Gesamtsumme   73,00',
        'Bar   73,00',
      ],
      '73.00',
      'de-DE',
    );
  });

  it('is never a subtotal with a tick', () => {
    const rows = [
      ...shop,
      'Fish   40.00',
      'Wine   28.87',
      'Subtotal   68.87',
      'VAT included 20%   11.48',
      'Visa',
      'Thank you',
    ];
    expect(isTicked(rows)).toBe(false);
    expected([...rows.slice(0, 7), 'Service   4.13', 'Visa   73.00'], '73.00');
  });

  it('keeps a total that holds its tax already', () =>
    expected(
      [...shop, 'Book   19.00', 'Total   19.00', 'VAT   1.00', 'Cash   20.00', 'Change   1.00'],
      '19.00',
    ));

  it('is in doubt where something else was paid', () =>
    expect(isTicked([...shop, 'Book   19.00', 'Total   19.00', 'Visa   12.00', 'VAT   1.00'])).toBe(false));
});
