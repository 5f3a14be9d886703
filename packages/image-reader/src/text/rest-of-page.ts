import type { RgbaImage } from '../image.ts';
import type { Quad } from '../reading.ts';
import { toGray } from './resample.ts';

/** Part of a picture, in whole pixels. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Grey levels between neighbours that make an edge. */
const edge = 24;
/** Edges as long as this are rules and frames, not writing; pixels. */
const ruleLength = 48;
const block = 16;
/** Edges in a block that may be writing. */
const leastEdges = 5;
/** What is taken in around writing, so that it stands free; pixels. */
const margin = 24;
/** A page of more parts, or of which more is left than this share, is read as a whole. */
const mostParts = 8;
const mostShare = 0.5;

/**
 * A page without some lines, and the parts of it where writing or pictures are left: stamps, scans, logos, what is drawn but not
 * said. Rules, frames and plain areas are nothing to read.
 *
 * @param known outlines of the lines.
 * @returns the parts, none overlapping another; none where nothing is left.
 */
export function restOfPage(image: RgbaImage, known: readonly Quad[]): { image: RgbaImage; parts: Part[] } {
  const { width, height } = image;
  const lines = known.map((quad) => boundsOf(quad, width, height));
  const columns = Math.ceil(width / block);
  const rows = Math.ceil(height / block);
  const counts = countEdges(image, lines, columns, rows);
  const marked = new Uint8Array(columns * rows);
  for (let at = 0; at < counts.length; at++) if ((counts[at] as number) >= leastEdges) marked[at] = 1;
  const parts = merged(
    regionsOf(marked, columns, rows).map((region) => grown(region, width, height)),
    width,
    height,
  );
  return { image: parts.length === 0 ? image : withoutLines(image, lines), parts };
}

interface Bounds {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** What letters may reach beyond their boxes, pixels. */
const overhang = 2;

function boundsOf(quad: Quad, width: number, height: number): Bounds {
  const xs = quad.map(([x]) => x);
  const ys = quad.map(([, y]) => y);
  return {
    left: Math.max(0, Math.floor(Math.min(...xs)) - overhang),
    right: Math.min(width, Math.ceil(Math.max(...xs)) + overhang),
    top: Math.max(0, Math.floor(Math.min(...ys)) - overhang),
    bottom: Math.min(height, Math.ceil(Math.max(...ys)) + overhang),
  };
}

/** Fills each line with its commonest colour, the paper's. */
function withoutLines({ width, height, data }: RgbaImage, lines: readonly Bounds[]): RgbaImage {
  const out = { width, height, data: data.slice() };
  const pixels = new Uint32Array(out.data.buffer);
  for (const { left, right, top, bottom } of lines) {
    if (right <= left || bottom <= top) continue;
    const counts = new Map<number, number>();
    let paper = pixels[top * width + left] as number;
    let most = 0;
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x += 2) {
        const pixel = pixels[y * width + x] as number;
        const count = (counts.get(pixel) ?? 0) + 1;
        counts.set(pixel, count);
        if (count <= most) continue;
        most = count;
        paper = pixel;
      }
    for (let y = top; y < bottom; y++) pixels.fill(paper, y * width + left, y * width + right);
  }
  return out;
}

