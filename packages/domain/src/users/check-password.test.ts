// cspell:disable
import { expect, test } from 'vitest';
import { passwordProblem } from './check-password.ts';

const owner = { name: 'Ada Lovelace', email: 'ada.lovelace@analytical.example', companyName: 'Engines & Co' };

test.each([
  'password123',
  'Password123!',
  'P@ssw0rd2024',
  'QWERTYUIOP',
  'qwertzuiop',
  '1234567890',
  '0987654321',
  'abcdefghijkl',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'passwordpassword',
  'sunshine2024',
  '1qaz2wsx3edc',
  'iloveyou1234',
  'letmein!!!!',
  'Football.1',
])('%s is among those that are tried first', (password) => {
  expect(passwordProblem(password)?.message).toMatch(/tried first/);
});

test.each(['Readout2026!', 'R3adout-2026', 'lovelace1815', 'AdaLovelace!', 'analytical99', 'engines-2026'])(
  '%s is little more than what others know of its owner',
  (password) => expect(passwordProblem(password, owner)?.message).toMatch(/others know/),
);

test.each([
  'correct horse battery',
  'a whole new battery',
  'kV7#mzQ2pL9x',
  'Zitronenfalter im Regen',
  'ada mag keine Rosinen',
  'пять слов без смысла',
  '正確な馬の電池は青い色です',
  '83920175648 und zwölf',
])('%s can be used', (password) => expect(passwordProblem(password, owner)).toBeUndefined());

test('its length is said first', () => {
  expect(passwordProblem('password')?.message).toBe('Use at least 10 characters.');
  expect(passwordProblem('x'.repeat(129))?.message).toBe('Use at most 128 characters.');
});
