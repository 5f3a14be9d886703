// cspell:disable
import { expect, test } from 'vitest';
import { hidesSomething, keptName, withoutHidden } from './visible-name.ts';

test.each([
  ['NUL', 'Ada\0'],
  ['a line break', 'Ada\nLovelace'],
  ['an override of direction', 'Ada \u202egnp.exe'],
  ['an isolate', 'Ada \u2066Lovelace\u2069'],
  ['a mark of direction', 'Ada\u200f'],
  ['the Arabic letter mark', 'Ada\u061c'],
  ['a zero-width space', 'Ada\u200bLovelace'],
  ['a joiner between Latin letters', 'Ada\u200dLovelace'],
  ['a soft hyphen', 'Love\u00adlace'],
  ['a byte order mark', '\ufeffAda'],
  ['a Hangul filler', 'Ada\u3164'],
  ['an empty Braille cell', '\u2800'],
  ['a tag', 'Ada\u{e0041}'],
  ['a line separator', 'Ada\u2028'],
  ['half a character', 'Ada\ud800'],
])('%s is refused in a name', (_what, name) => expect(hidesSomething(name)).toBe(true));

test.each([
  'Ada Lovelace',
  'Zoë Müller-Lüdenscheidt',
  'محمد علي',
  'יעל כהן',
  'نمی\u200cدانم',
  'क्\u200dष',
  '山田 太郎',
  'Нина',
  'Café ❤️ & Söhne',
  '👩\u200d🔬 Labor',
  "O'Brien 2nd",
])('%s is a name', (name) => expect(hidesSomething(name)).toBe(false));

test('what looks the same is kept the same', () => {
  expect(keptName(' Zoe\u0308 ')).toBe('Zoë');
  expect(withoutHidden('\u202eAda\u200b\0 ')).toBe('Ada');
});
