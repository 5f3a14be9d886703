import { describe, expect, it } from 'vitest';
import {
  boundsOf,
  cssMatrix,
  cssMatrixTo,
  fit,
  keepInSight,
  type Point,
  padded,
  panBy,
  pinch,
  placeOf,
  type Quad,
  quarterTurn,
  type Rotation,
  reticlePath,
  reveal,
  svgPoints,
  toPicture,
  toScreen,
  type View,
  viewBetween,
  withContext,
  zoomAt,
} from './geometry.ts';

const picture = { width: 1200, height: 1600 };
const viewport = { width: 800, height: 600 };
const rotations: Rotation[] = [0, 90, 180, 270];
const close = (a: Point, b: Point) => {
  expect(a[0]).toBeCloseTo(b[0], 6);
  expect(a[1]).toBeCloseTo(b[1], 6);
};

describe.each(rotations)('viewer geometry at %i degrees', (rotation) => {
  const view: View = { x: 430, y: 910, scale: 0.7, rotation };

  it('maps a screen point to a picture pixel and back to the same point', () => {
    close(toScreen(view, viewport, toPicture(view, viewport, [123, 456])), [123, 456]);
  });

  it('draws with the same mapping it hit-tests with', () => {
    const [a, b, c, d, e, f] = cssMatrix(view, viewport).slice(7, -1).split(',').map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const [x, y] = toScreen(view, viewport, [100, 50]);
    expect(a * 100 + c * 50 + e).toBeCloseTo(x, 1);
    expect(b * 100 + d * 50 + f).toBeCloseTo(y, 1);
  });

  it('is seen between two views where a browser draws it between their transforms', () => {
    const to: View = { x: 90, y: 300, scale: 1.9, rotation };
    close([viewBetween(view, to, viewport, 0).x, viewBetween(view, to, viewport, 0).y], [view.x, view.y]);
    expect(viewBetween(view, to, viewport, 1)).toMatchObject({ scale: to.scale });
    const point: Point = [640, 200];
    const [start, end] = [toScreen(view, viewport, point), toScreen(to, viewport, point)];
    close(toScreen(viewBetween(view, to, viewport, 0.25), viewport, point), [
      start[0] + (end[0] - start[0]) / 4,
      start[1] + (end[1] - start[1]) / 4,
    ]);
    // What is drawn for the end, put back to where it was at the beginning.
    const [ratio = 0, , , , e = 0, f = 0] = cssMatrixTo(view, to, viewport)
      .slice(7, -1)
      .split(',')
      .map(Number);
    expect(ratio * end[0] + e).toBeCloseTo(start[0], 0);
    expect(ratio * end[1] + f).toBeCloseTo(start[1], 0);
  });

  it('shows the whole picture when fitted', () => {
    const fitted = fit(picture, viewport, rotation);
    for (const corner of [
      [0, 0],
      [1200, 0],
      [1200, 1600],
      [0, 1600],
    ] as Point[]) {
      const [x, y] = toScreen(fitted, viewport, corner);
      expect(x).toBeGreaterThanOrEqual(15.9);
      expect(x).toBeLessThanOrEqual(784.1);
      expect(y).toBeGreaterThanOrEqual(15.9);
      expect(y).toBeLessThanOrEqual(584.1);
    }
  });

  it('keeps the pixel under the pointer in place while zooming', () => {
    const pointer: Point = [611, 77];
    const before = toPicture(view, viewport, pointer);
    close(toPicture(zoomAt(view, 2.5, viewport, pointer), viewport, pointer), before);
  });

  it('moves the picture along with a drag', () => {
    const before = toScreen(view, viewport, [500, 500]);
    close(toScreen(panBy(view, 30, -12), viewport, [500, 500]), [before[0] + 30, before[1] - 12]);
  });

  it('keeps both picture pixels under two pinching fingers that only spread', () => {
    const after = pinch(
      view,
      viewport,
      [
        [300, 300],
        [500, 300],
      ],
      [
        [200, 300],
        [600, 300],
      ],
    );
    expect(after.scale).toBeCloseTo(1.4);
    close(toPicture(after, viewport, [200, 300]), toPicture(view, viewport, [300, 300]));
    close(toPicture(after, viewport, [600, 300]), toPicture(view, viewport, [500, 300]));
  });

  it('brings a field that is out of sight fully into the viewport', () => {
    const rect = { x: 20, y: 1500, width: 200, height: 40 };
    const shown = reveal({ x: 600, y: 200, scale: 1, rotation }, rect, viewport);
    for (const corner of [
      [20, 1500],
      [220, 1500],
      [220, 1540],
      [20, 1540],
    ] as Point[]) {
      const [x, y] = toScreen(shown, viewport, corner);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(800);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(600);
    }
  });
});

