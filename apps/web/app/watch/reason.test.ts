// cspell:ignore Ziffern werden erwartet wurden gefunden
import { textsIn } from '@readout/texts';
import { expect, test } from 'vitest';
import { reasonOf } from './reason.ts';
import { reasonInWords } from './reason-in-words.ts';

test('why a reading says nothing is read in the language of who looks', () => {
  const kept = reasonOf({ why: 'digits', expected: 5, found: 4 });
  expect(kept).toBe('digits expected=5 found=4');
  expect(reasonInWords(kept, textsIn('en'))).toBe('5 digits are expected, 4 were found.');
  expect(reasonInWords(kept, textsIn('de'))).toBe('5 Ziffern werden erwartet, 4 wurden gefunden.');
  expect(reasonInWords(reasonOf({ why: 'unit', character: 'kW h=' }), textsIn('en'))).toContain('“kW h=”');
});

test('what an earlier version kept is a sentence and stays one; a code of a later one is shown', () => {
  expect(reasonInWords('No text is there.', textsIn('de'))).toBe('No text is there.');
  for (const later of ['solar_flare', 'digits', 'unit character=%E0%A4%A'])
    expect(reasonInWords(later, textsIn('de'))).toBe(later);
});
