/** Where the viewer looks, and how picture pixels map to the screen. All pure; pixels are CSS pixels unless said otherwise. */

export type Point = readonly [x: number, y: number];
export type Quad = readonly [Point, Point, Point, Point];
export type Rotation = 0 | 90 | 180 | 270;

export interface Size {
  width: number;
  height: number;
}

export interface Rect extends Size {
  x: number;
  y: number;
}

/**
 * `x` and `y` name the picture pixel in the middle of the viewport, so that a resized pane keeps looking at
 * the same place. `scale` is CSS pixels a picture pixel; `rotation` is degrees clockwise.
 */
export interface View {
  x: number;
  y: number;
  scale: number;
  rotation: Rotation;
}

export const MIN_SCALE = 0.02;
export const MAX_SCALE = 16;

const unit: Record<Rotation, readonly [cos: number, sin: number]> = {
  0: [1, 0],
  90: [0, 1],
  180: [-1, 0],
  270: [0, -1],
};

const clampBetween = (value: number, low: number, high: number): number =>
  low > high ? (low + high) / 2 : Math.min(high, Math.max(low, value));

/** Screen offset of a picture offset. */
function turn(view: Pick<View, 'scale' | 'rotation'>, dx: number, dy: number): Point {
  const [cos, sin] = unit[view.rotation];
  return [view.scale * (cos * dx - sin * dy), view.scale * (sin * dx + cos * dy)];
}

/** Picture offset of a screen offset. */
function turnBack(view: Pick<View, 'scale' | 'rotation'>, dx: number, dy: number): Point {
  const [cos, sin] = unit[view.rotation];
  return [(cos * dx + sin * dy) / view.scale, (-sin * dx + cos * dy) / view.scale];
}

export function toScreen(view: View, viewport: Size, [x, y]: Point): Point {
  const [dx, dy] = turn(view, x - view.x, y - view.y);
  return [viewport.width / 2 + dx, viewport.height / 2 + dy];
}

export function toPicture(view: View, viewport: Size, [x, y]: Point): Point {
  const [dx, dy] = turnBack(view, x - viewport.width / 2, y - viewport.height / 2);
  return [view.x + dx, view.y + dy];
}

/** `transform` of an element that is as large as the picture and whose origin is its top left corner. */
export function cssMatrix(view: View, viewport: Size): string {
  const [cos, sin] = unit[view.rotation];
  const [e, f] = toScreen(view, viewport, [0, 0]);
  const s = view.scale;
  return `matrix(${[cos * s, sin * s, -sin * s, cos * s, e, f].map((n) => +n.toFixed(4)).join(',')})`;
}

/**
 * `transform` of what is drawn for one view on all of the viewport, that puts it where it would be for another one of the same
 * rotation.
 */
export function cssMatrixTo(other: View, view: View, viewport: Size): string {
  const ratio = other.scale / view.scale;
  const [to, from] = [toScreen(other, viewport, [0, 0]), toScreen(view, viewport, [0, 0])];
  const shift = [0, 1].map((axis) => to[axis]! - ratio * from[axis]!);
  return `matrix(${[ratio, 0, 0, ratio, ...shift].map((n) => +n.toFixed(4)).join(',')})`;
}

/** What is seen where `cssMatrix` goes from one view to another of the same rotation. @param share of the way, 0 to 1 */
export function viewBetween(from: View, to: View, viewport: Size, share: number): View {
  const between = (a: number, b: number): number => a + (b - a) * share;
  const [start, end] = [toScreen(from, viewport, [0, 0]), toScreen(to, viewport, [0, 0])];
  const scale = between(from.scale, to.scale);
  const [x, y] = turnBack(
    { ...to, scale },
    viewport.width / 2 - between(start[0], end[0]),
    viewport.height / 2 - between(start[1], end[1]),
  );
  return { ...to, x, y, scale };
}

/** The picture's size as it stands on the screen at scale 1. */
export function turnedSize(picture: Size, rotation: Rotation): Size {
  return rotation % 180 === 0 ? picture : { width: picture.height, height: picture.width };
}

