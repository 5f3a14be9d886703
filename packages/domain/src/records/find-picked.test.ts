import type { Line, Quad } from '@readout/image-reader';
import { describe, expect, it } from 'vitest';
import { sightingOf } from './find-picked.ts';

const at = (x: number, width = 10): Quad => [
  [x, 0],
  [x + width, 0],
  [x + width, 8],
  [x, 8],
];
const line: Line = {
  id: 'l0',
  text: 'Total 1.234,50 EUR',
  box: at(0, 60),
  confidence: 0.9,
  characterConfidences: [],
  recogniser: 'pp-ocr',
  words: [
    { text: 'Total', box: at(0), confidence: 0.99 },
    { text: '1.234,50', box: at(20), confidence: 0.7 },
    { text: 'EUR', box: at(40), confidence: 0.95 },
  ],
};
const barcode = {
  id: 'b0',
  format: 'EAN13',
  text: '4006381333931',
  bytes: '',
  contentType: 'Text',
  symbologyIdentifier: ']E0',
  box: at(70),
  orientation: 0,
};
const reading = { lines: [line], barcodes: [barcode] };

describe('what is printed where somebody picked', () => {
  it('is what the reading says there, from the first word to the last, as certain as its least certain word', () => {
    expect(sightingOf(reading, [{ line: 'l0', words: [1, 2] }])).toEqual({
      raw: '1.234,50 EUR',
      confidence: 0.7,
      evidence: [{ line: 'l0', box: at(20, 30) }],
    });
  });

  it('may be a whole line, a barcode, or several places', () => {
    expect(sightingOf(reading, [{ line: 'l0', words: null }, { barcode: 'b0' }])).toEqual({
      raw: 'Total 1.234,50 EUR\n4006381333931',
      confidence: 0.9,
      evidence: [
        { line: 'l0', box: line.box },
        { barcode: 'b0', box: barcode.box },
      ],
    });
  });

  it('may be what was read again of a region, which is no line of the reading, and says how it was read', () => {
    const again = { ...line, text: '99.10', confidence: 0.6, box: at(80), words: [] };
    const regions = new Map([
      ['r', { lines: [again], enlarged: 4, engine: { version: '0.5.0', parts: {} } }],
    ]);
    const picked = { line: 'l0', words: null, region: 'r' };
    expect(sightingOf(reading, [{ line: 'l0', words: [0] }, picked], regions)).toEqual({
      raw: 'Total\n99.10',
      confidence: 0.6,
      evidence: [{ line: 'l0', box: at(0) }, { box: at(80) }],
      again: { enlarged: 4, engine: '0.5.0' },
    });
    // Forgotten, or of another page.
    expect(sightingOf(reading, [picked])).toBeUndefined();
  });

  it.each([
    [[]],
    [[{ line: 'l7', words: [0] }]],
    [[{ line: 'l0', words: [3] }]],
    [[{ line: 'l0', words: [] }]],
    [[{ line: 'l0', words: [0] }, { barcode: 'b1' }]],
  ])('is nothing where the reading has no such words: %j', (parts) =>
    expect(sightingOf(reading, parts)).toBeUndefined(),
  );
});
