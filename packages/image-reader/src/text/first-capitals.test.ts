// cspell:disable -- words of many languages, as read
import { expect, test } from 'vitest';
import type { InkMap } from './crop-line.ts';
import { withFirstCapitals } from './first-capitals.ts';

/** Words as they were read, drawn as bars: letters in brackets are as tall as capitals, all others as low as they are small. */
function drawn(text: string): { words: { glyphs: ReturnType<typeof glyph>[] }[]; ink: InkMap } {
  const letters: { text: string; isTall: boolean; step: number }[] = [];
  const counts: number[] = [];
  let step = 0;
  for (const word of text.split(' ')) {
    const read = [...word.matchAll(/\[(.)\]|(.)/gu)];
    counts.push(read.length);
    for (const [, tall, plain] of read) {
      const letter = tall ?? plain ?? '';
      letters.push({ text: letter, isTall: tall !== undefined || /[A-Zbdfhkl0-9]/.test(letter), step });
      step += 2;
    }
    step += 2;
  }
  const [width, height] = [step * 8, 48];
  const data = new Float32Array(width * height);
  for (const { isTall, step: at } of letters)
    for (let y = isTall ? 9 : 17; y < 40; y++) data.fill(200, y * width + at * 8, y * width + at * 8 + 9);
  let next = 0;
  return {
    ink: { width, height, data },
    words: counts.map((count) => {
      next += count;
      return {
        glyphs: letters.slice(next - count, next).map(({ text: letter, step: at }) => glyph(letter, at)),
      };
    }),
  };
}
const glyph = (text: string, step: number) => ({ text, confidence: 0.9, from: step, to: step, centre: step });
const corrected = (text: string): string => {
  const { words, ink } = drawn(text);
  return withFirstCapitals(words, ink, 8)
    .map(({ glyphs }) => glyphs.map((each) => each.text).join(''))
    .join(' ');
};

test.each([
  ['[w]erkstatt Muster AG', 'Werkstatt Muster AG'],
  ['[c]orner [s]hop', 'Corner Shop'],
  ['[v]entes en France', 'Ventes en France'],
  ['[z]apatos y camisas', 'Zapatos y camisas'],
  // Beside small letters alone.
  ['[o]nanma', 'Onanma'],
])('%s is %s', (read, meant) => expect(corrected(read)).toBe(meant));

test.each(['von Haus zu Haus', 'the shop on the corner', 'vs. Meyer', 'zona sur'])(
  '%s keeps its small letters',
  (text) => expect(corrected(text)).toBe(text),
);

test('capitals alone tell nothing about small letters', () => {
  expect(corrected('[s]V 1204')).toBe('sV 1204');
});
