import type { Quad, Rotation } from '../reading.ts';
import { quadToRect } from '../text/rotated-rect.ts';

interface Placed {
  index: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  middle: number;
  height: number;
}

/**
 * Reading order of text lines: rows from the top, left to right inside a row; blocks of text that clearly stand side
 * by side as columns are read one after the other. The picture's own skew and rotation are taken out first.
 *
 * @returns indexes of `quads` in reading order.
 */
export function readingOrder(quads: readonly Quad[], rotation: Rotation): number[] {
  const turn = (rotation * Math.PI) / 180;
  const rects = quads.map(quadToRect);
  const skews = rects
    .filter((r) => r.width > 2 * r.height)
    .map((r) => Math.atan2(Math.sin(r.angle + turn), Math.cos(r.angle + turn)))
    .filter((a) => Math.abs(a) < Math.PI / 4)
    .sort((a, b) => a - b);
  const skew = skews[Math.floor(skews.length / 2)] ?? 0;
  const c = Math.cos(turn - skew);
  const s = Math.sin(turn - skew);
  const placed = quads.map((quad, index): Placed => {
    const xs = quad.map(([x, y]) => x * c - y * s);
    const ys = quad.map(([x, y]) => x * s + y * c);
    const top = Math.min(...ys);
    const bottom = Math.max(...ys);
    return {
      index,
      left: Math.min(...xs),
      right: Math.max(...xs),
      top,
      bottom,
      middle: (top + bottom) / 2,
      height: Math.min(bottom - top, (rects[index] as { height: number }).height),
    };
  });
  return orderBlock(placed, 0).map((p) => p.index);
}

function orderBlock(lines: Placed[], depth: number): Placed[] {
  if (lines.length < 2) return lines;
  if (depth < 6) {
    const columns = splitColumns(lines);
    if (columns) return columns.flatMap((column) => orderBlock(column, depth + 1));
    const bands = splitBands(lines);
    if (bands) return bands.flatMap((band) => orderBlock(band, depth + 1));
  }
  return orderRows(lines);
}

/** Rows: each line joins the row whose middle it is closest to, if that is within half a line. */
function orderRows(lines: Placed[]): Placed[] {
  const rows: { middle: number; height: number; lines: Placed[] }[] = [];
  for (const line of [...lines].sort((a, b) => a.middle - b.middle || a.left - b.left)) {
    let best: (typeof rows)[number] | undefined;
    for (const row of rows.slice(-6)) {
      const near = Math.abs(row.middle - line.middle) < 0.5 * Math.min(row.height, line.height);
      const free = row.lines.every(
        (l) => l.right <= line.left + 0.5 * l.height || line.right <= l.left + 0.5 * l.height,
      );
      if (near && free && (!best || Math.abs(row.middle - line.middle) < Math.abs(best.middle - line.middle)))
        best = row;
    }
    if (best) {
      best.lines.push(line);
      best.middle = best.lines.reduce((sum, l) => sum + l.middle, 0) / best.lines.length;
      best.height = Math.min(best.height, line.height);
    } else {
      rows.push({ middle: line.middle, height: line.height, lines: [line] });
    }
  }
  rows.sort((a, b) => a.middle - b.middle);
  return rows.flatMap((row) => row.lines.sort((a, b) => a.left - b.left));
}

/**
 * Two columns: a gutter free of text, at least three lines on either side, and lines that do not stand in rows across
 * it. Rows across the gutter are a table or a receipt (description and price) and stay together.
 */
function splitColumns(lines: Placed[]): Placed[][] | undefined {
  if (lines.length < 6) return undefined;
  const height = medianHeight(lines);
  const sorted = [...lines].sort((a, b) => a.left - b.left);
  let right = (sorted[0] as Placed).right;
  for (let i = 1; i < sorted.length; i++) {
    const line = sorted[i] as Placed;
    if (line.left - right > 1.2 * height && i >= 3 && sorted.length - i >= 3) {
      const a = sorted.slice(0, i);
      const b = sorted.slice(i);
      if (!standInRows(a, b, height) && overlapVertically(a, b)) return [a, b];
    }
    right = Math.max(right, line.right);
  }
  return undefined;
}

function standInRows(a: Placed[], b: Placed[], height: number): boolean {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  const partnered = few.filter((l) => many.some((m) => Math.abs(m.middle - l.middle) < 0.3 * height)).length;
  return partnered > 0.6 * few.length;
}

function overlapVertically(a: Placed[], b: Placed[]): boolean {
  const top = Math.max(Math.min(...a.map((l) => l.top)), Math.min(...b.map((l) => l.top)));
  const bottom = Math.min(Math.max(...a.map((l) => l.bottom)), Math.max(...b.map((l) => l.bottom)));
  return bottom > top;
}

/** Parts a block at horizontal bands free of text that are wider than the usual line distance, where a part then has columns. */
function splitBands(lines: Placed[]): Placed[][] | undefined {
  const height = medianHeight(lines);
  const sorted = [...lines].sort((a, b) => a.top - b.top);
  const bands: Placed[][] = [[sorted[0] as Placed]];
  let bottom = (sorted[0] as Placed).bottom;
  for (const line of sorted.slice(1)) {
    if (line.top - bottom > 0.8 * height) bands.push([line]);
    else bands[bands.length - 1]?.push(line);
    bottom = Math.max(bottom, line.bottom);
  }
  return bands.length > 1 ? bands : undefined;
}

function medianHeight(lines: Placed[]): number {
  const heights = lines.map((l) => l.height).sort((a, b) => a - b);
  return heights[Math.floor(heights.length / 2)] ?? 1;
}
