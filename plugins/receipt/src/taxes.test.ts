// cspell:disable -- receipts in many languages
import { inputOfText } from '@readout/plugin-kit/testing';
import { describe, expect, it } from 'vitest';
import receipt from './index.ts';

const taxesOf = (rows: readonly string[], locale: string) =>
  receipt.read(
    inputOfText(['BUCHLADEN', 'Hauptstr. 1, 50667 Köln', '12.11.2026 16:20', ...rows].join('\n'), { locale }),
  )[0]?.fields.taxes?.value;

describe('the taxes of a receipt', () => {
  it.each<[name: string, locale: string, rows: string[], taxes: object[] | undefined]>([
    [
      'of a table, with what is taxed',
      'de-DE',
      [
        'Buch   19,55',
        'Karte   2,19',
        'SUMME EUR   21,74',
        'Bar   21,74',
        'MwSt   Netto   MwSt   Brutto',
        'A 19%   1,84   0,35   2,19',
        'B 7%   18,27   1,28   19,55',
      ],
      [
        { rate: 19, base: '1.84', amount: '0.35' },
        { rate: 7, base: '18.27', amount: '1.28' },
      ],
    ],
    [
      'of one rate, on the sum before it',
      'fr-FR',
      ['Livre   42,50', 'Total HT   38,64', 'TVA 10%   3,86', 'TOTAL TTC   42,50', 'Carte bancaire   42,50'],
      [{ rate: 10, base: '38.64', amount: '3.86' }],
    ],
    [
      'of two rates in rows of their own',
      'es-ES',
      [
        'Libro   100,00',
        'Café   10,00',
        'Subtotal   110,00',
        'IVA 4%   4,00',
        'IVA 21%   2,10',
        'TOTAL   116,10',
        'Efectivo   116,10',
      ],
      [
        { rate: 4, amount: '4.00' },
        { rate: 21, amount: '2.10' },
      ],
    ],
    [
      'left out where a rate is missing',
      'en-GB',
      ['Book   94.49', 'Subtotal   94.49', 'GST 5%   4.72', 'PST   6.61', 'TOTAL   105.82', 'Cash   105.82'],
      undefined,
    ],
  ])('are %s', (_, locale, rows, taxes) => {
    expect(taxesOf(rows, locale)).toEqual(taxes);
  });
});
