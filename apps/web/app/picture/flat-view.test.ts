import { flatSize } from '@readout/image-reader/document';
import { describe, expect, it } from 'vitest';
import { boxesOn, flatView } from './flat-view.ts';
import type { Quad } from './geometry.ts';

const picture = { width: 1000, height: 800 };
/** A sheet, further away at its top. */
const corners: Quad = [
  [300, 100],
  [700, 120],
  [820, 700],
  [180, 680],
];

describe('the flattened view', () => {
  const flat = flatView(picture, corners)!;

  it('has the size of the picture the server makes, and its corners where the corners are', () => {
    expect(flat).toMatchObject(flatSize(picture, corners as Parameters<typeof flatSize>[1]));
    const placed = flat.place(corners)!;
    const [topLeft, , bottomRight] = placed;
    expect(topLeft[0]).toBeCloseTo(0, 6);
    expect(topLeft[1]).toBeCloseTo(0, 6);
    expect(bottomRight[0]).toBeCloseTo(flat.width, 6);
    expect(bottomRight[1]).toBeCloseTo(flat.height, 6);
  });

  it('keeps what was read at its pixels: the middle of the diagonals is the middle of the sheet', () => {
    const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = corners;
    const det = (ax - cx) * (by - dy) - (ay - cy) * (bx - dx);
    const t = ((ax - bx) * (by - dy) - (ay - by) * (bx - dx)) / det;
    const middle = [ax + t * (cx - ax), ay + t * (cy - ay)] as const;
    const [[x, y]] = flat.place([middle, middle, middle, middle])!;
    expect(x).toBeCloseTo(flat.width / 2, 6);
    expect(y).toBeCloseTo(flat.height / 2, 6);
  });

  it('leaves out what is not on the sheet', () => {
    const box = (key: string, x: number, y: number) => ({
      key,
      kind: 'line' as const,
      text: key,
      quad: [
        [x, y],
        [x + 60, y],
        [x + 60, y + 20],
        [x, y + 20],
      ] as Quad,
    });
    const boxes = [box('on the sheet', 400, 300), box('beside it', 20, 300), box('above it', 450, 10)];
    expect(boxesOn(flat, boxes).map(({ key }) => key)).toEqual(['on the sheet']);
    expect(boxesOn(undefined, boxes)).toBe(boxes);
  });

  it('is none where three corners lie on a line', () => {
    expect(
      flatView(picture, [
        [0, 0],
        [100, 100],
        [200, 200],
        [300, 300],
      ]),
    ).toBeUndefined();
  });
});
