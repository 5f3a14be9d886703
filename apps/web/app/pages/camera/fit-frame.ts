/** How a camera's frame lies in the viewfinder. All pure; a frame's pixels on one side, CSS pixels on the other. */

export type Point = readonly [x: number, y: number];

export interface Size {
  width: number;
  height: number;
}

export interface Fit {
  /** CSS `object-fit` that does the same to the video. */
  objectFit: 'cover' | 'contain';
  /** CSS pixels for a pixel of the frame. */
  scale: number;
  toView(point: Point): Point;
  toFrame(point: Point): Point;
}

/**
 * Share of the frame that may lie outside the viewfinder. A phone's frame is about as high as its screen and fills it; a
 * webcam's wide frame on a high screen would lose most of what it reads, and is shown whole.
 */
const maxHidden = 0.3;

/** @param isMirrored - shown as in a mirror, as front cameras are */
export function fitFrame(frame: Size, view: Size, isMirrored: boolean): Fit {
  const [across, down] = [view.width / frame.width, view.height / frame.height];
  const covering = Math.max(across, down);
  const hidden = 1 - Math.min(across, down) / covering;
  const objectFit = hidden <= maxHidden ? 'cover' : 'contain';
  const scale = objectFit === 'cover' ? covering : Math.min(across, down);
  const left = (view.width - frame.width * scale) / 2;
  const top = (view.height - frame.height * scale) / 2;
  const turn = (x: number): number => (isMirrored ? view.width - x : x);
  return {
    objectFit,
    scale,
    toView: ([x, y]) => [turn(left + x * scale), top + y * scale],
    toFrame: ([x, y]) => [(turn(x) - left) / scale, (y - top) / scale],
  };
}

const shareOfSide = 0.22;

/** Path of marks along the corners of a quad, as the reticle has them. `arm`: longest length of a mark. */
export function cornerMarks(quad: readonly Point[], arm: number): string {
  return quad
    .map((corner, index) => {
      const before = quad[(index + quad.length - 1) % quad.length]!;
      const after = quad[(index + 1) % quad.length]!;
      const [from, to] = [towards(corner, before, arm), towards(corner, after, arm)];
      return `M${spot(from)}L${spot(corner)}L${spot(to)}`;
    })
    .join('');
}

function towards([x, y]: Point, [toX, toY]: Point, arm: number): Point {
  const length = Math.hypot(toX - x, toY - y);
  if (length === 0) return [x, y];
  const share = Math.min(arm, length * shareOfSide) / length;
  return [x + (toX - x) * share, y + (toY - y) * share];
}

const spot = ([x, y]: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** Boxes of linear codes are as thin as the lines that were scanned: grown to at least `least` in each direction. */
export function atLeastThick(quad: readonly Point[], least: number): Point[] {
  const middle: Point = [
    quad.reduce((sum, [x]) => sum + x, 0) / quad.length,
    quad.reduce((sum, [, y]) => sum + y, 0) / quad.length,
  ];
  const [first, second, , fourth] = quad;
  if (!first || !second || !fourth) return [...quad];
  const across = Math.hypot(second[0] - first[0], second[1] - first[1]);
  const down = Math.hypot(fourth[0] - first[0], fourth[1] - first[1]);
  if (across >= least && down >= least) return [...quad];
  const length = Math.max(across, 1);
  const along: Point =
    across > 0 ? [(second[0] - first[0]) / length, (second[1] - first[1]) / length] : [1, 0];
  const [half, high] = [Math.max(across, least) / 2, Math.max(down, least) / 2];
  // Clockwise from the top left, as the code itself reads.
  return (
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const
  ).map(([u, v]) => [
    middle[0] + u * half * along[0] - v * high * along[1],
    middle[1] + u * half * along[1] + v * high * along[0],
  ]);
}
