/** Bytes {@link sniffMediaType} looks at; more may be given. */
export const sniffedBytes = 1024;

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);
const heifBrands = new Set(['mif1', 'mif2', 'msf1', 'mif3']);
const avifBrands = new Set(['avif', 'avis']);

/**
 * Media type of a file by its first bytes, whatever its name says; which XML it is only reading tells. Anything Readout does not read
 * (SVG among it, which is a program as much as a picture) is `undefined`.
 *
 * @param head the first {@link sniffedBytes} bytes, or fewer where the file is shorter
 */
export function sniffMediaType(head: Uint8Array): string | undefined {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  const first6 = ascii(head, 0, 6);
  if (first6 === 'GIF87a' || first6 === 'GIF89a') return 'image/gif';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'image/webp';
  // Classic TIFF (42) and BigTIFF (43), both byte orders.
  if (startsWith(head, [0x49, 0x49, 0x2a, 0x00]) || startsWith(head, [0x49, 0x49, 0x2b, 0x00])) {
    return 'image/tiff';
  }
  if (startsWith(head, [0x4d, 0x4d, 0x00, 0x2a]) || startsWith(head, [0x4d, 0x4d, 0x00, 0x2b])) {
    return 'image/tiff';
  }
  if (ascii(head, 4, 8) === 'ftyp') return sniffIsoMedia(head);
  if (isBmp(head)) return 'image/bmp';
  // Readers accept a header anywhere in the first 1024 bytes (ISO 32000-1, annex H, note 13).
  if (ascii(head, 0, sniffedBytes).includes('%PDF-')) return 'application/pdf';
  if (isXml(head)) return 'application/xml';
  return undefined;
}

/** With its declaration, or by a root that e-invoices have, in one or two bytes a letter. Pages and drawings are programs. */
function isXml(head: Uint8Array): boolean {
  const letters = head.subarray(0, sniffedBytes).filter((byte) => byte !== 0 && byte < 0x80);
  const text = ascii(letters, 0, sniffedBytes);
  if (/<(?:!doctype\s+|[\w.-]+:)?(?:html|svg)\b/i.test(text)) return false;
  return /^\s*<(?:\?xml\s|(?:[\w.-]+:)?(?:Invoice|CreditNote|CrossIndustry\w+|StandardBusinessDocument)[\s>])/.test(
    text,
  );
}

/** Brands of an ISO base media file (ISO/IEC 23008-12): the major one decides, else the compatible ones. */
function sniffIsoMedia(head: Uint8Array): string | undefined {
  const major = ascii(head, 8, 12);
  if (avifBrands.has(major)) return 'image/avif';
  if (heicBrands.has(major)) return 'image/heic';
  const boxBytes = uint32(head, 0);
  const compatible: string[] = [];
  for (let at = 16; at + 4 <= Math.min(boxBytes, head.length); at += 4)
    compatible.push(ascii(head, at, at + 4));
  if (compatible.some((brand) => avifBrands.has(brand))) return 'image/avif';
  if (compatible.some((brand) => heicBrands.has(brand))) return 'image/heic';
  return heifBrands.has(major) ? 'image/heif' : undefined;
}

/** `BM` alone begins many texts, so the size of the second header has to be a known one too. */
function isBmp(head: Uint8Array): boolean {
  if (ascii(head, 0, 2) !== 'BM' || head.length < 18) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  return [12, 16, 40, 52, 56, 64, 108, 124].includes(view.getUint32(14, true));
}

function startsWith(head: Uint8Array, bytes: number[]): boolean {
  return head.length >= bytes.length && bytes.every((byte, index) => head[index] === byte);
}

function ascii(head: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...head.subarray(from, Math.min(to, head.length)));
}

function uint32(head: Uint8Array, at: number): number {
  return new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(at);
}
