import { expect, it } from 'vitest';
import { textsIn } from '../ui/texts.tsx';
import { fillFromWords } from './fill-from-words.ts';

const writing = { locale: 'en-GB', text: textsIn('en'), today: '2026-11-21' };
const field = (name: string, label: string, type: 'text' | 'amount' | 'date' | 'currency') => ({
  name,
  label,
  type,
});
const receipt = {
  title: 'merchant',
  fields: [
    field('merchant', 'Merchant', 'text'),
    field('date', 'Date', 'date'),
    field('subtotal', 'Subtotal', 'amount'),
    field('total', 'Total', 'amount'),
    field('currency', 'Currency', 'currency'),
  ],
};
const fill = (...texts: string[]) =>
  Object.fromEntries(
    Object.entries(
      fillFromWords(
        receipt,
        texts.map((text, index) => ({ text, part: { line: `l${index}`, words: null } })),
        writing,
      ),
    ).map(([name, { value, part }]) => [name, [value, 'line' in part ? part.line : '']]),
  );

it('a record is filled with what can be meant: its title, what is labelled, and the only value of a kind', () => {
  expect(fill('HARBOUR CAFE', '25/03/2026', 'TOTAL: 12.25')).toEqual({
    merchant: ['HARBOUR CAFE', 'l0'],
    date: ['2026-03-25', 'l1'],
    total: ['12.25', 'l2'],
  });
});

it('nothing is guessed where two could be meant', () => {
  expect(fill('HARBOUR CAFE', '25/03/2026', '26/03/2026', '12.25', 'Totals 13.00')).toEqual({
    merchant: ['HARBOUR CAFE', 'l0'],
  });
});
