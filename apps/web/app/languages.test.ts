import { expect, it } from 'vitest';
import { suggestedLanguages, suggestedLocale } from './languages.ts';

it('suggests the languages a browser asks for, most wanted first', () => {
  expect(suggestedLanguages('fr;q=0.5, de-AT, en;q=0.8')).toEqual(['de', 'en', 'fr']);
  expect(suggestedLocale('fr;q=0.5, de-AT, en;q=0.8')).toBe('de-AT');
});

it('falls back to English for a header that names nothing readable or is broken', () => {
  for (const header of [null, '', 'ja', '*', ';;q=,,', 'de;q=0'])
    expect(suggestedLanguages(header)).toEqual(['en']);
});
