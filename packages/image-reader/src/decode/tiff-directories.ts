import { imageLimits } from '../limits.ts';

/** One image file directory of a TIFF. */
export interface TiffDirectory {
  /** Its place in the file's chain, from 0: what decoders call its page. */
  index: number;
  /** Pixels as stored; 0 where the file does not say. */
  width: number;
  height: number;
  /** As TIFF 6.0, section 8, numbers them. */
  compression: number;
  /** Values of a pixel. */
  samples: number;
}

const tags = { newSubfileType: 254, width: 256, height: 257, compression: 259, samples: 277 };

/**
 * The pages of a TIFF, by its chain of directories (TIFF 6.0, section 2; BigTIFF). Previews and pyramid
 * levels (`NewSubfileType` bit 0) and transparency masks (bit 2) are no pages and are left out.
 *
 * Never throws: a chain that ends, loops or leads outside the file ends the list there. At most one
 * directory more than a document may have pages is looked at.
 */
export function tiffDirectories(bytes: Uint8Array): TiffDirectory[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = bytes[0] === 0x49;
  const found: TiffDirectory[] = [];
  const seen = new Set<number>();
  try {
    const big = view.getUint16(2, little) === 43;
    const offsetAt = (at: number): number =>
      big ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little);
    let at = offsetAt(big ? 8 : 4);
    for (let index = 0; at !== 0 && !seen.has(at) && index <= imageLimits.maxPdfPages * 2; index++) {
      seen.add(at);
      const entries = big ? Number(view.getBigUint64(at, little)) : view.getUint16(at, little);
      const entryBytes = big ? 20 : 12;
      const from = at + (big ? 8 : 2);
      if (entries > 65_535 || from + entries * entryBytes > bytes.length) break;
      const values = new Map<number, number>();
      for (let entry = 0; entry < entries; entry++) {
        const entryAt = from + entry * entryBytes;
        const isShort = view.getUint16(entryAt + 2, little) === 3;
        const valueAt = entryAt + (big ? 12 : 8);
        values.set(
          view.getUint16(entryAt, little),
          isShort ? view.getUint16(valueAt, little) : view.getUint32(valueAt, little),
        );
      }
      const kind = values.get(tags.newSubfileType) ?? 0;
      if ((kind & 0b101) === 0) {
        found.push({
          index,
          width: values.get(tags.width) ?? 0,
          height: values.get(tags.height) ?? 0,
          compression: values.get(tags.compression) ?? 1,
          samples: values.get(tags.samples) ?? 1,
        });
      }
      if (found.length > imageLimits.maxPdfPages) break;
      const nextAt = from + entries * entryBytes;
      at = nextAt + (big ? 8 : 4) <= bytes.length ? offsetAt(nextAt) : 0;
    }
  } catch (error) {
    // An offset outside the file: what was found until here is all there is.
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}
