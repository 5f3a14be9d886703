import { fitParabola } from '../text/fit-parabola.ts';
import { bendShare, bendVector, type RotatedRect } from '../text/rotated-rect.ts';

export interface JoinOptions {
  /** Widest gap between two parts of one line, in heights of the line. */
  maxGap: number;
}

/**
 * Joins parts of one printed run that the detector cut apart: same direction, same row, like height, and a gap no
 * wider than a wide word space. Parts that lie inside another are swallowed.
 */
export function joinRegions(rects: readonly RotatedRect[], options: JoinOptions): RotatedRect[] {
  const open = [...rects].sort((a, b) => a.cy - b.cy || a.cx - b.cx);
  let joined = true;
  while (joined) {
    joined = false;
    outer: for (let i = 0; i < open.length; i++) {
      for (let j = i + 1; j < open.length; j++) {
        const merged = join(open[i] as RotatedRect, open[j] as RotatedRect, options);
        if (!merged) continue;
        open[i] = merged;
        open.splice(j, 1);
        joined = true;
        break outer;
      }
    }
  }
  return open;
}

function join(a: RotatedRect, b: RotatedRect, options: JoinOptions): RotatedRect | undefined {
  const [long, short] = a.width >= b.width ? [a, b] : [b, a];
  const height = Math.min(a.height, b.height);
  const c = Math.cos(long.angle);
  const s = Math.sin(long.angle);
  const dx = short.cx - long.cx;
  const dy = short.cy - long.cy;
  const along = dx * c + dy * s;
  // Where the longer part's bend goes on.
  const at = 0.5 + along / long.width;
  const bent = long.bend ?? 0;
  const across = dy * c - dx * s - bent * bendShare(at);
  if (Math.abs(along) > (a.width + b.width) / 2 + options.maxGap * height) return undefined;
  if (Math.abs(across) > Math.max(a.height, b.height)) return undefined;
  const inside = Math.abs(along) + short.width / 2 < long.width / 2 + height * 0.3;
  if (inside && Math.abs(across) + short.height / 2 < long.height / 2 + height * 0.2) return long;
  if (Math.max(a.height, b.height) > height * 1.5) return undefined;
  if (Math.abs(across) > height * 0.35) return undefined;
  const onwards = long.angle + Math.atan((4 * bent * (1 - 2 * at)) / long.width);
  const turn = Math.abs(Math.sin(onwards - short.angle));
  if (turn > 0.12 && short.width > short.height * 2.5) return undefined;
  // Parts overlapping for long are two lines over each other, not one line in two parts.
  if (Math.abs(along) < (a.width + b.width) / 2 - Math.min(a.width, b.width) * 0.5 - height) return undefined;
  // Direction of the joined line: through both centres when they are far apart, else that of the longer part.
  const far = Math.hypot(dx, dy) > 4 * height;
  const sign = along >= 0 ? 1 : -1;
  const angle = far ? Math.atan2(dy * sign, dx * sign) : long.angle;
  const ux = Math.cos(angle);
  const uy = Math.sin(angle);
  const curved = bentThrough(a, b, angle);
  if (curved) return curved;
  let minU = Number.POSITIVE_INFINITY;
  let maxU = Number.NEGATIVE_INFINITY;
  let minV = Number.POSITIVE_INFINITY;
  let maxV = Number.NEGATIVE_INFINITY;
  for (const r of [a, b]) {
    const u = r.cx * ux + r.cy * uy;
    const v = r.cy * ux - r.cx * uy;
    minU = Math.min(minU, u - r.width / 2);
    maxU = Math.max(maxU, u + r.width / 2);
    minV = Math.min(minV, v - r.height / 2);
    maxV = Math.max(maxV, v + r.height / 2);
  }
  const u = (minU + maxU) / 2;
  const v = (minV + maxV) / 2;
  return { cx: u * ux - v * uy, cy: u * uy + v * ux, width: maxU - minU, height: maxV - minV, angle };
}

/** Bend, in heights of a line, from which on parts in a row are joined along it. */
const leastBend = 0.12;
/** Parts shorter than this, in their own heights, tell nothing of a bend. */
const leastLength = 2.5;

/** The line along a bend that two parts lie on; undefined where it is straight. */
function bentThrough(a: RotatedRect, b: RotatedRect, angle: number): RotatedRect | undefined {
  const isShort = Math.min(a.width / a.height, b.width / b.height) < leastLength;
  if (isShort && a.bend === undefined && b.bend === undefined) return undefined;
  const ux = Math.cos(angle);
  const uy = Math.sin(angle);
  const along: number[] = [];
  const across: number[] = [];
  const weights: number[] = [];
  for (const part of [a, b]) {
    const [bx, by] = bendVector(part) ?? [0, 0];
    for (const t of [-0.5, -0.25, 0, 0.25, 0.5]) {
      const x = part.cx + t * part.width * Math.cos(part.angle) + bx * bendShare(0.5 + t);
      const y = part.cy + t * part.width * Math.sin(part.angle) + by * bendShare(0.5 + t);
      along.push(x * ux + y * uy);
      across.push(y * ux - x * uy);
      weights.push(part.width);
    }
  }
  const middle = (Math.min(...along) + Math.max(...along)) / 2;
  const half = (Math.max(...along) - Math.min(...along)) / 2;
  const fit = fitParabola(
    along.map((u) => (u - middle) / half),
    across,
    weights,
  );
  const height = Math.max(a.height, b.height);
  if (!fit || Math.abs(fit[2]) < leastBend * height) return undefined;
  const chord = fit[0] + fit[2];
  return {
    cx: middle * ux - chord * uy,
    cy: middle * uy + chord * ux,
    width: 2 * half,
    height,
    angle: angle + Math.atan2(fit[1], half),
    bend: -fit[2],
  };
}
