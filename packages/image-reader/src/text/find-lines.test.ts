import { describe, expect, it } from 'vitest';
import { quadCentre } from '../layout/quad-place.ts';
import type { Point, Quad } from '../reading.ts';
import { findLines } from './find-lines.ts';
import type { Infer } from './infer.ts';
import { defaultTextOptions } from './read-text.ts';
import { placeOf, type RotatedRect } from './rotated-rect.ts';

const side = 400;
const askew = (20 * Math.PI) / 180;
/** A rectangle of a sheet that lies askew about the picture's middle. */
const onSheet = (u: number, v: number, width: number, height: number, angle = askew): RotatedRect => ({
  cx: side / 2 + u * Math.cos(angle) - v * Math.sin(angle),
  cy: side / 2 + u * Math.sin(angle) + v * Math.cos(angle),
  width,
  height,
  angle,
});
const bars = [onSheet(-10, -30, 160, 12), onSheet(0, 0, 180, 12), onSheet(20, 30, 130, 12)];
const beside: RotatedRect = { cx: 80, cy: 24, width: 110, height: 14, angle: 0 };

/** A white sheet with black bars for lines of text, one more of them beside it, on a grey table. */
function draw(sheet: RotatedRect, lines: readonly RotatedRect[]) {
  const data = new Uint8ClampedArray(side * side * 4).fill(150);
  const fill = ({ cx, cy, width, height, angle }: RotatedRect, level: number): void => {
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        const [dx, dy] = [x + 0.5 - cx, y + 0.5 - cy];
        const along = dx * Math.cos(angle) + dy * Math.sin(angle);
        const across = dy * Math.cos(angle) - dx * Math.sin(angle);
        if (Math.abs(along) > width / 2 || Math.abs(across) > height / 2) continue;
        data.fill(level, (y * side + x) * 4, (y * side + x) * 4 + 3);
      }
  };
  fill(sheet, 255);
  for (const line of lines) fill(line, 0);
  return { width: side, height: side, data };
}

/** A detector that takes what is black for text, and a classifier that finds nothing upside down. */
const detectorOfBlack =
  (sizes: number[]): Infer =>
  async (model, { data, dims }) => {
    if (model === 'classify') return { data: new Float32Array((dims[0] ?? 0) * 2), dims: [dims[0] ?? 0, 2] };
    const [, , height = 0, width = 0] = dims;
    sizes.push(width * height);
    return { data: data.slice(0, width * height).map((v) => (v < -1 ? 1 : 0)), dims: [1, 1, height, width] };
  };

async function find(sheet: RotatedRect, paper: Quad | undefined, lines: readonly RotatedRect[]) {
  const sizes: number[] = [];
  const places = await findLines(draw(sheet, lines), paper, detectorOfBlack(sizes), defaultTextOptions);
  const apart = ({ cx, cy }: RotatedRect): number =>
    Math.min(...places.map(({ quad }) => quadCentre(quad)).map(([x, y]) => Math.hypot(x - cx, y - cy)));
  return { places, sizes, farthest: Math.max(...lines.map(apart)) };
}

const slope = ([[ax, ay], [bx, by]]: Quad): number => Math.atan2(by - ay, bx - ax);

describe('lines on paper that lies askew', () => {
  const sheet = onSheet(0, 0, 230, 110);

  it('are found where they stand in the picture, and those beside the paper with them', async () => {
    const { places, farthest, sizes } = await find(sheet, placeOf(sheet).quad, [...bars, beside]);
    expect(places).toHaveLength(4);
    expect(farthest).toBeLessThan(2);
    const slopes = places.map(({ quad }) => slope(quad)).sort();
    expect(slopes.map((each) => each.toFixed(1))).toEqual(['0.0', '0.3', '0.3', '0.3']);
    expect(sizes).toHaveLength(2);
  });

  it('are found whole where what was taken for the edge of the paper runs through them', async () => {
    const half = onSheet(-60, 0, 120, 110);
    const { places, farthest } = await find(sheet, placeOf(half).quad, bars);
    expect(places).toHaveLength(3);
    expect(farthest).toBeLessThan(2);
  });

  it('are looked for in the picture itself where the paper lies straight in it', async () => {
    const straight = onSheet(0, 0, 390, 300, 0);
    const { sizes, farthest } = await find(straight, placeOf(straight).quad, [onSheet(10, 5, 160, 14, 0)]);
    expect(sizes).toHaveLength(1);
    expect(farthest).toBeLessThan(2);
  });

  it('are as bent as they are in the picture itself', async () => {
    const arc = Array.from({ length: 61 }, (_, i): Point => [(i - 30) * 3, 14 - 14 * ((i - 30) / 30) ** 2]);
    const pieces = arc.map(([u, v]) => onSheet(u, v - 7, 5, 12));
    const bends = await Promise.all(
      [undefined, placeOf(sheet).quad].map(async (paper) => {
        const { places } = await find(sheet, paper, pieces);
        expect(places).toHaveLength(1);
        return places[0]?.bend ?? [0, 0];
      }),
    );
    const [[x0, y0], [x1, y1]] = bends as [Point, Point];
    expect(Math.hypot(x0, y0)).toBeGreaterThan(10);
    expect(Math.hypot(x1 - x0, y1 - y0)).toBeLessThan(3);
  });
});
