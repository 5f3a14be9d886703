import type { GrayImage } from '../image.ts';
import type { Point, Quad } from '../reading.ts';

/** Samples along a scan line. */
const samples = 96;
/** Correlation with the line in the middle from which a line still crosses the same bars. */
const minCorrelation = 0.6;
/** Steps along the bars, and how far they go at most, both as a share of the code's length. */
const stepShare = 0.02;
const maxShare = 0.8;

/**
 * The whole height of a linear code: the decoder's box only spans the lines it happened to scan. Goes from the box's
 * middle along the bars, both ways, as long as dark and light stay where they are.
 *
 * @param box corners clockwise from the top left as the code reads
 */
export function extendBars(gray: GrayImage, box: Quad): Quad {
  const [topLeft, topRight, bottomRight, bottomLeft] = box;
  const from = between(topLeft, bottomLeft);
  const to = between(topRight, bottomRight);
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length < samples / 4) return box;
  // Clockwise corners: down the code is a quarter turn clockwise from along it.
  const [downX, downY] = [-dy / length, dx / length];
  const middle = profile(gray, from, [dx, dy]);
  if (!middle) return box;
  const reach = (sign: 1 | -1): number => {
    let reached = 0;
    for (let away = stepShare * length; away <= maxShare * length; away += stepShare * length) {
      const start: Point = [from[0] + sign * away * downX, from[1] + sign * away * downY];
      const line = profile(gray, start, [dx, dy]);
      if (!line || correlation(middle, line) < minCorrelation) break;
      reached = away;
    }
    return reached;
  };
  const [up, down] = [reach(-1), reach(1)];
  const at = ([x, y]: Point, away: number): Point => [x + away * downX, y + away * downY];
  return [at(from, -up), at(to, -up), at(to, down), at(from, down)];
}

const between = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2];

/** Brightness along a line less its mean; undefined where the line leaves the picture. */
function profile(gray: GrayImage, [x, y]: Point, [dx, dy]: Point): Float32Array | undefined {
  const values = new Float32Array(samples);
  let sum = 0;
  for (let at = 0; at < samples; at++) {
    const share = (at + 0.5) / samples;
    const [column, row] = [Math.round(x + share * dx), Math.round(y + share * dy)];
    if (column < 0 || row < 0 || column >= gray.width || row >= gray.height) return undefined;
    const value = gray.data[row * gray.width + column]!;
    values[at] = value;
    sum += value;
  }
  for (let at = 0; at < samples; at++) values[at]! -= sum / samples;
  return values;
}

function correlation(a: Float32Array, b: Float32Array): number {
  let [product, squareA, squareB] = [0, 0, 0];
  for (let at = 0; at < samples; at++) {
    product += a[at]! * b[at]!;
    squareA += a[at]! * a[at]!;
    squareB += b[at]! * b[at]!;
  }
  return product / Math.sqrt(squareA * squareB + 1);
}
