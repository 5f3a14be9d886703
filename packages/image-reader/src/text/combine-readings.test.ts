// cspell:disable -- words as misread, and of many languages
import { expect, it } from 'vitest';
import { combineReadings } from './combine-readings.ts';
import type { DecodedLine } from './ctc.ts';
import { expectedLetters } from './expected-letters.ts';

/** A line with a character every second step. */
const line = (text: string, confidence = 0.95): DecodedLine => ({
  glyphs: [...text].map((c, i) => ({ text: c, confidence, from: i * 2, to: i * 2, centre: i * 2 })),
  spaces: new Float32Array(text.length * 2),
});
const combined = (first: DecodedLine, second: DecodedLine, languages = ['de']): string =>
  combineReadings(first, second, expectedLetters(languages))
    .glyphs.map(({ text }) => text)
    .join('');

it('takes marks and look-alikes where the rest agrees', () => {
  expect(combined(line('GroBe'), line('Größe'))).toBe('Größe');
  expect(combined(line('StraBe'), line('Straße'))).toBe('Straße');
  expect(combined(line('Strasse'), line('Straße'))).toBe('Straße');
  expect(combined(line('0ffnung'), line('Öffnung'))).toBe('Öffnung');
});

it('adds a currency sign that was left out, at its own place', () => {
  const { glyphs } = combineReadings(line('25,90'), line('25,90€'), expectedLetters(['de']));
  expect(glyphs.map(({ text }) => text).join('')).toBe('25,90€');
  expect(glyphs.at(-1)?.centre).toBe(10);
  expect(combined(line('E12.50'), line('£12.50'), ['en'])).toBe('£12.50');
});

it('keeps digits and words as the first read them', () => {
  expect(combined(line('25,90'), line('26,80'))).toBe('25,90');
  expect(combined(line('Total'), line('Tota1'))).toBe('Total');
  expect(combined(line('for'), line('för', 0.2))).toBe('for');
});

it('takes letters of every language, and those of other languages than the asked-for only where it is surer', () => {
  expect(combined(line('Lodz'), line('Łódź', 0.95))).toBe('Łódź');
  expect(combined(line('Lodz'), line('Łódź', 0.7))).toBe('Lodz');
  expect(combined(line('Lodz'), line('Łódź', 0.7), ['de', 'pl-PL'])).toBe('Łódź');
});

it('trusts no second reading of another text', () => {
  expect(combined(line('70173Stuttgart'), line('ööüäß'))).toBe('70173Stuttgart');
});

it('takes another character where it is clearly surer, and never one in the place of a letter of another script', () => {
  expect(combined(line('T0tal', 0.6), line('Total', 0.9))).toBe('Total');
  expect(combined(line('T0tal', 0.85), line('Total', 0.9))).toBe('T0tal');
  expect(combined(line('合計100', 0.6), line('aé100', 0.9))).toBe('合計100');
});

it('doubts a figure that stands alone where the two read twins', () => {
  const confidences = (first: string, second: string) =>
    combineReadings(line(first), line(second), expectedLetters(['en'])).glyphs.map(
      (glyph) => glyph.confidence,
    );
  expect(confidences('6.1/1', '6.1/I')).toEqual([0.95, 0.95, 0.95, 0.95, 0.5]);
  expect(confidences('(0)x5', '(O)x5')).toEqual([0.95, 0.5, 0.95, 0.95, 0.95]);
  // Its neighbours tell what it is.
  expect(confidences('12/04', 'I2/O4')).toEqual([0.95, 0.95, 0.95, 0.95, 0.95]);
});
