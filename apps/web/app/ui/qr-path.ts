import { encode } from 'uqr';

/** A QR code without its quiet zone, to be drawn with one path on a square of `size` units. */
export interface QrCode {
  size: number;
  /** Of an SVG, dark modules as one-unit squares. */
  path: string;
}

/** The code of a text, with enough redundancy to be read off a screen unless it needs less. */
export function qrCodeOf(text: string, ecc: 'L' | 'M' = 'M'): QrCode {
  const { data: modules, size } = encode(text, { ecc, border: 0 });
  return { size, path: pathOf(modules) };
}

/** One rectangle for each run of dark modules in a row. */
function pathOf(modules: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of modules.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      path += `M${start} ${y}h${x + 1 - start}v1H${start}z`;
    }
  }
  return path;
}
