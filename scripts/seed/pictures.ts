import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { inventDocument, type SeedDocument, type Shape } from './documents.ts';
import { createRandom } from './random.ts';

/** A picture that many captures show, and what stands on it. */
export interface Picture {
  shape: Shape;
  document: SeedDocument;
  /** JPEG. */
  original: Buffer;
  sha256: string;
  /** WebP, as the reader makes them. */
  thumbnail: Buffer;
  view: Buffer;
}

/** A few dozen documents, drawn. The same for the same seed. */
export async function drawPictures(seed: number, day: string): Promise<Picture[]> {
  const shapes: Shape[] = [
    ...Array.from({ length: 22 }, (_, index) => ({ kind: 'receipt' as const, items: 2 + (index % 6) })),
    ...Array.from({ length: 10 }, () => ({ kind: 'shipping-label' as const, items: 0 })),
    ...Array.from({ length: 8 }, () => ({ kind: 'barcode' as const, items: 0 })),
  ];
  return Promise.all(
    shapes.map(async (shape, index) => {
      const document = inventDocument(createRandom(seed * 1000 + index), shape, { day, currency: 'EUR' });
      const original = await sharp(Buffer.from(draw(document)))
        .jpeg({ quality: 72 })
        .toBuffer();
      const view = sharp(original);
      const [thumbnail, large] = await Promise.all([
        view.clone().resize(320, 320, { fit: 'inside' }).webp({ quality: 70 }).toBuffer(),
        view.clone().webp({ quality: 75 }).toBuffer(),
      ]);
      const sha256 = createHash('sha256').update(original).digest('hex');
      return { shape, document, original, sha256, thumbnail, view: large };
    }),
  );
}

function draw({ width, height, lines, barcode }: SeedDocument): string {
  const texts = lines.map(({ text, box }) => {
    const [[x, y], [right]] = box;
    // Stretched to its box, whatever letters this machine has.
    return `<text x="${x}" y="${y + 25}" textLength="${right - x}" lengthAdjust="spacingAndGlyphs" font-family="monospace" font-size="26">${asXml(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fbfaf6"/><g fill="#1b1b1b">${texts.join('')}${barcode ? bars(barcode) : ''}</g></svg>`;
}

const asXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const oddDigits = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];
const parities = [
  '000000',
  '001011',
  '001101',
  '001110',
  '010011',
  '011001',
  '011100',
  '010101',
  '010110',
  '011010',
];

/** The modules of an EAN-13 (ISO/IEC 15420). */
export function ean13Modules(gtin: string): string {
  const invert = (code: string) => [...code].map((bit) => (bit === '1' ? '0' : '1')).join('');
  const reverse = (code: string) => [...code].reverse().join('');
  const digits = [...gtin].map(Number);
  const parity = parities[digits[0]!]!;
  const leftHalf = digits
    .slice(1, 7)
    .map((digit, index) => (parity[index] === '0' ? oddDigits[digit]! : reverse(invert(oddDigits[digit]!))));
  const rightHalf = digits.slice(7).map((digit) => invert(oddDigits[digit]!));
  return `101${leftHalf.join('')}01010${rightHalf.join('')}101`;
}

function bars({ text, box }: NonNullable<SeedDocument['barcode']>): string {
  const [[x, y], , [, bottom]] = box;
  return [...ean13Modules(text)]
    .map((bit, index) =>
      bit === '1' ? `<rect x="${x + index * 4}" y="${y}" width="4" height="${bottom - y}"/>` : '',
    )
    .join('');
}
