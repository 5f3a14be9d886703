import { expect, test } from 'vitest';
import { ownStemOf, stemOf } from './file-name.ts';

const event = '3f9c2a1b-5d64-4a60-9c1e-0a2b4c6d8e10';
const valuesOf = (values: Record<string, string>) => (name: string) => ({ event, ...values })[name] ?? '';

// cspell:ignore Müller
test.each([
  [
    '{date}-{merchant}-{number}',
    { date: '2026-03-05', merchant: 'Corner Bakery', number: 'A 7/1' },
    '2026-03-05-Corner-Bakery-A-7-1',
  ],
  ['{date}-{supplier|merchant}-{number}', { merchant: 'Müller & Söhne' }, 'Müller-Söhne'],
  ['{merchant}', { merchant: '../../etc/passwd' }, 'etc-passwd'],
  ['{merchant}', { merchant: '..\\..\\boot.ini' }, 'boot.ini'],
  ['{merchant}', { merchant: '\u202Egpj.exe\0' }, 'gpj.exe'],
  ['{merchant}', { merchant: 'COM1' }, '_COM1'],
  ['{merchant}', { merchant: 'nul.txt' }, '_nul.txt'],
  ['{merchant}', { merchant: '...' }, 'receipt'],
  ['{merchant}', {}, 'receipt'],
  ['{merchant}', { merchant: 'ö'.repeat(500) }, 'ö'.repeat(75)],
] as const)('%s with %j is a safe name in one folder', (pattern, values, stem) => {
  expect(stemOf(pattern, valuesOf(values), 'receipt')).toBe(stem);
});

test('an event has the same name each time, and no other event has it', () => {
  const named = (id: string) => ownStemOf('{date}', valuesOf({ date: '2026-03-05', event: id }), 'receipt');
  expect(named(event)).toBe('2026-03-05-3f9c2a1b');
  expect(named(event)).toBe(named(event));
  expect(named('aaaaaaaa-5d64-4a60-9c1e-0a2b4c6d8e10')).not.toBe(named(event));
  expect(ownStemOf('{event}', valuesOf({}), 'receipt')).toBe(event);
});
