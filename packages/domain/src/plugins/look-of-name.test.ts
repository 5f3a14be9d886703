// cspell:ignore ceipt Récéipt Rece Recelpt Rесеірt Ｒｅｃｅｉｐｔ Счёт
import { expect, test } from 'vitest';
import { lookOf } from './look-of-name.ts';

test.each([
  'receipt',
  'RECEIPT',
  'Re-ceipt',
  'Rесеірt',
  'Ｒｅｃｅｉｐｔ',
  'Récéipt',
  'Rece1pt',
  'Recelpt',
  'R e c e i p t.',
])('%s looks like Receipt', (name) => expect(lookOf(name)).toBe(lookOf('Receipt')));

test.each(['Receipts', 'Receipt 2', 'Receipt (copy)', 'Reception', 'レシート'])('%s does not', (name) =>
  expect(lookOf(name)).not.toBe(lookOf('Receipt')),
);

test('what is made of one script only is told from another of it', () => {
  expect(lookOf('領収書')).not.toBe(lookOf('請求書'));
  expect(lookOf('Счёт')).not.toBe(lookOf('Чек'));
  expect(lookOf('Modern')).toBe(lookOf('Modem'));
});
