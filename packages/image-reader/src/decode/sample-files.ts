// cspell:ignore Acro Filespec Flate Annot Annots feff findresource begincmap begincodespacerange endcodespacerange beginbfchar endbfchar endcmap packbits
/** Files the tests of decoding are made of; nothing else imports this. */
import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { RgbaImage } from '../image.ts';

const colours = {
  red: [220, 30, 30],
  green: [30, 180, 30],
  blue: [30, 30, 220],
  white: [250, 250, 250],
} as const;
type Colour = keyof typeof colours;

/** 96 x 64 pixels: red, green, blue, white quadrants, left to right, top to bottom. */
export const quadrants = { width: 96, height: 64, expected: ['red', 'green', 'blue', 'white'] as Colour[] };

/** The picture of {@link quadrants}, stored so that the given EXIF orientation turns it upright. */
export function drawQuadrants(orientation = 1): Sharp {
  const { width, height } = quadrants;
  const turned = orientation >= 5;
  const stored = { width: turned ? height : width, height: turned ? width : height };
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let [sx, sy] = turned ? [y, x] : [x, y];
      if ([2, 3, 7, 8].includes(orientation)) sx = stored.width - 1 - sx;
      if ([3, 4, 6, 7].includes(orientation)) sy = stored.height - 1 - sy;
      const colour = quadrants.expected[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)]!;
      data.set(colours[colour], (sy * stored.width + sx) * 3);
    }
  }
  return sharp(data, { raw: { ...stored, channels: 3 } });
}

/** Names of the colours in the middle of the four quadrants: the nearest of those drawn. */
export function seenQuadrants({ width, height, data }: RgbaImage): Colour[] {
  return [0, 1, 2, 3].map((quadrant) => {
    const x = Math.floor(width * (quadrant % 2 === 0 ? 0.25 : 0.75));
    const y = Math.floor(height * (quadrant < 2 ? 0.25 : 0.75));
    const pixel = data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3);
    const distance = (colour: Colour): number =>
      colours[colour].reduce((sum, value, channel) => sum + (value - pixel[channel]!) ** 2, 0);
    return (Object.keys(colours) as Colour[]).reduce((best, colour) =>
      distance(colour) < distance(best) ? colour : best,
    );
  });
}

/** A PDF of square pages (200 points), each with a black square in its lower left quarter. */
export function makePdf(pages: number, trailer = ''): Uint8Array {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${Array.from({ length: pages }, (_, page) => `${3 + page * 2} 0 R`).join(' ')}]>>`,
  ];
  for (let page = 0; page < pages; page++) {
    const drawing = '0 0 100 100 re f';
    objects.push(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents ${4 + page * 2} 0 R>>`);
    objects.push(`<</Length ${drawing.length}>>stream\n${drawing}\nendstream`);
  }
  return writePdf(objects, trailer);
}

/** What stands on a page of {@link makePdfPage}. */
export interface PdfContent {
  /** Operators of the content stream. Fonts are `/F1` (Helvetica) and `/F2`, a picture is `/I1`. */
  drawing: string;
  /** Degrees the page is turned by. */
  rotate?: 0 | 90 | 180 | 270;
  /** What `/F2`, which draws as Helvetica does, says that its characters are: code by what stands there for programs. */
  says?: Record<string, string>;
  /** Grey values of `/I1`. */
  picture?: { width: number; height: number; data: Uint8Array };
}

/** A PDF of one page, 400 points wide and 200 high. */
export function makePdfPage({ drawing, rotate = 0, says = {}, picture }: PdfContent): Uint8Array {
  const hex = (text: string): string =>
    [...text].map((c) => c.charCodeAt(0).toString(16).padStart(4, '0')).join('');
  const pairs = Object.entries(says).map(([drawn, said]) => `<${hex(drawn).slice(2)}> <${hex(said)}>`);
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def
1 begincodespacerange <00> <ff> endcodespacerange
${pairs.length} beginbfchar
${pairs.join('\n')}
endbfchar endcmap end end`;
  const pixels = picture
    ? [...picture.data].map((value) => value.toString(16).padStart(2, '0')).join('')
    : '00';
  const { width = 1, height = 1 } = picture ?? {};
  return writePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/Rotate ${rotate}/MediaBox[0 0 400 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>/XObject<</I1 8 0 R>>>>>>`,
    `<</Length ${drawing.length}>>stream\n${drawing}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 7 0 R>>',
    `<</Length ${map.length}>>stream\n${map}\nendstream`,
    `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/ASCIIHexDecode/Length ${pixels.length + 1}>>stream\n${pixels}>\nendstream`,
  ]);
}

function writePdf(objects: readonly string[], trailer = ''): Uint8Array {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return at;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R${trailer}>>\n`;
  return new TextEncoder().encode(`${text}startxref\n${text.indexOf('xref\n0')}\n%%EOF`);
}