/** The whole picture, as large as it fits, never above its own pixels. */
export function fit(picture: Size, viewport: Size, rotation: Rotation, paddingPx = 16): View {
  const turned = turnedSize(picture, rotation);
  const scale = Math.min(
    Math.max(1, viewport.width - 2 * paddingPx) / turned.width,
    Math.max(1, viewport.height - 2 * paddingPx) / turned.height,
    1,
  );
  return {
    x: picture.width / 2,
    y: picture.height / 2,
    scale: clampBetween(scale, MIN_SCALE, MAX_SCALE),
    rotation,
  };
}

/** Keeps the picture in sight: centred where it is smaller than the viewport, else no further than its edge at the middle. */
export function keepInSight(view: View, picture: Size, viewport: Size): View {
  const scale = clampBetween(view.scale, MIN_SCALE, MAX_SCALE);
  const turnedViewport = turnedSize(viewport, view.rotation);
  const along = (at: number, extent: number, visible: number): number =>
    visible >= extent ? extent / 2 : clampBetween(at, 0, extent);
  return {
    ...view,
    scale,
    x: along(view.x, picture.width, turnedViewport.width / scale),
    y: along(view.y, picture.height, turnedViewport.height / scale),
  };
}

/** Zooms by `factor`; the picture pixel under `at` (default: the middle) stays where it is. */
export function zoomAt(view: View, factor: number, viewport: Size, at?: Point): View {
  const scale = clampBetween(view.scale * factor, MIN_SCALE, MAX_SCALE);
  const anchor = at ?? [viewport.width / 2, viewport.height / 2];
  const fixed = toPicture(view, viewport, anchor);
  const zoomed = { ...view, scale };
  const [dx, dy] = turnBack(zoomed, anchor[0] - viewport.width / 2, anchor[1] - viewport.height / 2);
  return { ...zoomed, x: fixed[0] - dx, y: fixed[1] - dy };
}

/** Moves the picture by screen pixels, as a drag does. */
export function panBy(view: View, dx: number, dy: number): View {
  const [px, py] = turnBack(view, dx, dy);
  return { ...view, x: view.x - px, y: view.y - py };
}

/** A quarter turn about the middle of the viewport. */
export function quarterTurn(view: View, direction: 1 | -1): View {
  return { ...view, rotation: ((view.rotation + 90 * direction + 360) % 360) as Rotation };
}

/** Follows two fingers: from where they were to where they are. */
export function pinch(view: View, viewport: Size, before: [Point, Point], after: [Point, Point]): View {
  const middle = ([a, b]: [Point, Point]): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const spread = ([a, b]: [Point, Point]): number => Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1]));
  const from = middle(before);
  const to = middle(after);
  return zoomAt(panBy(view, to[0] - from[0], to[1] - from[1]), spread(after) / spread(before), viewport, to);
}

export type Place =
  | `${'top' | 'bottom'}_${'left' | 'right'}`
  | 'top'
  | 'bottom'
  | 'left'
  | 'right'
  | 'middle';

/**
 * Where in a picture something is, as a person says it: by thirds of the picture turned upright. Undefined for nothing.
 * @param rotation clockwise, degrees, until it is upright
 */
export function placeOf(quads: readonly Quad[], picture: Size, rotation: Rotation): Place | undefined {
  const bounds = boundsOf(quads);
  if (!bounds) return undefined;
  const u = (bounds.x + bounds.width / 2) / picture.width;
  const v = (bounds.y + bounds.height / 2) / picture.height;
  const upright: Record<Rotation, Point> = {
    0: [u, v],
    90: [1 - v, u],
    180: [1 - u, 1 - v],
    270: [v, 1 - u],
  };
  const [x, y] = upright[rotation];
  const across = x < 1 / 3 ? 'left' : x > 2 / 3 ? 'right' : undefined;
  const down = y < 1 / 3 ? 'top' : y > 2 / 3 ? 'bottom' : undefined;
  if (down && across) return `${down}_${across}`;
  return down ?? across ?? 'middle';
}

