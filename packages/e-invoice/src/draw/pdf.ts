// cspell:ignore beginbfchar nendbfchar findresource begincmap begincodespacerange nendcodespacerange endcmap currentdict defineresource
import { font } from './font.ts';

/** A page of text as a PDF (ISO 32000-1, 7.5), its codes being those of characters below U+10000. */
export interface PdfPages {
  width: number;
  height: number;
  /** Content of each, with the font as `/F`. */
  contents: readonly string[];
  /** All that are in them. */
  codes: ReadonlySet<number>;
}

const encoder = new TextEncoder();

export function writePdf({ width, height, contents, codes }: PdfPages): Uint8Array<ArrayBuffer> {
  const kids = contents.map((_, page) => `${firstPage + 2 * page} 0 R`).join(' ');
  const objects: (string | Uint8Array)[][] = [
    ['<</Type/Catalog/Pages 2 0 R>>'],
    [
      `<</Type/Pages/Count ${contents.length}/Kids[${kids}]/MediaBox[0 0 ${width} ${height}]/Resources<</Font<</F 3 0 R>>>>>>`,
    ],
    ...fontObjects([...codes].sort((a, b) => a - b)),
    ...contents.flatMap((content, index) => [
      [`<</Type/Page/Parent 2 0 R/Contents ${firstPage + 2 * index + 1} 0 R>>`],
      stream(encoder.encode(content)),
    ]),
  ];
  const parts: Uint8Array[] = [];
  let length = 0;
  const put = (part: string | Uint8Array): void => {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  put('%PDF-1.4\n');
  const offsets = objects.map((object, index) => {
    const offset = length;
    for (const part of [`${index + 1} 0 obj\n`, ...object, '\nendobj\n']) put(part);
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  put(
    `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`,
  );
  return joined(parts, length);
}

/** Number of the object of the first page: the catalog, the pages and six objects of the font are before it. */
const firstPage = 9;
const name = 'NotoSans-Regular';

/** The font with the glyph, the width and the text of each code (ISO 32000-1, 9.7 and 9.10.3). */
function fontObjects(codes: readonly number[]): (string | Uint8Array)[][] {
  const { bytes, ascent, descent, box, glyphOf, widthOf } = font();
  const widths = codes.map((code) => `${code}[${widthOf(code)}]`).join('');
  const glyphs = new Uint8Array(2 * ((codes.at(-1) ?? 0) + 1));
  for (const code of codes) new DataView(glyphs.buffer).setUint16(2 * code, glyphOf(code));
  return [
    [
      `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[4 0 R]/ToUnicode 8 0 R>>`,
    ],
    [
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 5 0 R/CIDToGIDMap 7 0 R/W[${widths}]>>`,
    ],
    [
      `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${box.join(' ')}]/ItalicAngle 0/Ascent ${ascent}/Descent ${descent}/CapHeight 714/StemV 80/FontFile2 6 0 R>>`,
    ],
    stream(bytes, `/Length1 ${bytes.length}`),
    stream(glyphs),
    stream(encoder.encode(textMap(codes))),
  ];
}

/** A section has at most a hundred. */
function textMap(codes: readonly number[]): string {
  const sections = Array.from({ length: Math.ceil(codes.length / 100) }, (_, index) => {
    const some = codes.slice(100 * index, 100 * index + 100);
    const rows = some.map((code) => `<${hexOf([code])}><${hexOf([code])}>`);
    return `${some.length} beginbfchar\n${rows.join('\n')}\nendbfchar`;
  });
  return [
    '/CIDInit/ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def /CMapName/Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange\n<0000><ffff>\nendcodespacerange',
    ...sections,
    'endcmap CMapName currentdict/CMap defineresource pop end end',
  ].join('\n');
}

const stream = (bytes: Uint8Array, more = ''): (string | Uint8Array)[] => [
  `<</Length ${bytes.length}${more}>>stream\n`,
  bytes,
  '\nendstream',
];

export const hexOf = (codes: readonly number[]): string =>
  codes.map((code) => code.toString(16).padStart(4, '0')).join('');

function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
