import { litSegments } from '@readout/image-reader/segments';
import type { Pixels } from '../picture-change.ts';

/** Rectangles of the segments a to g in a digit 60 wide and 100 high: left, top, width, height. */
const places: Record<string, readonly [left: number, top: number, width: number, height: number]> = {
  a: [10, 6, 40, 8],
  b: [48, 12, 8, 36],
  c: [48, 54, 8, 36],
  d: [10, 88, 40, 8],
  e: [4, 54, 8, 36],
  f: [4, 12, 8, 36],
  g: [10, 47, 40, 8],
};

/** A display of seven segments as a page draws one, without a camera's blur: dark digits, 100 pixels high, on a light ground. */
export function drawSegments(text: string): Pixels {
  const [width, height] = [40 + 74 * text.replace('.', '').length, 140];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let at = 0; at < data.length; at += 4) data.set([185, 198, 173], at);
  const fill = (left: number, top: number, wide: number, high: number): void => {
    for (let y = top; y < top + high; y++)
      for (let x = left; x < left + wide; x++) data.set([26, 31, 26], 4 * (y * width + x));
  };
  let x = 20;
  for (const character of text) {
    if (character === '.') {
      fill(x - 12, 108, 10, 10);
      continue;
    }
    for (const segment of litSegments(character)) {
      const [left, top, wide, high] = places[segment]!;
      fill(x + left, 20 + top, wide, high);
    }
    x += 74;
  }
  return { width, height, data };
}
