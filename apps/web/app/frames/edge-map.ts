/** A picture as a canvas gives it: four bytes a pixel, rows from the top. */
export interface RgbaPicture {
  width: number;
  height: number;
  data: Uint8ClampedArray | Uint8Array;
}

/**
 * Sums of edge strength over any rectangle of a picture in constant time (summed-area tables, Crow 1984), apart for
 * edges that stand upright and edges that lie. Dark on light and light on dark are alike.
 */
export interface EdgeMap {
  width: number;
  height: number;
  /** `(width + 1) × (height + 1)` sums of everything above and left. */
  upright: Uint32Array;
  lying: Uint32Array;
}

/** Steps of grey from which an edge counts in full: text of any theme has them, soft shadows do not. */
const fullEdge = 40;
/** An edge in full; the sums stay below 2³² up to 33 megapixels. */
const unit = 128;

export function edgeMap({ width, height, data }: RgbaPicture): EdgeMap {
  const upright = new Uint32Array((width + 1) * (height + 1));
  const lying = new Uint32Array((width + 1) * (height + 1));
  const strength = new Uint8Array(256);
  for (let step = 0; step < 256; step++)
    strength[step] = step < 4 ? 0 : Math.min(unit, Math.round((unit * step) / fullEdge));
  let above = new Uint8Array(width);
  let row = new Uint8Array(width);
  for (let y = 0; y < height; y++) {
    let pixel = y * width * 4;
    for (let x = 0; x < width; x++, pixel += 4)
      // Rec. 601 luma in 8-bit fixed point.
      row[x] = (77 * data[pixel]! + 150 * data[pixel + 1]! + 29 * data[pixel + 2]!) >> 8;
    let uprightSum = 0;
    let lyingSum = 0;
    let at = (y + 1) * (width + 1) + 1;
    for (let x = 0; x < width; x++, at++) {
      const grey = row[x]!;
      if (x > 0) uprightSum += strength[Math.abs(grey - row[x - 1]!)]!;
      if (y > 0) lyingSum += strength[Math.abs(grey - above[x]!)]!;
      upright[at] = upright[at - width - 1]! + uprightSum;
      lying[at] = lying[at - width - 1]! + lyingSum;
    }
    [above, row] = [row, above];
  }
  return { width, height, upright, lying };
}

/** Mean edge strength of a rectangle, 0 to 1, whose corners are whole pixels inside the picture. */
export function meanEdges(
  { width }: EdgeMap,
  sums: Uint32Array,
  left: number,
  top: number,
  right: number,
  bottom: number,
): number {
  const stride = width + 1;
  const sum =
    sums[bottom * stride + right]! -
    sums[top * stride + right]! -
    sums[bottom * stride + left]! +
    sums[top * stride + left]!;
  return sum / ((right - left) * (bottom - top) * unit);
}
