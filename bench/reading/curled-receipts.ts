import type { Point, RgbaImage } from '@readout/image-reader';
import { invert, mapPoint, rectToQuadMap } from '@readout/image-reader/document';

/** A photograph drawn from a flat picture. */
export interface DrawnPhoto {
  image: RgbaImage;
  /** Where a point of the photograph lies on the flat picture, pixels of that. */
  toFlat(point: Point): Point;
}

const width = 1500;
const height = 2000;
/** Sheets bend across at most this much of their width towards the camera. */
const mostLift = 0.12;

/** The same numbers every time (Lehmer 1949, modulus 2^31 - 1). */
function generator(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/**
 * A receipt as it comes out of a pocket: bent about its long axis, folded across, turned, in perspective, half in the shadow, on a
 * dark table, with the noise of a sensor.
 *
 * @param seed which of the many ways; the same gives the same picture.
 */
export function drawCurled(flat: RgbaImage, seed: number): DrawnPhoto {
  const random = generator(seed * 7919 + 17);
  for (let i = 0; i < 8; i++) random();
  const between = (from: number, to: number): number => from + (to - from) * random();
  const sign = (): number => (random() < 0.5 ? -1 : 1);

  // The bend: height above the table along the width, and the way along the paper, in widths of the view.
  const lift = between(0.35, 1) * mostLift * sign();
  const peak = between(0.3, 0.7);
  const rise = (u: number): number => {
    const t = u < peak ? u / peak : (1 - u) / (1 - peak);
    return lift * (1 - (1 - t) ** 2);
  };
  const steps = 512;
  const way = new Float64Array(steps + 1);
  for (let i = 1; i <= steps; i++)
    way[i] = (way[i - 1] as number) + Math.hypot(1 / steps, rise(i / steps) - rise((i - 1) / steps));
  const paperWidth = way[steps] as number;
  const alongPaper = (u: number): number => {
    const at = Math.max(0, Math.min(1, u)) * steps;
    const i = Math.min(steps - 1, Math.floor(at));
    const from = way[i] as number;
    return (from + ((way[i + 1] as number) - from) * (at - i)) / paperWidth;
  };

  // The fold: above and below it the paper leans differently, and so looks shorter and is lit otherwise.
  const fold = between(0.3, 0.7);
  const lean = between(0.04, 0.14) * sign();
  const foldSeen = (fold * (1 + lean)) / (1 + lean * (2 * fold - 1));
  const alongFold = (v: number): number =>
    v < foldSeen ? (v / foldSeen) * fold : fold + ((v - foldSeen) / (1 - foldSeen)) * (1 - fold);

  // The view: the sheet's four corners.
  const shape = flat.width / flat.height;
  const tall = Math.min(1720, 1250 / shape);
  const wide = tall * shape;
  const angle = between(-0.3, 0.3) * (tall > 1400 ? 0.6 : 1);
  const narrower = between(0.82, 1);
  const corner = (x: number, y: number): [number, number] => {
    const px = x * wide * (y < 0 ? narrower : 1);
    const py = y * tall;
    return [
      width / 2 + px * Math.cos(angle) - py * Math.sin(angle),
      height / 2 + px * Math.sin(angle) + py * Math.cos(angle),
    ];
  };
  const map = rectToQuadMap(1, 1, [
    corner(-0.5, -0.5),
    corner(0.5, -0.5),
    corner(0.5, 0.5),
    corner(-0.5, 0.5),
  ]);
  if (!map) throw new Error('The corners of a drawn sheet lie on a line.');
  const back = invert(map);
  const tilt = between(0.6, 1) * shape;
  /** Place on the sheet as it is seen, in its widths and heights, before the bend is taken out. */
  const onSheet = ([x, y]: Point): Point => {
    const [u, v] = mapPoint(back, [x, y]);
    return [u, v - rise(Math.max(0, Math.min(1, u))) * tilt];
  };
  const toFlat = (point: Point): Point => {
    const [u, v] = onSheet(point);
    return [alongPaper(u) * flat.width, alongFold(v) * flat.height];
  };

  const shadow = between(0.5, 0.75);
  const from = between(0, 2 * Math.PI);
  const [sx, sy] = [Math.cos(from), Math.sin(from)];
  const edge = between(20, 90);
  const table = [between(60, 110), between(50, 90), between(40, 80)];
  const grain = between(2, 6);
  const detail = flat.width / wide;
  const data = new Uint8ClampedArray(width * height * 4);
  const colour: [number, number, number] = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = onSheet([x + 0.5, y + 0.5]);
      const at = (y * width + x) * 4;
      const away = (x - width / 2) * sx + (y - height / 2) * sy;
      let light = 1 - (1 - shadow) / (1 + Math.exp(-away / edge));
      if (u >= 0 && u <= 1 && v >= 0 && v <= 1) {
        sample(flat, alongPaper(u) * flat.width - 0.5, alongFold(v) * flat.height - 0.5, detail, colour);
        const slope = (rise(Math.min(1, u + 0.01)) - rise(Math.max(0, u - 0.01))) * 50;
        const crease = Math.abs(v - foldSeen) * tall;
        light *= 0.93 - 0.25 * slope - (v < foldSeen ? lean : -lean) * 0.6 - (crease < 3 ? 0.12 : 0);
      } else {
        for (let c = 0; c < 3; c++)
          colour[c] = (table[c] as number) + 12 * Math.sin(y / 9 + 3 * Math.sin(x / 170));
      }
      const noise = (random() + random() + random() - 1.5) * 2 * grain;
      for (let c = 0; c < 3; c++) data[at + c] = (colour[c] as number) * light + noise;
      data[at + 3] = 255;
    }
  }
  return { image: { width, height, data }, toFlat };
}

/** Mean of `detail` by `detail` pixels about a place, at least of the four next to it. */
function sample(flat: RgbaImage, x: number, y: number, detail: number, into: [number, number, number]): void {
  into.fill(0);
  const n = Math.max(1, Math.min(3, Math.round(detail)));
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const px = Math.max(0, Math.min(flat.width - 1.001, x + ((i + 0.5) / n - 0.5) * detail));
      const py = Math.max(0, Math.min(flat.height - 1.001, y + ((j + 0.5) / n - 0.5) * detail));
      const [x0, y0] = [Math.floor(px), Math.floor(py)];
      const [fx, fy] = [px - x0, py - y0];
      for (let c = 0; c < 3; c++) {
        const p = (y0 * flat.width + x0) * 4 + c;
        const q = p + (y0 + 1 < flat.height ? flat.width * 4 : 0);
        const top = (flat.data[p] as number) * (1 - fx) + (flat.data[p + 4] as number) * fx;
        const bottom = (flat.data[q] as number) * (1 - fx) + (flat.data[q + 4] as number) * fx;
        into[c] = (into[c] as number) + (top * (1 - fy) + bottom * fy) / (n * n);
      }
    }
  }
}
