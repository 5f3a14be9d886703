// cspell:ignore hhea hmtx cmap
import { readFileSync } from 'node:fs';

/** Noto Sans: `fonts/noto-sans.md`. */
const file = new URL('../../fonts/noto-sans.ttf', import.meta.url);

/** What drawing needs of a TrueType font (ISO/IEC 14496-22). Measures are thousandths of its size. */
export interface Font {
  bytes: Uint8Array;
  ascent: number;
  descent: number;
  box: readonly number[];
  /** Of a character; 0, which is an empty box, where it has none. */
  glyphOf(code: number): number;
  widthOf(code: number): number;
}

let loaded: Font | undefined;

/** Read when the first page is drawn. */
export function font(): Font {
  loaded ??= parseFont(readFileSync(file));
  return loaded;
}

function parseFont(bytes: Uint8Array): Font {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map(
    Array.from({ length: view.getUint16(4) }, (_, index): [string, number] => {
      const at = 12 + 16 * index;
      return [String.fromCharCode(...bytes.subarray(at, at + 4)), view.getUint32(at + 8)];
    }),
  );
  const [head, hhea, hmtx] = ['head', 'hhea', 'hmtx'].map((name) => tables.get(name)!) as [
    number,
    number,
    number,
  ];
  const scale = 1000 / view.getUint16(head + 18);
  const sized = (at: number): number => Math.round(view.getInt16(at) * scale);
  const lastWidth = view.getUint16(hhea + 34) - 1;
  const glyphs = glyphsOf(view, tables.get('cmap')!);
  const glyphOf = (code: number): number => glyphs.get(code) ?? 0;
  return {
    bytes,
    ascent: sized(hhea + 4),
    descent: sized(hhea + 6),
    box: [36, 38, 40, 42].map((at) => sized(head + at)),
    glyphOf,
    widthOf: (code) => Math.round(view.getUint16(hmtx + 4 * Math.min(glyphOf(code), lastWidth)) * scale),
  };
}

/** Of a table of format 4, as the font has its first: characters below U+10000. */
function glyphsOf(view: DataView, cmap: number): Map<number, number> {
  const at = cmap + view.getUint32(cmap + 8);
  const segments = view.getUint16(at + 6) / 2;
  const [ends, starts, deltas, offsets] = [0, 1, 2, 3].map(
    (part) => at + 14 + 2 * segments * part + (part > 0 ? 2 : 0),
  ) as [number, number, number, number];
  const glyphs = new Map<number, number>();
  for (let segment = 0; segment < segments; segment++) {
    const by = 2 * segment;
    const [start, end] = [view.getUint16(starts + by), view.getUint16(ends + by)];
    const [delta, offset] = [view.getUint16(deltas + by), view.getUint16(offsets + by)];
    for (let code = start; code <= end && code < 0xffff; code++) {
      const listed = offset === 0 ? code : view.getUint16(offsets + by + offset + 2 * (code - start));
      if (listed !== 0) glyphs.set(code, (listed + delta) & 0xffff);
    }
  }
  return glyphs;
}
