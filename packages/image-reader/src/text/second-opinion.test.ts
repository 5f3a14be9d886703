import { expect, it } from 'vitest';
import type { Glyph } from './ctc.ts';
import { secondLanguages } from './second-languages.ts';
import { mayHold, mergeSecondOpinion, type SecondGlyph } from './second-opinion.ts';

const columnsPerStep = 8;
const first = (text: string, confidence = 0.95): Glyph[] =>
  [...text].map((c, i) => ({ text: c, confidence, from: i * 2, to: i * 2, centre: i * 2 }));
const second = (text: string, confidence = 0.95): SecondGlyph[] =>
  [...text].map((c, i) => ({ text: c, confidence, from: i * 16, to: i * 16 + 8 }));
const [german] = secondLanguages(['de'], new Set());
const language = german ?? { code: '', letters: '' };
const merged = (a: Glyph[], b: SecondGlyph[]): string =>
  mergeSecondOpinion(a, b, language, columnsPerStep)
    .glyphs.map((g) => g.text)
    .join('');

it('takes marks and look-alikes where the rest agrees', () => {
  expect(merged(first('GroBe'), second('Größe'))).toBe('Größe');
  expect(merged(first('StraBe'), second('Straße'))).toBe('Straße');
  expect(merged(first('Strasse'), second('Straße'))).toBe('Straße');
  expect(merged(first('0ffnung'), second('Öffnung'))).toBe('Öffnung');
});

it('adds a currency sign that was left out, at its own place', () => {
  const { glyphs, changed } = mergeSecondOpinion(first('25,90'), second('25,90€'), language, columnsPerStep);
  expect(changed).toBe(true);
  expect(glyphs.map((g) => g.text).join('')).toBe('25,90€');
  expect(glyphs.at(-1)?.centre).toBeCloseTo(10);
});

it('keeps digits, words and letters of other languages as they were first read', () => {
  expect(merged(first('25,90'), second('26,80'))).toBe('25,90');
  expect(merged(first('Total'), second('Totał'))).toBe('Total');
  expect(merged(first('for'), second('för', 0.3))).toBe('for');
});

it('trusts no second reading of another text', () => {
  const { changed } = mergeSecondOpinion(first('70173Stuttgart'), second('ööüäß'), language, columnsPerStep);
  expect(changed).toBe(false);
});

it('asks only for languages with letters the recogniser lacks, and only lines that could hold one', () => {
  expect(secondLanguages(['en', 'en-US'], new Set())).toEqual([]);
  expect(secondLanguages(['en-GB'], new Set())).toEqual([{ code: 'eng', letters: '£' }]);
  expect(secondLanguages(['sv', 'de-AT'], new Set()).map((l) => l.code)).toEqual(['swe', 'deu']);
  expect(secondLanguages(['de'], new Set('äöüßÄÖÜé€'))).toEqual([]);
  expect(mayHold(first('www.my'), language)).toBe(false);
  expect(mayHold(first('12'), language)).toBe(true);
});
