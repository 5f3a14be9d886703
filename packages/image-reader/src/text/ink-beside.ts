import type { RgbaImage } from '../image.ts';
import { placeInQuad, quadHeight, quadLength } from '../layout/quad-place.ts';
import type { Quad } from '../reading.ts';
import { cropLine, type LineCrop } from './crop-line.ts';

/** A patch of ink that hangs together. All sizes are in heights of the digits it is next to. */
export interface InkPatch {
  /** From the digits' end outwards; negative inside their box. */
  near: number;
  far: number;
  /** From the top of the digits' box downwards. */
  top: number;
  bottom: number;
  /** Its ink over that of the digits. */
  strength: number;
  /** Share of its own box that is ink. */
  fill: number;
  /** Whether there is no other ink close beside, over and under it, as there is around one segment of a digit. */
  isFree: boolean;
}

export type Side = 'before' | 'behind';

/** Pixels of height the digits are looked at with. */
const rows = 48;
/** What is looked at over and under the digits. */
const over = 0.15;
/** Grey levels that digits stand out by, and the share of that from which a pixel beside them is ink. */
const leastContrast = 24;
const inkShare = 0.35;
const leastPixels = 6;
/** What has to be free of ink beside a patch, and over and under it, for it to stand by itself. */
const freeBeside = 0.1;
const freeOver = 0.3;
/** Less room than this shows nothing. */
const leastRoom = 0.15;

/**
 * The ink on one side of a row of digits, from them outwards: what is too small for a detector, a sign before them or a unit
 * behind them. What reaches the edge of the part looked at, as a frame does, is left out.
 *
 * @param reach how far outwards is looked, and how far into the digits' own box.
 */
export function inkBeside(
  image: RgbaImage,
  digits: Quad,
  side: Side,
  { outwards, inwards }: { outwards: number; inwards: number },
): InkPatch[] {
  const height = Math.max(1, quadHeight(digits));
  const length = Math.max(1, quadLength(digits));
  const own = contrastOf(
    lumaOf(cropLine(image, digits, Math.max(8, Math.round((rows * length) / height)), rows)),
  );
  if (own.contrast < leastContrast) return [];
  const share = height / length;
  const toU = (distance: number): number => (side === 'behind' ? 1 + distance * share : -distance * share);
  const room = roomFor(image, digits, toU, outwards);
  if (room < leastRoom) return [];
  const [u0, u1] = side === 'behind' ? [toU(-inwards), toU(room)] : [toU(room), toU(-inwards)];
  const part: Quad = [
    placeInQuad(digits, u0, -over),
    placeInQuad(digits, u1, -over),
    placeInQuad(digits, u1, 1 + over),
    placeInQuad(digits, u0, 1 + over),
  ];
  const [width, tall] = [Math.round(rows * (room + inwards)), Math.round(rows * (1 + 2 * over))];
  const luma = lumaOf(cropLine(image, part, width, tall));
  const ground = quantileOf(luma, own.isDark ? 0.6 : 0.4);
  const ink = luma.map((value) => (own.isDark ? ground - value : value - ground) / own.contrast);
  return patchesOf(ink, width, tall)
    .map(({ left, right, top, bottom, strength, fill, isFree }): InkPatch => {
      const [a, b] = [left / rows - inwards, right / rows - inwards];
      return {
        near: side === 'behind' ? a : room - right / rows,
        far: side === 'behind' ? b : room - left / rows,
        top: top / rows - over,
        bottom: bottom / rows - over,
        strength,
        fill,
        isFree,
      };
    })
    .sort((one, other) => one.near - other.near);
}

/** The part of the picture that a stretch beside digits takes. */
export function placeBeside(
  digits: Quad,
  side: Side,
  { near, far, top, bottom }: Pick<InkPatch, 'near' | 'far' | 'top' | 'bottom'>,
): Quad {
  const share = quadHeight(digits) / Math.max(1, quadLength(digits));
  const [u0, u1] = side === 'behind' ? [1 + near * share, 1 + far * share] : [-far * share, -near * share];
  return [
    placeInQuad(digits, u0, top),
    placeInQuad(digits, u1, top),
    placeInQuad(digits, u1, bottom),
    placeInQuad(digits, u0, bottom),
  ];
}

/** How far outwards there is picture. */
function roomFor(image: RgbaImage, digits: Quad, toU: (distance: number) => number, most: number): number {
  const isIn = (distance: number): boolean =>
    [0, 1].every((v) => {
      const [x, y] = placeInQuad(digits, toU(distance), v);
      return x >= 0 && y >= 0 && x <= image.width && y <= image.height;
    });
  let room = most;
  while (room > 0 && !isIn(room)) room -= 0.05;
  return Math.max(0, room);
}

function lumaOf({ width, height, planes }: LineCrop): Float32Array {
  const size = width * height;
  const luma = new Float32Array(size);
  for (let k = 0; k < size; k++)
    luma[k] =
      0.114 * (planes[k] as number) +
      0.587 * (planes[size + k] as number) +
      0.299 * (planes[2 * size + k] as number);
  return luma;
}

function quantileOf(values: Float32Array, share: number): number {
  const sorted = Float32Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** How far digits stand out from their ground, and whether they are the darker. */
function contrastOf(luma: Float32Array): { contrast: number; isDark: boolean } {
  const [low, middle, high] = [0.04, 0.5, 0.96].map((share) => quantileOf(luma, share)) as [
    number,
    number,
    number,
  ];
  return { contrast: high - low, isDark: middle - low > high - middle };
}

interface PixelPatch {
  left: number;
  right: number;
  top: number;
  bottom: number;
  strength: number;
  fill: number;
  isFree: boolean;
}

/** Connected ink that keeps off all edges; `right` and `bottom` are one beyond it. */
function patchesOf(ink: Float32Array, width: number, height: number): PixelPatch[] {
  const seen = new Uint8Array(ink.length);
  const patches: PixelPatch[] = [];
  for (let seed = 0; seed < ink.length; seed++) {
    if (seen[seed] === 1 || (ink[seed] as number) < inkShare) continue;
    seen[seed] = 1;
    const all = [seed];
    let [left, right, top, bottom] = [width, 0, height, 0];
    for (let next = 0; next < all.length; next++) {
      const at = all[next] as number;
      const [x, y] = [at % width, Math.floor(at / width)];
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++)
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          const other = ny * width + nx;
          if (seen[other] === 1 || (ink[other] as number) < inkShare) continue;
          seen[other] = 1;
          all.push(other);
        }
    }
    if (all.length < leastPixels || left === 0 || top === 0 || right === width || bottom === height) continue;
    const strongest = quantileOf(
      Float32Array.from(all, (at) => ink[at] as number),
      0.8,
    );
    patches.push({
      left,
      right,
      top,
      bottom,
      strength: strongest,
      fill: all.length / ((right - left) * (bottom - top)),
      isFree: isFreeAround(ink, width, height, { left, right, top, bottom }, all.length),
    });
  }
  return patches;
}

function isFreeAround(
  ink: Float32Array,
  width: number,
  height: number,
  { left, right, top, bottom }: Pick<PixelPatch, 'left' | 'right' | 'top' | 'bottom'>,
  own: number,
): boolean {
  const [beside, above] = [Math.round(freeBeside * rows), Math.round(freeOver * rows)];
  let count = 0;
  for (let y = Math.max(0, top - above); y < Math.min(height, bottom + above); y++)
    for (let x = Math.max(0, left - beside); x < Math.min(width, right + beside); x++)
      if ((ink[y * width + x] as number) >= inkShare) count++;
  return count <= own + leastPixels;
}
