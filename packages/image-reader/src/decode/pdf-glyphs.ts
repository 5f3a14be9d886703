import type { Point, Quad } from '../reading.ts';

/** One character as a PDF says it stands on the page. What is drawn there may be something else. */
export interface PdfGlyph {
  /** What it is in Unicode, compatibility forms of letters (ﬁ) written out; `' '` between words. */
  text: string;
  /** Advance width by ascent and descent of the font, in pixels of the drawn page. */
  box: Quad;
  /** Pixels the glyph's outline takes: left, top, right, bottom. */
  ink: readonly [left: number, top: number, right: number, bottom: number];
  /** Glyphs of one font have the same number. */
  font: number;
  /** Pixels of the font's em. */
  size: number;
  /** False where the file says that it is not drawn. */
  isDrawn: boolean;
}

/** The part of pdfium that tells characters. Pointers and handles are numbers, 0 is none. */
export interface PdfiumText {
  HEAPU8: Uint8Array;
  wasmExports: { malloc(bytes: number): number };
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetUnicode(text: number, index: number): number;
  _FPDFText_IsGenerated(text: number, index: number): number;
  _FPDFText_HasUnicodeMapError(text: number, index: number): number;
  _FPDFText_GetTextObject(text: number, index: number): number;
  _FPDFText_GetCharAngle(text: number, index: number): number;
  _FPDFText_GetFontSize(text: number, index: number): number;
  _FPDFText_GetLooseCharBox(text: number, index: number, rect: number): number;
  _FPDFText_GetCharBox(
    text: number,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ): number;
  _FPDFText_GetFillColor(text: number, index: number, r: number, g: number, b: number, a: number): number;
  _FPDFTextObj_GetTextRenderMode(object: number): number;
  _FPDFTextObj_GetFont(object: number): number;
  _FPDF_PageToDevice(
    page: number,
    startX: number,
    startY: number,
    width: number,
    height: number,
    rotate: number,
    x: number,
    y: number,
    atX: number,
    atY: number,
  ): number;
}

/** More characters than any page that is read has; a page with more is read by its picture alone. */
const mostCharacters = 60_000;
/** `FPDF_TextRenderMode`: from 3 on nothing is painted, or what is painted only cuts out. */
const invisibleMode = 3;
const strokeAndClip = 6;
const leastAlpha = 40;
/** `FPDF_PageToDevice` gives whole numbers: parts of a pixel it is asked for. */
const parts = 16;

/**
 * The characters of a page in the order of its file, in pixels of the page as it was drawn. Only those that stand upright or
 * turned by a quarter are told; all others are left to the picture.
 *
 * @param width pixels of the drawn page.
 */
export function pdfGlyphs(pdfium: PdfiumText, page: number, width: number, height: number): PdfGlyph[] {
  const text = pdfium._FPDFText_LoadPage(page);
  if (text === 0) return [];
  const count = pdfium._FPDFText_CountChars(text);
  if (count <= 0 || count > mostCharacters) return [];
  const toPicture = pageToPicture(pdfium, page, width, height);
  const at = pdfium.wasmExports.malloc(64);
  if (at === 0) return [];
  const fonts = new Map<number, number>();
  const glyphs: PdfGlyph[] = [];
  for (let index = 0; index < count; index++) {
    const code = pdfium._FPDFText_GetUnicode(text, index);
    const object = pdfium._FPDFText_GetTextObject(text, index);
    const isGenerated = pdfium._FPDFText_IsGenerated(text, index) === 1;
    if (isGenerated || code === 0x20 || code === 0xa0 || code === 0x0d || code === 0x0a) {
      const last = glyphs.at(-1);
      if (last && last.text !== ' ') glyphs.push({ ...last, text: ' ' });
      continue;
    }
    if (object === 0 || !pdfium._FPDFText_GetLooseCharBox(text, index, at)) continue;
    const angle = pdfium._FPDFText_GetCharAngle(text, index);
    const quarter = Math.round(angle / (Math.PI / 2));
    if (Math.abs(angle - quarter * (Math.PI / 2)) > 0.02) continue;
    const view = new DataView(pdfium.HEAPU8.buffer);
    // A rectangle: left, top, right, bottom as the page counts, from below.
    const [left, top, right, bottom] = [0, 4, 8, 12].map((by) => view.getFloat32(at + by, true)) as [
      number,
      number,
      number,
      number,
    ];
    const corners: Quad = [
      toPicture(left, top),
      toPicture(right, top),
      toPicture(right, bottom),
      toPicture(left, bottom),
    ];
    const ink = pdfium._FPDFText_GetCharBox(text, index, at, at + 8, at + 16, at + 24)
      ? boundsOf(
          [0, 8].flatMap((x) =>
            [16, 24].map((y) => toPicture(view.getFloat64(at + x, true), view.getFloat64(at + y, true))),
          ),
        )
      : boundsOf(corners);
    const turned = (((quarter % 4) + 4) % 4) as 0 | 1 | 2 | 3;
    const box = [0, 1, 2, 3].map((k) => corners[(k + turned) % 4]) as Quad;
    if (!box.every((point) => point.every(Number.isFinite)) || !ink.every(Number.isFinite)) continue;
    const fontHandle = pdfium._FPDFTextObj_GetFont(object);
    const font = fonts.get(fontHandle) ?? fonts.size;
    fonts.set(fontHandle, font);
    const glyph: PdfGlyph = {
      text: pdfium._FPDFText_HasUnicodeMapError(text, index) === 1 ? '\ufffd' : written(code),
      box,
      ink,
      font,
      size: Math.hypot(box[3][0] - box[0][0], box[3][1] - box[0][1]),
      isDrawn: isDrawn(pdfium, text, index, object, at),
    };
    const last = glyphs.at(-1);
    if (last && isCastWith(last, glyph)) glyphs[glyphs.length - 1] = castTogether(last, glyph);
    else glyphs.push(glyph);
  }
  return glyphs;
}

