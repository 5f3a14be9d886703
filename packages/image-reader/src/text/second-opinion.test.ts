import { describe, expect, it } from 'vitest';
import type { InkMap } from './crop-line.ts';
import type { Glyph } from './ctc.ts';
import { secondLanguages } from './second-languages.ts';
import { mayHold, mergeSecondOpinion, type SecondGlyph } from './second-opinion.ts';
import { mayMissSign } from './unread-sign.ts';

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
  expect(secondLanguages(['zh', 'ja'], new Set())).toEqual([]);
  expect(secondLanguages(['sv', 'de-AT'], new Set()).map((l) => l.code)).toEqual(['swe', 'deu']);
  expect(secondLanguages(['de'], new Set('äöüßÄÖÜé€'))).toEqual([]);
  expect(mayHold(first('www.my'), language)).toBe(false);
  expect(mayHold(first('12'), language)).toBe(true);
});

describe('in English, where only currency signs are lacking', () => {
  const [english] = secondLanguages(['en', 'en-GB'], new Set('$'));
  const withSign = (a: Glyph[], b: SecondGlyph[]): string =>
    mergeSecondOpinion(a, b, english ?? language, columnsPerStep)
      .glyphs.map((g) => g.text)
      .join('');
  /** Digits as bars of ink, one every second time step; `#` is ink nothing was read from. */
  const drawn = (text: string): { glyphs: Glyph[]; ink: InkMap } => {
    const ink = { width: (text.length * 2 + 2) * columnsPerStep, height: 48, data: new Float32Array(0) };
    ink.data = new Float32Array(ink.width * ink.height);
    [...text].forEach((c, i) => {
      if (c === ' ') return;
      for (let y = /[.,]/.test(c) ? 34 : 8; y < 40; y++)
        for (let x = i * 16 + 2; x < i * 16 + 14; x++) ink.data[y * ink.width + x] = 200;
    });
    const glyphs = [...text].flatMap((c, i): Glyph[] =>
      /[# ]/.test(c) ? [] : [{ text: c, confidence: 0.95, from: i * 2, to: i * 2, centre: i * 2 + 0.5 }],
    );
    return { glyphs, ink };
  };
  const isAsked = (text: string): boolean => {
    const { glyphs, ink } = drawn(text);
    return mayMissSign(glyphs, ink, columnsPerStep);
  };

  it('asks about amounts beside which there is ink that was not read, and about nothing else', () => {
    expect(english).toEqual({ code: 'eng', letters: '£€', signsOnly: true });
    expect(['#12.50', '12,50 #', 'Total #5.00', 'E12.50'].map(isAsked)).toEqual([true, true, true, true]);
    expect(['12.50', '$12.50', 'Total 5.00', '# Total', 'E10', '0800555123 #'].map(isAsked)).toEqual(
      Array(6).fill(false),
    );
  });

  it('takes £ and € beside digits only, and never in the place of a sign that was read', () => {
    expect(withSign(first('12.50'), second('12.50€'))).toBe('12.50€');
    expect(withSign(first('E12.50'), second('£12.50'))).toBe('£12.50');
    expect(withSign(first('$12.50', 0.4), second('£12.50'))).toBe('$12.50');
    expect(withSign(first('EXIT12'), second('€XIT12'))).toBe('EXIT12');
  });
});
