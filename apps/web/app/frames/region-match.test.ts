import { describe, expect, test } from 'vitest';
import { edgeMap, type RgbaPicture } from './edge-map.ts';
import { markRegion } from './mark-region.ts';
import type { Region } from './region.ts';
import { findRegion } from './region-match.ts';

/** A picture that is drawn on, in greys; `zoom` pixels to one of the drawing. */
function canvas(width: number, height: number, { ground = 255, ink = 20, zoom = 1 } = {}) {
  const picture: RgbaPicture = {
    width: Math.round(width * zoom),
    height: Math.round(height * zoom),
    data: new Uint8Array(Math.round(width * zoom) * Math.round(height * zoom) * 4),
  };
  const box = (x: number, y: number, w: number, h: number, grey: number) => {
    const right = Math.min(picture.width, Math.round((x + w) * zoom));
    const bottom = Math.min(picture.height, Math.round((y + h) * zoom));
    for (let row = Math.max(0, Math.round(y * zoom)); row < bottom; row++)
      for (let column = Math.max(0, Math.round(x * zoom)); column < right; column++)
        picture.data.fill(grey, 4 * (row * picture.width + column), 4 * (row * picture.width + column) + 3);
  };
  box(0, 0, width, height, ground);
  /** Strokes like those of a text: which ones stands for what it says. */
  const text = (says: number, x: number, y: number, length: number, height = 11) => {
    for (let at = 0; at < length; at++) {
      const kind = (says * 7 + at * at * 3 + at * 5) % 8;
      const left = x + at * 8;
      if (kind === 7) continue;
      box(left, y, 1.5, height, ink);
      if (kind & 1) box(left, y, 6, 1.5, ink);
      if (kind & 2) box(left, y + height - 1.5, 6, 1.5, ink);
      if (kind & 4) box(left + 4.5, y, 1.5, height, ink);
    }
  };
  const line = (x: number, y: number, w: number, h: number) => {
    box(x, y, w, 1, 150);
    box(x, y + h, w, 1, 150);
    box(x, y, 1, h, 150);
    box(x + w, y, 1, h + 1, 150);
  };
  return { picture, box, text, line };
}
type Canvas = ReturnType<typeof canvas>;

/** Where the value stands in the window. */
const field: Region = { x: 170, y: 86, width: 120, height: 19 };

/** An order window; what it says differs by `values`. */
function orderWindow({ box, text, line }: Canvas, { x = 0, y = 0, values = 1 } = {}) {
  line(x + 2, y + 2, 396, 276);
  box(x + 2, y + 2, 396, 26, 90);
  text(3, x + 12, y + 10, 12);
  [50, 90, 130, 170, 210].forEach((top, row) => {
    text(11 + row, x + 20, y + top, 9 + ((row * 5) % 7));
    line(x + 165, y + top - 6, 150 + row * 12, 22);
    text(values * 13 + row * 3, x + 174, y + top, 6 + ((values + row) % 5));
  });
  line(x + 300, y + 244, 80, 24);
  text(21, x + 316, y + 250, 6);
}

function reportWindow({ text, line }: Canvas, { x = 0, y = 0 } = {}) {
  line(x + 2, y + 2, 396, 276);
  for (let top = 20; top < 260; top += 18) text(top, x + 14, y + top, 30 + (top % 13));
}

const drawn = (draw: (on: Canvas) => void, options?: Parameters<typeof canvas>[2]) => {
  const on = canvas(640, 480, options);
  draw(on);
  return on.picture;
};
const marked = markRegion(
  drawn((on) => orderWindow(on, { x: 60, y: 40 })),
  { ...field, x: field.x + 60, y: field.y + 40 },
);
const find = (picture: RgbaPicture, options?: Parameters<typeof findRegion>[2]) =>
  findRegion(edgeMap(picture), marked, options);

