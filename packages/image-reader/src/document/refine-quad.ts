import type { GrayImage } from '../image.ts';
import type { Point, Quad } from '../reading.ts';

const samplesPerSide = 48;
/** Share of a side left out at either end: corners are often round, folded or covered. */
const endsLeftOut = 0.05;

interface Straight {
  px: number;
  py: number;
  dx: number;
  dy: number;
}

/**
 * Moves the sides of a quad found on a small copy onto the edges of the picture itself.
 * @param reach pixels to look for the edge on either side
 * @returns the quad as it was where a side cannot be made out more exactly
 */
export function refineQuad(gray: GrayImage, quad: Quad, reach: number, dark: boolean): Quad {
  const sides: Straight[] = [];
  for (let k = 0; k < 4; k++) {
    const a = quad[k] as Point;
    const b = quad[(k + 1) % 4] as Point;
    sides.push(fitSide(gray, a, b, reach, dark) ?? { px: a[0], py: a[1], dx: b[0] - a[0], dy: b[1] - a[1] });
  }
  const corners: Point[] = [];
  for (let k = 0; k < 4; k++) {
    const corner = meet(sides[(k + 3) % 4] as Straight, sides[k] as Straight);
    const old = quad[k] as Point;
    if (!corner || Math.hypot(corner[0] - old[0], corner[1] - old[1]) > 4 * reach) return quad;
    corners.push([
      Math.max(0, Math.min(gray.width, corner[0])),
      Math.max(0, Math.min(gray.height, corner[1])),
    ]);
  }
  return corners as Quad;
}

function fitSide(gray: GrayImage, a: Point, b: Point, reach: number, dark: boolean): Straight | undefined {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (length < 16) return undefined;
  const dx = (b[0] - a[0]) / length;
  const dy = (b[1] - a[1]) / length;
  // Corners go clockwise (y down), so this points into the quad.
  const nx = -dy;
  const ny = dx;
  const step = Math.max(0.5, reach / 12);
  const steps = Math.ceil(reach / step);
  const sign = dark ? -1 : 1;
  const along: number[] = [];
  const across: number[] = [];
  const weights: number[] = [];
  for (let k = 0; k < samplesPerSide; k++) {
    const t = (endsLeftOut + ((k + 0.5) / samplesPerSide) * (1 - 2 * endsLeftOut)) * length;
    let best = 0;
    let at = 0;
    let before = 0;
    let after = 0;
    let last = 0;
    let isNext = false;
    for (let j = -steps; j <= steps; j++) {
      const x = a[0] + t * dx + j * step * nx;
      const y = a[1] + t * dy + j * step * ny;
      const rise =
        sign * (level(gray, x + step * nx, y + step * ny) - level(gray, x - step * nx, y - step * ny));
      if (isNext) after = rise;
      isNext = false;
      if (rise > best) {
        best = rise;
        at = j;
        before = last;
        isNext = true;
      }
      last = rise;
    }
    if (best < 2) continue;
    const bend = before - 2 * best + after;
    along.push(t);
    across.push(
      (at + (bend < 0 ? Math.max(-0.5, Math.min(0.5, (0.5 * (before - after)) / bend)) : 0)) * step,
    );
    weights.push(Math.min(best, 40));
  }
  if (along.length < samplesPerSide / 3) return undefined;
  const line = fitRobustly(along, across, weights, reach);
  if (!line) return undefined;
  const { start, slope } = line;
  return {
    px: a[0] + start * nx,
    py: a[1] + start * ny,
    dx: dx + slope * nx,
    dy: dy + slope * ny,
  };
}

/** Weighted least squares, begun again a few times with less weight for what lies off (Cauchy). */
function fitRobustly(
  along: readonly number[],
  across: readonly number[],
  weights: readonly number[],
  reach: number,
): { start: number; slope: number } | undefined {
  let start = 0;
  let slope = 0;
  let scale = reach;
  for (let round = 0; round < 6; round++) {
    let s = 0;
    let sx = 0;
    let sy = 0;
    let sxx = 0;
    let sxy = 0;
    for (let i = 0; i < along.length; i++) {
      const x = along[i] as number;
      const y = across[i] as number;
      const off = (y - start - slope * x) / scale;
      const weight = (weights[i] as number) / (1 + off * off);
      s += weight;
      sx += weight * x;
      sy += weight * y;
      sxx += weight * x * x;
      sxy += weight * x * y;
    }
    const det = s * sxx - sx * sx;
    if (!(det > 0)) return undefined;
    slope = (s * sxy - sx * sy) / det;
    start = (sy - slope * sx) / s;
    scale = Math.max(0.7, scale * 0.6);
  }
  return { start, slope };
}

/** Bilinear; coordinates are of pixel corners, so a pixel's middle is at .5. */
function level({ width, height, data }: GrayImage, x: number, y: number): number {
  const px = Math.max(0, Math.min(width - 1.001, x - 0.5));
  const py = Math.max(0, Math.min(height - 1.001, y - 0.5));
  const x0 = Math.floor(px);
  const y0 = Math.floor(py);
  const fx = px - x0;
  const fy = py - y0;
  const i = y0 * width + x0;
  const top = (data[i] as number) * (1 - fx) + (data[i + 1] as number) * fx;
  const bottom = (data[i + width] as number) * (1 - fx) + (data[i + width + 1] as number) * fx;
  return top * (1 - fy) + bottom * fy;
}

function meet(a: Straight, b: Straight): Point | undefined {
  const det = a.dx * b.dy - a.dy * b.dx;
  if (Math.abs(det) < 1e-9) return undefined;
  const t = ((b.px - a.px) * b.dy - (b.py - a.py) * b.dx) / det;
  return [a.px + t * a.dx, a.py + t * a.dy];
}
