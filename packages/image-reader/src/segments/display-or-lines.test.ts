import { describe, expect, it } from 'vitest';
import type { Quad } from '../reading.ts';
import { linesInstead } from './display-or-lines.ts';
import type { DisplayText } from './read-display.ts';

const quad: Quad = [
  [10, 10],
  [210, 10],
  [210, 50],
  [10, 50],
];
const onItsHead: Quad = [quad[2], quad[3], quad[0], quad[1]];

const display = (text: string, confidence = 0.8, isConfirmed = false): DisplayText => ({
  text,
  quad,
  confidence,
  characterConfidences: [...text].map(() => confidence),
  isUpsideDown: false,
  isConfirmed,
});
const line = (text: string, confidence: number, at: Quad = quad) => ({ quad: at, text, confidence });

describe('a line stays where a display was read', () => {
  it.each([
    ['a comma that the display shows as a point', '411,81', 1, '411.81'],
    ['decimals that the display misses', '36165.873', 1, '36165'],
    ['decimals, although the line was doubted', '839.9', 0.6, '99'],
    ['a point that the display misses', '218.00', 0.98, '21800'],
    ['other digits, surely read as print', '48.47', 1, '48.41'],
    ['digits that the display misses, with a unit beside them', '11.735 A', 0.99, '1.735'],
    ['a minus that the display takes for a digit', '-0.565 A', 0.99, '00.565'],
    ['a space that the display alone misses', '12 34', 1, '1234'],
    ['a unit that the display takes for a digit', '0.835 A', 0.99, '0.8351'],
    ['print', 'Model K-73826', 0.97, '73826.5'],
  ])('%s', (_, text, confidence, shown) => {
    expect(linesInstead(display(shown), [line(text, confidence)])).toBeUndefined();
  });
});

describe('a display takes the place of a line', () => {
  it.each([
    ['with a digit more', '6.00', 1, display('36.00')],
    ['with a point more', '2102', 1, display('210.2')],
    [
      'without the gap of a narrow 1, where both decoders see the digits',
      '7 1 122',
      1,
      display('71122', 0.8, true),
    ],
    ['with other digits that both decoders see', '007508', 0.98, display('001508', 0.5, true)],
    ['with a digit where the line has a doubtful minus', '-12.5', 0.9, display('112.5')],
    ['with a digit more beside a unit', '2.45 A', 1, display('12.45')],
    ['with a digit more for a unit, where both decoders see it', '0.835 A', 1, display('0.8351', 0.8, true)],
    ['with other digits where the line is in doubt', '0042588', 0.87, display('0042988')],
  ])('%s', (_, text, confidence, shown) => {
    expect(linesInstead(shown, [line(text, confidence)])).toEqual([0]);
  });

  it('that was read standing on its head, and of no other', () => {
    const lines = [
      line('kWh', 0.99, quad.map(([x, y]) => [x + 400, y]) as Quad),
      line('6626200', 0.97, onItsHead),
    ];
    expect(linesInstead(display('002924.9'), lines)).toEqual([1]);
  });
});