/** A PDF that asks for a password nobody knows (standard security handler, revision 2). */
export function makeEncryptedPdf(): Uint8Array {
  const zeros = '0'.repeat(64);
  return makePdf(1, `/Encrypt<</Filter/Standard/V 1/R 2/O<${zeros}>/U<${zeros}>/P -4>>/ID[<00><00>]`);
}

/** Signature and header of a PNG that claims a size, and a few bytes that are no pixels. */
export function makePngHeader(width: number, height: number): Uint8Array {
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  return Uint8Array.of(
    ...signature,
    ...pngChunk('IHDR', header),
    ...pngChunk('IDAT', new Uint8Array(64)),
    ...pngChunk('IEND', new Uint8Array()),
  );
}

function pngChunk(type: string, body: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(12 + body.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, body.length);
  chunk.set(new TextEncoder().encode(type), 4);
  chunk.set(body, 8);
  let crc = -1;
  for (const byte of chunk.subarray(4, 8 + body.length)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  view.setInt32(8 + body.length, ~crc);
  return chunk;
}

export interface BmpOptions {
  bits: 1 | 4 | 8 | 16 | 24 | 32;
  topDown?: boolean;
  rle?: boolean;
  /** `BITFIELDS` with 5-6-5 (16 bit) or blue-green-red order swapped (32 bit). */
  bitFields?: boolean;
}

/** The picture of {@link quadrants} as a Windows bitmap; 1 bit has only black (first two) and white. */
export function makeBmp({ bits, topDown = false, rle = false, bitFields = false }: BmpOptions): Uint8Array {
  const { width, height } = quadrants;
  const palette = bits === 1 ? [[0, 0, 0], colours.white] : Object.values(colours);
  const indexAt = (x: number, y: number): number => {
    const quadrant = (y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1);
    return bits === 1 ? Number(quadrant >= 2) : quadrant;
  };
  const pixels: number[] = [];
  for (let row = 0; row < height; row++) {
    const y = topDown ? row : height - 1 - row;
    if (rle) {
      for (const from of [0, width / 2]) {
        const index = indexAt(from, y);
        pixels.push(width / 2, bits === 8 ? index : index * 17);
      }
      pixels.push(0, row === height - 1 ? 1 : 0);
      continue;
    }
    const line: number[] = [];
    for (let x = 0; x < width; x++) {
      const index = indexAt(x, y);
      const [red, green, blue] = (palette[index] ?? [0, 0, 0]) as [number, number, number];
      if (bits === 8) line.push(index);
      else if (bits < 8) {
        const perByte = 8 / bits;
        if (x % perByte === 0) line.push(0);
        line[line.length - 1]! |= index << (8 - bits - (x % perByte) * bits);
      } else if (bits === 16) {
        const packed = bitFields
          ? ((red >> 3) << 11) | ((green >> 2) << 5) | (blue >> 3)
          : ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
        line.push(packed & 255, packed >> 8);
      } else if (bits === 24) line.push(blue, green, red);
      else line.push(...(bitFields ? [red, green, blue, 0] : [blue, green, red, 0]));
    }
    while (line.length % 4 !== 0) line.push(0);
    pixels.push(...line);
  }
  const masks = !bitFields ? [] : bits === 16 ? [0xf800, 0x07e0, 0x001f] : [0x0000ff, 0x00ff00, 0xff0000];
  const paletteBytes = bits <= 8 ? palette.length * 4 : 0;
  const pixelsAt = 54 + masks.length * 4 + paletteBytes;
  const bytes = new Uint8Array(pixelsAt + pixels.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, bytes.length, true);
  view.setUint32(10, pixelsAt, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, width, true);
  view.setInt32(22, topDown ? -height : height, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, bits, true);
  view.setUint32(30, bitFields ? 3 : rle ? (bits === 8 ? 1 : 2) : 0, true);
  if (bits <= 8) view.setUint32(46, palette.length, true);
  masks.forEach((mask, index) => {
    view.setUint32(54 + index * 4, mask, true);
  });
  if (bits <= 8) {
    palette.forEach(([red, green, blue], index) => {
      bytes.set([blue!, green!, red!, 0], 54 + index * 4);
    });
  }
  bytes.set(pixels, pixelsAt);
  return bytes;
}

export interface FormField {
  /** `Tx`, `Ch` or `Btn`. */
  type: string;
  /** PDF syntax of the value: `(text)`, `<feff…>`, `/Yes`. */
  value: string;
  /** From the bottom of the page, points. */
  y: number;
  height?: number;
  /** More entries of the field, such as `/AP<<…>>`. */
  more?: string;
}

/** A PDF of one page, 400 by 300 points, with fields 260 points wide that no appearance draws unless they bring one. */
export function makeFormPdf(fields: readonly FormField[], acroForm = ''): Uint8Array {
  const references = fields.map((_, index) => `${6 + index} 0 R`).join(' ');
  const drawing = 'BT /F1 12 Tf 20 270 Td (Service report) Tj ET';
  const empty = '/Tx BMC EMC';
  return writePdf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${references}]/DA(/F1 12 Tf 0 g)${acroForm}>>>>`,
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R/Annots[${references}]/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>`,
    `<</Length ${drawing.length}>>stream\n${drawing}\nendstream`,
    `<</Type/XObject/Subtype/Form/BBox[0 0 260 20]/Length ${empty.length}>>stream\n${empty}\nendstream`,
    ...fields.map(
      ({ type, value, y, height = 20, more = '' }, index) =>
        `<</Type/Annot/Subtype/Widget/F 4/FT/${type}/T(f${index})/P 3 0 R/Rect[100 ${y} 360 ${y + height}]/V${value}/DA(/F1 12 Tf 0 g)${more}>>`,
    ),
  ]);
}