/** Smallest upright rectangle around all quads; undefined without any. */
export function boundsOf(quads: readonly (readonly Point[])[]): Rect | undefined {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const quad of quads) {
    for (const [x, y] of quad) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return Number.isFinite(left) ? { x: left, y: top, width: right - left, height: bottom - top } : undefined;
}

/** Grows a rectangle by a margin and keeps it inside the picture. */
export function padded(rect: Rect, margin: number, picture: Size): Rect {
  const x = Math.max(0, rect.x - margin);
  const y = Math.max(0, rect.y - margin);
  return {
    x,
    y,
    width: Math.min(picture.width, rect.x + rect.width + margin) - x,
    height: Math.min(picture.height, rect.y + rect.height + margin) - y,
  };
}

/**
 * A rectangle with a margin, widened along the reading direction until it is `ratio` times as wide as high, and
 * kept inside the picture: evidence with what is next to it.
 */
export function withContext(rect: Rect, picture: Size, rotation: Rotation, ratio: number): Rect {
  const around = padded(rect, Math.max(4, Math.min(rect.width, rect.height) * 0.35), picture);
  const widen = (
    start: number,
    length: number,
    across: number,
    limit: number,
  ): [start: number, length: number] => {
    const wanted = Math.min(limit, Math.max(length, across * ratio));
    return [Math.min(Math.max(0, start - (wanted - length) / 2), limit - wanted), wanted];
  };
  if (rotation % 180 === 0) {
    const [x, width] = widen(around.x, around.width, around.height, picture.width);
    return { ...around, x, width };
  }
  const [y, height] = widen(around.y, around.height, around.width, picture.height);
  return { ...around, y, height };
}

/**
 * The smallest change of view that shows `rect`: none where it is in sight and legible, a move where it is
 * out of sight, a zoom where it is too small to read or larger than the viewport.
 * @param legiblePx height on the screen below which printed characters are hard to read
 */
export function reveal(view: View, rect: Rect, viewport: Size, legiblePx = 18, marginPx = 32): View {
  const room = turnedSize(
    {
      width: Math.max(1, viewport.width - 2 * marginPx),
      height: Math.max(1, viewport.height - 2 * marginPx),
    },
    view.rotation,
  );
  const largest = Math.min(room.width / Math.max(1, rect.width), room.height / Math.max(1, rect.height));
  const shorter = Math.max(1, Math.min(rect.width, rect.height));
  const wanted = shorter * view.scale < legiblePx ? legiblePx / shorter : view.scale;
  const scale = clampBetween(Math.min(wanted, largest), MIN_SCALE, MAX_SCALE);

  const half = { width: room.width / scale / 2, height: room.height / scale / 2 };
  return {
    ...view,
    scale,
    x: clampBetween(view.x, rect.x + rect.width - half.width, rect.x + half.width),
    y: clampBetween(view.y, rect.y + rect.height - half.height, rect.y + half.height),
  };
}

/** `points` of an SVG polygon. */
export function svgPoints(quad: readonly Point[]): string {
  return quad.map(([x, y]) => `${+x.toFixed(1)},${+y.toFixed(1)}`).join(' ');
}

/** SVG path of four corner marks just outside a rectangle: the reticle. `arm` and `gap` in picture pixels. */
export function reticlePath(rect: Rect, arm: number, gap: number): string {
  const left = rect.x - gap;
  const top = rect.y - gap;
  const right = rect.x + rect.width + gap;
  const bottom = rect.y + rect.height + gap;
  const across = Math.min(arm, (right - left) / 2);
  const down = Math.min(arm, (bottom - top) / 2);
  const n = (value: number): string => String(+value.toFixed(1));
  const corner = (x: number, y: number, sx: 1 | -1, sy: 1 | -1): string =>
    `M${n(x)} ${n(y + sy * down)}V${n(y)}H${n(x + sx * across)}`;
  return [
    corner(left, top, 1, 1),
    corner(right, top, -1, 1),
    corner(left, bottom, 1, -1),
    corner(right, bottom, -1, -1),
  ].join('');
}

/** A page's content is a quarter turn off: turn the view by what the engine found. */
export const isRotation = (degrees: number): degrees is Rotation =>
  degrees === 0 || degrees === 90 || degrees === 180 || degrees === 270;