describe('a marked region', () => {
  test('is found where it is while the values in and around it change', () => {
    for (const values of [1, 2, 5, 9])
      expect(
        find(
          drawn((on) => orderWindow(on, { x: 60, y: 40, values })),
          { search: 'near' },
        ),
      ).toMatchObject({
        state: 'found',
        hasMoved: false,
        region: marked.region,
      });
  });

  test('follows its window to the pixel', () => {
    const match = find(drawn((on) => orderWindow(on, { x: 203, y: 151, values: 4 })));
    expect(match).toMatchObject({
      state: 'found',
      hasMoved: true,
      scale: 1,
      region: { ...field, x: field.x + 203, y: field.y + 151 },
    });
  });

  test.each([1.25, 1.5, 2])('is found on a display zoomed to %f', (zoom) => {
    const match = find(drawn((on) => orderWindow(on, { x: 90, y: 70, values: 4 }), { zoom }));
    expect(match).toMatchObject({ state: 'found', scale: zoom });
    if (match.state !== 'found') return;
    const expected = { x: (field.x + 90) * zoom, y: (field.y + 70) * zoom };
    expect(Math.abs(match.region.x - expected.x)).toBeLessThanOrEqual(3);
    expect(Math.abs(match.region.y - expected.y)).toBeLessThanOrEqual(3);
  });

  test('is found in the dark theme', () => {
    const dark = drawn((on) => orderWindow(on, { x: 60, y: 40, values: 3 }), { ground: 25, ink: 230 });
    expect(find(dark)).toMatchObject({ state: 'found' });
  });

  test('is refused in another window, and where nothing is', () => {
    expect(find(drawn((on) => reportWindow(on, { x: 60, y: 40 })))).toMatchObject({ state: 'other' });
    expect(find(drawn(() => undefined))).toMatchObject({ state: 'other' });
  });

  test('is refused while another window, or a plain one, covers half of what is around it', () => {
    const underWindow = drawn((on) => {
      orderWindow(on, { x: 60, y: 40 });
      on.box(0, 146, 640, 334, 255);
      reportWindow(on, { x: 60, y: 150 });
    });
    expect(find(underWindow).state).not.toBe('found');
    const underGrey = drawn((on) => {
      orderWindow(on, { x: 60, y: 40 });
      on.box(0, 0, 290, 480, 200);
    });
    expect(find(underGrey).state).not.toBe('found');
  });

  test('in one of many equal rows is not mistaken for its neighbours', () => {
    const table = (on: Canvas, values: number) => {
      on.line(10, 10, 600, 450);
      on.text(99, 20, 20, 20, 16);
      for (let row = 0; row < 14; row++) {
        const y = 60 + row * 28;
        on.line(10, y, 600, 28);
        on.text(row + values, 20, y + 8, 8);
        on.text(row * 3 + values, 200, y + 8, 6);
        on.text(row * 5 + values, 400, y + 8, 7);
      }
    };
    const region = { x: 195, y: 60 + 5 * 28 + 4, width: 80, height: 20 };
    const known = markRegion(
      drawn((on) => table(on, 1)),
      region,
    );
    const match = findRegion(edgeMap(drawn((on) => table(on, 6))), known);
    if (match.state === 'found') expect(match.region).toEqual(region);
  });

  test('with nothing around it is said to be beyond recognition when it is marked', () => {
    const lonely = markRegion(
      drawn((on) => on.text(5, 300, 220, 6)),
      { x: 295, y: 215, width: 60, height: 20 },
    );
    expect(lonely.isRecognisable).toBe(false);
    expect(findRegion(edgeMap(drawn((on) => on.text(5, 300, 220, 6))), lonely)).toMatchObject({
      state: 'plain',
    });
  });
});

test('what is kept of the surroundings holds nothing of the region itself, and is small', () => {
  const picture = drawn((on) => orderWindow(on, { x: 60, y: 40 }));
  const other = drawn((on) => {
    orderWindow(on, { x: 60, y: 40 });
    on.box(marked.region.x + 6, marked.region.y + 6, 100, 8, 0);
  });
  expect(JSON.stringify(markRegion(picture, marked.region).fingerprint).length).toBeLessThan(60_000);
  const found = findRegion(edgeMap(picture), markRegion(other, marked.region), { search: 'near' });
  expect(found.state).toBe('found');
  expect(found.score).toBeGreaterThan(0.99);
});

test('a profile of an unknown version, or a broken one, is refused and breaks nothing', () => {
  const picture = drawn((on) => orderWindow(on));
  for (const fingerprint of [
    {},
    { ...marked.fingerprint, version: 2 },
    { ...marked.fingerprint, cells: '***' },
    { ...marked.fingerprint, cells: 'AAAA' },
  ])
    expect(findRegion(edgeMap(picture), { ...marked, fingerprint })).toMatchObject({ state: 'plain' });
});