describe('viewer geometry', () => {
  it('never magnifies a small picture to fit', () => {
    expect(fit({ width: 100, height: 80 }, viewport, 0).scale).toBe(1);
  });

  it('survives a viewport of no size', () => {
    const view = fit(picture, { width: 0, height: 0 }, 0);
    expect(view.scale).toBeGreaterThan(0);
    expect(Number.isFinite(view.x)).toBe(true);
  });

  it('does not move for a field that is in sight and legible', () => {
    const view: View = { x: 600, y: 800, scale: 1, rotation: 0 };
    expect(reveal(view, { x: 580, y: 790, width: 60, height: 24 }, viewport)).toEqual(view);
  });

  it('zooms in where the characters would be too small to read', () => {
    const shown = reveal(fit(picture, viewport, 0), { x: 100, y: 100, width: 120, height: 20 }, viewport);
    expect(20 * shown.scale).toBeGreaterThanOrEqual(17.9);
  });

  it('zooms out for evidence larger than the viewport', () => {
    const shown = reveal(
      { x: 0, y: 0, scale: 4, rotation: 0 },
      { x: 0, y: 0, width: 1200, height: 300 },
      viewport,
    );
    expect(1200 * shown.scale).toBeLessThanOrEqual(800);
  });

  it('does not let the picture be dragged out of sight', () => {
    const lost = keepInSight({ x: -5000, y: 9000, scale: 2, rotation: 0 }, picture, viewport);
    expect(lost).toMatchObject({ x: 0, y: 1600 });
    expect(keepInSight({ x: 3, y: 3, scale: 0.1, rotation: 90 }, picture, viewport)).toMatchObject({
      x: 600,
      y: 800,
    });
  });

  it('returns to the start after four quarter turns', () => {
    let view: View = { x: 1, y: 2, scale: 1, rotation: 0 };
    for (let turn = 0; turn < 4; turn++) view = quarterTurn(view, 1);
    expect(view.rotation).toBe(0);
    expect(quarterTurn(view, -1).rotation).toBe(270);
  });

  it('bounds all evidence of a field', () => {
    expect(
      boundsOf([
        [
          [10, 10],
          [20, 12],
          [20, 30],
          [10, 28],
        ],
        [
          [40, 5],
          [50, 5],
          [50, 9],
          [40, 9],
        ],
      ]),
    ).toEqual({ x: 10, y: 5, width: 40, height: 25 });
    expect(boundsOf([])).toBeUndefined();
  });

  it('keeps padded crops inside the picture', () => {
    expect(padded({ x: 2, y: 1590, width: 50, height: 9 }, 10, picture)).toEqual({
      x: 0,
      y: 1580,
      width: 62,
      height: 20,
    });
  });

  it('shows what is next to a short value, upright or turned, without leaving the picture', () => {
    const value = { x: 1150, y: 40, width: 40, height: 20 };
    const strip = withContext(value, picture, 0, 6);
    expect(strip.width / strip.height).toBeCloseTo(6);
    expect(strip.x).toBeLessThan(value.x);
    expect(strip.x + strip.width).toBeLessThanOrEqual(picture.width);
    const turned = withContext(value, picture, 90, 6);
    expect(turned.height / turned.width).toBeCloseTo(6);
    expect(turned.y).toBeGreaterThanOrEqual(0);
  });

  it('writes polygons and corner marks that SVG reads', () => {
    expect(
      svgPoints([
        [1.26, 2],
        [3, 4],
      ]),
    ).toBe('1.3,2 3,4');
    expect(reticlePath({ x: 10, y: 10, width: 100, height: 20 }, 6, 2)).toBe(
      'M8 14V8H14M112 14V8H106M8 26V32H14M112 26V32H106',
    );
  });
});

describe('the place of a value', () => {
  const at = (x: number, y: number) =>
    [
      [
        [x, y],
        [x + 10, y],
        [x + 10, y + 10],
        [x, y + 10],
      ],
    ] satisfies [Quad];
  it('is said as one sees it, however the picture was taken', () => {
    expect(placeOf(at(1100, 1500), picture, 0)).toBe('bottom_right');
    expect(placeOf(at(1100, 1500), picture, 180)).toBe('top_left');
    expect(placeOf(at(1100, 50), picture, 90)).toBe('bottom_right');
    expect(placeOf(at(1100, 50), picture, 270)).toBe('top_left');
    expect(placeOf(at(600, 50), picture, 0)).toBe('top');
    expect(placeOf(at(600, 800), picture, 90)).toBe('middle');
    expect(placeOf([], picture, 0)).toBeUndefined();
  });
});
