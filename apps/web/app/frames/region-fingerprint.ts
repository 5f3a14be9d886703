import { type EdgeMap, meanEdges } from './edge-map.ts';
import type { Region } from './region.ts';

/**
 * Where the picture around a region has edges, and which way they run: layout, labels and lines, not what the values say
 * and not the colours. Nobody can read a text in it.
 */
export interface Fingerprint {
  version: 1;
  /** Side of a cell in pixels of the picture it was made from. */
  cellSide: number;
  /** Rectangle of the surroundings in that picture; whole cells. */
  around: Region;
  /** Base64, a byte a cell, row by row: upright edges in the high four bits, lying ones in the low four. */
  cells: string;
}

/** Cells across and down, without those that the region itself lies in. */
export interface Template {
  columns: number;
  rows: number;
  cellSide: number;
  /** From the corner of the surroundings to the corner of the region, in pixels of the marked picture. */
  offset: { x: number; y: number };
  region: { width: number; height: number };
  /** Two values a cell: upright, lying; 0 to 1. */
  edges: Float32Array;
  /** 0 where the region's own content is. */
  counts: Uint8Array;
}

const cellSides = [4, 6, 8, 12, 16, 24, 32];
const maxCells = 36_000;
/** Spreads weak edges apart from none and strong ones from each other less. */
export const toned = (meanEdge: number): number => Math.min(1, Math.sqrt(meanEdge) * 1.25);

/** @param margin pixels around the region that are taken in, as far as the picture goes */
export function fingerprintOf(map: EdgeMap, region: Region, margin: number): Fingerprint {
  const left = Math.max(0, region.x - margin);
  const top = Math.max(0, region.y - margin);
  const width = Math.min(map.width, region.x + region.width + margin) - left;
  const height = Math.min(map.height, region.y + region.height + margin) - top;
  const cellSide =
    cellSides.find((side) => Math.floor(width / side) * Math.floor(height / side) <= maxCells) ??
    Math.ceil(Math.sqrt((width * height) / maxCells));
  const columns = Math.max(1, Math.floor(width / cellSide));
  const rows = Math.max(1, Math.floor(height / cellSide));
  const bytes = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const x = left + column * cellSide;
      const y = top + row * cellSide;
      const right = Math.min(map.width, x + cellSide);
      const bottom = Math.min(map.height, y + cellSide);
      const four = (sums: Uint32Array) => Math.round(15 * toned(meanEdges(map, sums, x, y, right, bottom)));
      bytes[row * columns + column] = (four(map.upright) << 4) | four(map.lying);
    }
  return {
    version: 1,
    cellSide,
    around: { x: left, y: top, width: columns * cellSide, height: rows * cellSide },
    cells: toBase64(bytes),
  };
}

/** Undefined where it is not one that this version understands. */
export function templateOf(fingerprint: object, region: Region): Template | undefined {
  const { version, cellSide, around, cells } = fingerprint as Partial<Fingerprint>;
  if (version !== 1 || !cellSide || !around || typeof cells !== 'string') return undefined;
  const columns = Math.round(around.width / cellSide);
  const rows = Math.round(around.height / cellSide);
  const bytes = fromBase64(cells);
  if (bytes?.length !== columns * rows || columns * rows > 4 * maxCells) return undefined;
  const offset = { x: region.x - around.x, y: region.y - around.y };
  const edges = new Float32Array(2 * bytes.length);
  const counts = new Uint8Array(bytes.length).fill(1);
  // The edge of a value reaches into the cells beside the region.
  const rim = cellSide;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      edges[2 * at] = (bytes[at]! >> 4) / 15;
      edges[2 * at + 1] = (bytes[at]! & 15) / 15;
      const isInside =
        (column + 1) * cellSide > offset.x - rim &&
        column * cellSide < offset.x + region.width + rim &&
        (row + 1) * cellSide > offset.y - rim &&
        row * cellSide < offset.y + region.height + rim;
      if (isInside) counts[at] = 0;
    }
  return { columns, rows, cellSide, offset, region, edges, counts };
}

/** The template in cells of about so many pixels. */
export const inCellsOf = (template: Template, side: number): Template =>
  coarser(template, Math.max(1, Math.round(side / template.cellSide)));

/** The template with `factor × factor` cells as one; half-filled ones at the end are left out. */
function coarser(template: Template, factor: number): Template {
  if (factor === 1) return template;
  const columns = Math.floor(template.columns / factor);
  const rows = Math.floor(template.rows / factor);
  const edges = new Float32Array(2 * columns * rows);
  const counts = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      let upright = 0;
      let lying = 0;
      let within = 0;
      for (let y = 0; y < factor; y++)
        for (let x = 0; x < factor; x++) {
          const from = (row * factor + y) * template.columns + column * factor + x;
          // Means are of strength, not of its tone.
          upright += untoned(template.edges[2 * from]!);
          lying += untoned(template.edges[2 * from + 1]!);
          within += template.counts[from]!;
        }
      edges[2 * at] = toned(upright / factor ** 2);
      edges[2 * at + 1] = toned(lying / factor ** 2);
      counts[at] = within === factor ** 2 ? 1 : 0;
    }
  return { ...template, columns, rows, cellSide: template.cellSide * factor, edges, counts };
}

const untoned = (tone: number): number => (tone / 1.25) ** 2;

/** Two tones of the cell whose corner is at `x, y`; cells outside of the picture are blank. */
export function tonesAt(map: EdgeMap, x: number, y: number, side: number, into: Float32Array, at: number) {
  const left = Math.max(0, Math.round(x));
  const top = Math.max(0, Math.round(y));
  const right = Math.min(map.width, Math.round(x + side));
  const bottom = Math.min(map.height, Math.round(y + side));
  if (right <= left || bottom <= top) {
    into[at] = 0;
    into[at + 1] = 0;
    return;
  }
  into[at] = toned(meanEdges(map, map.upright, left, top, right, bottom));
  into[at + 1] = toned(meanEdges(map, map.lying, left, top, right, bottom));
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