/** Whether a character is one more of the same glyph: pdfium gives each the whole box, and a share of the outline. */
function isCastWith(last: PdfGlyph, { font, box, ink }: PdfGlyph): boolean {
  const [from, to] = [last.box[0], box[0]];
  return (
    last.text !== ' ' &&
    last.font === font &&
    Math.hypot(from[0] - to[0], from[1] - to[1]) < 0.25 &&
    (ink[0] > last.ink[2] - 0.5 || ink[1] > last.ink[3] - 0.5 || ink[3] < last.ink[1] + 0.5)
  );
}

function castTogether(last: PdfGlyph, { text, ink }: PdfGlyph): PdfGlyph {
  const outline = [0, 1, 2, 3].map((k) =>
    (k < 2 ? Math.min : Math.max)(last.ink[k] as number, ink[k] as number),
  ) as unknown as PdfGlyph['ink'];
  const [a, b, , d] = last.box;
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [alongX, alongY] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  // The box of the first letter alone; the outline says how far all of them reach.
  const reach = Math.max(
    length,
    ...[outline[0], outline[2]].flatMap((x) =>
      [outline[1], outline[3]].map((y) => (x - a[0]) * alongX + (y - a[1]) * alongY),
    ),
  );
  const far = ([x, y]: Point): Point => [x + alongX * reach, y + alongY * reach];
  return { ...last, text: last.text + text, ink: outline, box: [a, far(a), far(d), d] };
}

/** Letters that were cast together are written apart; what is for the use of one font is nobody's letter. */
function written(code: number): string {
  const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xf8ff) || code >= 0xfff0;
  if (isNone && !(code > 0xffff && code <= 0xeffff)) return '\ufffd';
  const text = String.fromCodePoint(code);
  return code >= 0xfb00 && code <= 0xfb06 ? text.normalize('NFKC') : text;
}

function isDrawn(pdfium: PdfiumText, text: number, index: number, object: number, at: number): boolean {
  const mode = pdfium._FPDFTextObj_GetTextRenderMode(object);
  if (mode === invisibleMode || mode > strokeAndClip) return false;
  const known = pdfium._FPDFText_GetFillColor(text, index, at, at + 4, at + 8, at + 12);
  return !known || (pdfium.HEAPU8[at + 12] as number) >= leastAlpha;
}

/** The part of pdfium that tells where things lie. */
export type Placing = Pick<PdfiumText, 'HEAPU8' | 'wasmExports' | '_FPDF_PageToDevice'>;

/** Where points of a page lie on its drawing, whatever its own rotation and crop are. */
export function pageToPicture(
  pdfium: Placing,
  page: number,
  width: number,
  height: number,
): (x: number, y: number) => Point {
  const at = pdfium.wasmExports.malloc(8);
  const ask = (x: number, y: number): Point => {
    pdfium._FPDF_PageToDevice(page, 0, 0, width * parts, height * parts, 0, x, y, at, at + 4);
    const view = new DataView(pdfium.HEAPU8.buffer);
    return [view.getInt32(at, true) / parts, view.getInt32(at + 4, true) / parts];
  };
  // Far apart, so that rounding counts little.
  const far = 1000;
  const [origin, right, up] = [ask(0, 0), ask(far, 0), ask(0, far)];
  return (x, y) => [
    origin[0] + (x * (right[0] - origin[0]) + y * (up[0] - origin[0])) / far,
    origin[1] + (x * (right[1] - origin[1]) + y * (up[1] - origin[1])) / far,
  ];
}

function boundsOf(points: readonly Point[]): [number, number, number, number] {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
