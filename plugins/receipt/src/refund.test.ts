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
const laden = ['BUCHLADEN AM MARKT', 'Hauptstr. 1, 50667 Köln', '12.11.2026 16:20'];

describe('money that goes back', () => {
  it.each<[name: string, locale: string, rows: string[], total: string]>([
    [
      'a minus before',
      'de-DE',
      [
        ...laden,
        '*** RETOURE ***',
        'Hemd   -29,95',
        'Umtausch Schal   17,00',
        'SUMME EUR   -12,95',
        'Auszahlung BAR   12,95',
        'enth. MwSt 19%   -2,07',
      ],
      '-12.95',
    ],
    [
      'a minus behind',
      'de-DE',
      [...laden, 'Storno', 'Hemd   12,95-', 'SUMME EUR   12,95-', 'BAR   12,95-', 'MwSt 19%   2,07-'],
      '-12.95',
    ],
    [
      'brackets',
      'en-US',
      [
        'BLUE HERON',
        'Portland, ME 04101',
        '01/18/2026 08:05 AM',
        'RETURN',
        'Shirt   (12.00)',
        'Tax   (0.95)',
        'Total   ($12.95)',
        'Visa   ($12.95)',
      ],
      '-12.95',
    ],
    [
      'a sign before a dollar',
      'en-US',
      [
        'BLUE HERON',
        'Portland, ME 04101',
        '01/18/2026 08:05 AM',
        'Refund',
        'Shirt   -$12.00',
        'Tax   -$0.95',
        'Total   -$12.95',
        'Visa   $12.95',
      ],
      '-12.95',
    ],
    [
      'a title alone',
      'en-GB',
      [...shop, '*** REFUND ***', 'Book   12.95', 'Total   £12.95', 'Refunded to card   £12.95'],
      '-12.95',
    ],
    [
      'French',
      'fr-FR',
      [
        'LIBRAIRIE DU PONT',
        '8 rue des Lilas',
        '69003 Lyon',
        '11/02/2026 10:12',
        'REMBOURSEMENT',
        'Livre   -12,95 €',
        'TOTAL   -12,95 €',
        'CB   12,95 €',
        'TVA 5,5%   -0,68',
      ],
      '-12.95',
    ],
    [
      'Spanish',
      'es-ES',
      [
        'LIBRERÍA SOL',
        'Calle Mayor 18',
        '28013 Madrid',
        '11/02/2026 10:12',
        'DEVOLUCIÓN',
        'Libro   -12,95 €',
        'TOTAL   -12,95 €',
        'Efectivo   12,95 €',
        'IVA 4%   -0,50',
      ],
      '-12.95',
    ],
  ])('is negative with %s', (_, locale, rows, total) => expect(valuesOf(rows, locale).total).toBe(total));

  it('keeps the signs of an exchange for more', () =>
    expect(
      valuesOf(
        [...laden, '*** RETOURE ***', 'Hemd   -29,95', 'Mantel   99,00', 'SUMME EUR   69,05', 'BAR   69,05'],
        'de-DE',
      ).total,
    ).toBe('69.05'));

  it('drops a sign of a payment only', () => {
    const rows = [...shop, 'Book   12.95', 'Total   £12.95', 'Visa   -£12.95', 'VAT 0%   0.00'];
    expect(valuesOf(rows).total).toBe('12.95');
  });

  it('is in doubt where only the total has a minus', () => {
    const rows = [...shop, 'Book   12.95', 'VAT 0%   0.00', 'Total   - 12.95', 'Visa   12.95'];
    expect(isTicked(rows)).toBe(false);
  });

  it('takes a policy on returns for none', () =>
    expect(
      valuesOf([...shop, 'Book   12.95', 'Total   £12.95', 'Visa   £12.95', 'No refund without receipt'])
        .total,
    ).toBe('12.95'));
});
