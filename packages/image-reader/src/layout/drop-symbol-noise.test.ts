import { expect, it } from 'vitest';
import type { Barcode, Line, Quad } from '../reading.ts';
import { dropSymbolNoise } from './drop-symbol-noise.ts';

const box = (x: number, y: number, w: number, h: number): Quad => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];
const line = (id: string, confidence: number, at: Quad): Line => ({
  id,
  text: id,
  box: at,
  confidence,
  words: [],
  characterConfidences: [],
  recogniser: 'pp-ocr',
});
const symbol: Barcode = {
  id: 'b0',
  format: 'Code128',
  text: '1',
  bytes: 'MQ==',
  contentType: 'Text',
  symbologyIdentifier: ']C0',
  box: box(100, 100, 200, 80),
  orientation: 0,
};

it('drops doubtful text inside a symbol and keeps the text below it, the sure text over it, and the numbering', () => {
  const kept = dropSymbolNoise(
    [
      line('l0', 0.6, box(120, 110, 100, 30)),
      line('l1', 0.97, box(120, 120, 100, 30)),
      line('l2', 0.6, box(120, 190, 100, 20)),
    ],
    [symbol],
  );
  expect(kept.map((l) => [l.id, l.text])).toEqual([
    ['l0', 'l1'],
    ['l1', 'l2'],
  ]);
});
