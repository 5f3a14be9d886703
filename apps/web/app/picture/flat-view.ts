import { flatSize, invert, mapQuad, rectToQuadMap } from '@readout/image-reader/document';
import type { Box } from './field-boxes.ts';
import type { Quad, Size } from './geometry.ts';

/** The flattened document: its size, and where things of the picture are on it. */
export interface FlatView extends Size {
  /** Undefined where it lies outside of the document. */
  place(quad: Quad): Quad | undefined;
  /** Where in the picture something on the document is. */
  inPicture(quad: Quad): Quad;
}

/** Share of the document's sides that something may stick out: the ink of a line ends beyond its paper now and then. */
const overhang = 0.05;

/** How a picture's document is seen from straight above; undefined where its corners are none. */
export function flatView(picture: Size, corners: Quad): FlatView | undefined {
  const quad = corners.map(([x, y]) => [x, y]) as Parameters<typeof flatSize>[1];
  const { width, height } = flatSize(picture, quad);
  const toPicture = rectToQuadMap(width, height, quad);
  if (!toPicture) return undefined;
  const toFlat = invert(toPicture);
  const isWithin = (at: number, side: number): boolean =>
    at >= -overhang * side && at <= (1 + overhang) * side;
  return {
    width,
    height,
    place(box) {
      const placed = mapQuad(toFlat, box.map(([x, y]) => [x, y]) as typeof quad);
      return placed.every(([x, y]) => isWithin(x, width) && isWithin(y, height)) ? placed : undefined;
    },
    inPicture: (box) => mapQuad(toPicture, box.map(([x, y]) => [x, y]) as typeof quad),
  };
}

/** What lies on the document, at its place there. */
export function boxesOn(flat: FlatView | undefined, boxes: readonly Box[]): readonly Box[] {
  if (!flat) return boxes;
  return boxes.flatMap((box) => {
    const quad = flat.place(box.quad);
    return quad ? [{ ...box, quad }] : [];
  });
}

/** The same of bare corners. */
export function quadsOn(flat: FlatView | undefined, quads: readonly Quad[]): readonly Quad[] {
  if (!flat) return quads;
  return quads.map((quad) => flat.place(quad)).filter((quad) => quad !== undefined);
}
