import type { Barcode, Line } from '../reading.ts';
import { quadCentre, quadContains } from './quad-place.ts';

/** Text that really is printed over a symbol is read more surely than this. */
const sure = 0.85;

/** Drops what the text recogniser made of the bars and modules of barcodes, and numbers the rest again. */
export function dropSymbolNoise(lines: readonly Line[], barcodes: readonly Barcode[]): Line[] {
  return lines
    .filter(
      (line) => line.confidence >= sure || !barcodes.some((b) => quadContains(b.box, quadCentre(line.box))),
    )
    .map((line, n) => ({ ...line, id: `l${n}` }));
}