/** Edges of each block that belong to no line and to no rule. */
function countEdges(image: RgbaImage, lines: readonly Bounds[], columns: number, rows: number): Uint16Array {
  const { width, height, data } = toGray(image);
  const isKnown = new Uint8Array(width * height);
  for (const { left, right, top, bottom } of lines)
    for (let y = top; y < bottom; y++) isKnown.fill(1, y * width + left, y * width + Math.max(left, right));
  const counts = new Uint16Array(columns * rows);
  const add = (x: number, y: number): void => {
    if (isKnown[y * width + x] === 1) return;
    const at = Math.floor(y / block) * columns + Math.floor(x / block);
    counts[at] = (counts[at] as number) + 1;
  };
  // Edges between rows run along x, those between columns along y: long ones are rules.
  for (let y = 0; y + 1 < height; y++) {
    let start = -1;
    for (let x = 0; x <= width; x++) {
      const at = y * width + x;
      const isEdge = x < width && Math.abs((data[at] as number) - (data[at + width] as number)) > edge;
      if (isEdge && start < 0) start = x;
      if (isEdge || start < 0) continue;
      if (x - start < ruleLength) for (let k = start; k < x; k++) add(k, y);
      start = -1;
    }
  }
  for (let x = 0; x + 1 < width; x++) {
    let start = -1;
    for (let y = 0; y <= height; y++) {
      const at = y * width + x;
      const isEdge = y < height && Math.abs((data[at] as number) - (data[at + 1] as number)) > edge;
      if (isEdge && start < 0) start = y;
      if (isEdge || start < 0) continue;
      if (y - start < ruleLength) for (let k = start; k < y; k++) add(x, k);
      start = -1;
    }
  }
  return counts;
}

/** Rectangles of marked blocks that lie within two blocks of each other, in pixels. */
function regionsOf(marked: Uint8Array, columns: number, rows: number): Part[] {
  const seen = new Uint8Array(marked.length);
  const regions: Part[] = [];
  const reach = 2;
  for (let seed = 0; seed < marked.length; seed++) {
    if (marked[seed] === 0 || seen[seed] === 1) continue;
    const stack = [seed];
    seen[seed] = 1;
    let [left, right, top, bottom] = [columns, 0, rows, 0];
    while (stack.length > 0) {
      const at = stack.pop() as number;
      const y = Math.floor(at / columns);
      const x = at - y * columns;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
      for (let ny = Math.max(0, y - reach); ny <= Math.min(rows - 1, y + reach); ny++)
        for (let nx = Math.max(0, x - reach); nx <= Math.min(columns - 1, x + reach); nx++) {
          const next = ny * columns + nx;
          if (marked[next] === 0 || seen[next] === 1) continue;
          seen[next] = 1;
          stack.push(next);
        }
    }
    regions.push({
      x: left * block,
      y: top * block,
      width: (right - left) * block,
      height: (bottom - top) * block,
    });
  }
  return regions;
}

function grown(part: Part, width: number, height: number): Part {
  const x = Math.max(0, part.x - margin);
  const y = Math.max(0, part.y - margin);
  return {
    x,
    y,
    width: Math.min(width, part.x + part.width + margin) - x,
    height: Math.min(height, part.y + part.height + margin) - y,
  };
}

function merged(parts: Part[], width: number, height: number): Part[] {
  const all = [...parts];
  for (let k = 0; k < all.length; k++)
    for (let n = k + 1; n < all.length; n++) {
      const [a, b] = [all[k] as Part, all[n] as Part];
      if (a.x > b.x + b.width || b.x > a.x + a.width || a.y > b.y + b.height || b.y > a.y + a.height)
        continue;
      const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
      all[k] = {
        x,
        y,
        width: Math.max(a.x + a.width, b.x + b.width) - x,
        height: Math.max(a.y + a.height, b.y + b.height) - y,
      };
      all.splice(n, 1);
      // It has grown: what it missed before it may touch now.
      n = k;
    }
  const area = all.reduce((sum, part) => sum + part.width * part.height, 0);
  const isMost = all.length > mostParts || area > mostShare * width * height;
  return isMost ? [{ x: 0, y: 0, width, height }] : all;
}

/** A part of a picture as a picture. */
export function cutPart({ width, data }: RgbaImage, part: Part): RgbaImage {
  if (part.width === width && part.x === 0 && part.y === 0 && part.height * width * 4 === data.length)
    return { width, height: part.height, data };
  const out = new Uint8ClampedArray(part.width * part.height * 4);
  for (let y = 0; y < part.height; y++) {
    const from = ((part.y + y) * width + part.x) * 4;
    out.set(data.subarray(from, from + part.width * 4), y * part.width * 4);
  }
  return { width: part.width, height: part.height, data: out };
}