/** A PDF of one empty page with files in it, each packed by `packing`. */
export function makePdfWithFiles(
  files: readonly { name: string; content: Uint8Array; packing?: string }[],
): Uint8Array {
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  const named = (name: string): string => `<feff${hex(Buffer.from(name, 'utf16le').swap16())}>`;
  const names = files.map((_, index) => `(f${index}) ${4 + 2 * index} 0 R`).join(' ');
  return writePdf([
    `<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[${names}]>>>>>>`,
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
    ...files.flatMap(({ name, content, packing = '/FlateDecode' }, index) => {
      const stream = hex(packing === '' ? content : deflateSync(content));
      return [
        `<</Type/Filespec/F${named(name)}/UF${named(name)}/EF<</F ${5 + 2 * index} 0 R>>>>`,
        `<</Type/EmbeddedFile/Filter[/ASCIIHexDecode${packing}]/Length ${stream.length}>>stream\n${stream}\nendstream`,
      ];
    }),
  ]);
}

/** Pictures of 64 × 64 grey pixels whose headers promise `side` × `side`, by format. */
export async function makePromises(side: number): Promise<Record<string, Uint8Array>> {
  const small = sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } });
  const tiff = async (compression: 'none' | 'lzw' | 'deflate' | 'packbits' | 'jpeg'): Promise<Uint8Array> => {
    const bytes = await small.clone().tiff({ compression }).toBuffer();
    const from = bytes.readUInt32LE(4);
    for (let entry = 0; entry < bytes.readUInt16LE(from); entry++) {
      const at = from + 2 + entry * 12;
      // Width, height and rows of a strip.
      if ([256, 257, 278].includes(bytes.readUInt16LE(at))) bytes.writeUInt16LE(side, at + 8);
    }
    return bytes;
  };
  const jpeg = await small.clone().jpeg().toBuffer();
  const frame = jpeg.indexOf(Uint8Array.of(0xff, 0xc0));
  jpeg.writeUInt16BE(side, frame + 5);
  jpeg.writeUInt16BE(side, frame + 7);
  const gif = await small.clone().gif().toBuffer();
  const descriptor = gif.indexOf(Uint8Array.of(0x2c, 0, 0, 0, 0, 64, 0, 64, 0));
  for (const at of [6, 8, descriptor + 5, descriptor + 7]) gif.writeUInt16LE(side, at);
  const webp = await small.clone().webp().toBuffer();
  for (const at of [6, 8]) webp.writeUInt16LE(side, webp.indexOf('VP8 ') + 8 + at);
  const bmp = makeBmp({ bits: 8, rle: true });
  for (const at of [18, 22]) new DataView(bmp.buffer).setInt32(at, side, true);
  return {
    JPEG: jpeg,
    GIF: gif,
    WebP: webp,
    BMP: bmp,
    TIFF: await tiff('none'),
    'TIFF with LZW': await tiff('lzw'),
    'TIFF with Deflate': await tiff('deflate'),
    'TIFF with PackBits': await tiff('packbits'),
    'TIFF with JPEG': await tiff('jpeg'),
  };
}
