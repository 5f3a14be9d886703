import { textOfPage } from '../texts/page-text.ts';

/** A file of a zip file, already in its parts. */
export interface ZipEntry {
  /** With `/` between folders; no two are the same. */
  name: string;
  modifiedAt: Date;
  content: Blob;
}

const maxBytes = 0xffff_ffff;
const maxEntries = 0xffff;
/** Bit 11: names are UTF-8 (APPNOTE.TXT 4.4.4). */
const utf8Names = 0x0800;

/**
 * A zip file of pictures, which are compressed already: everything is stored as it is (PKWARE APPNOTE.TXT 6.3.10,
 * method 0). Reads one entry after another, so memory holds one picture at a time.
 *
 * @throws RangeError above 4 GB or 65,535 files
 */
export async function makeZip(entries: AsyncIterable<ZipEntry>): Promise<Blob> {
  const parts: BlobPart[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  let directoryBytes = 0;
  for await (const { name, modifiedAt, content } of entries) {
    const nameBytes = new TextEncoder().encode(name);
    const crc = crc32(new Uint8Array(await content.arrayBuffer()));
    const size = content.size;
    const common = (view: DataView, at: number): void => {
      view.setUint16(at, 20, true);
      view.setUint16(at + 2, utf8Names, true);
      view.setUint16(at + 4, 0, true);
      view.setUint16(at + 6, dosTime(modifiedAt), true);
      view.setUint16(at + 8, dosDate(modifiedAt), true);
      view.setUint32(at + 10, crc, true);
      view.setUint32(at + 14, size, true);
      view.setUint32(at + 18, size, true);
      view.setUint16(at + 22, nameBytes.length, true);
    };
    const local = record(30, 0x04034b50, nameBytes);
    common(local.view, 4);
    const central = record(46, 0x02014b50, nameBytes);
    central.view.setUint16(4, 20, true);
    common(central.view, 6);
    central.view.setUint32(42, offset, true);
    parts.push(local.bytes, content);
    directory.push(central.bytes);
    offset += local.bytes.length + size;
    directoryBytes += central.bytes.length;
    if (directory.length > maxEntries || offset + directoryBytes > maxBytes)
      throw new RangeError(textOfPage()('common.device_problem.zip_too_large'));
  }
  const end = record(22, 0x06054b50, new Uint8Array());
  end.view.setUint16(8, directory.length, true);
  end.view.setUint16(10, directory.length, true);
  end.view.setUint32(12, directoryBytes, true);
  end.view.setUint32(16, offset, true);
  return new Blob([...parts, ...directory, end.bytes], { type: 'application/zip' });
}

function record(
  headBytes: number,
  signature: number,
  name: Uint8Array,
): { bytes: Uint8Array<ArrayBuffer>; view: DataView } {
  const bytes = new Uint8Array(headBytes + name.length);
  bytes.set(name, headBytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, signature, true);
  return { bytes, view };
}

const dosTime = (at: Date): number => (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1);
/** Years from 1980 on. */
const dosDate = (at: Date): number =>
  (Math.max(0, at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate();

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  return value;
});

/** ISO 3309, as zip has it. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] as number);
  return (crc ^ 0xffff_ffff) >>> 0;
}

/** A name for each file that no other has and every system takes. */
export function zipNames(): (name: string) => string {
  const taken = new Set<string>(['manifest.json']);
  return (wanted) => {
    const clean = wanted.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+/, '_') || 'picture';
    const dot = clean.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, ''];
    let name = clean;
    for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${stem} (${copy})${ending}`;
    taken.add(name.toLowerCase());
    return name;
  };
}
