// cspell:ignore FPDFDOC FORMFILLINFO annot formfill Helv
/**
 * Fields of forms, which pdfium draws apart from their page. Programs that fill forms in often leave the drawing of the values to
 * the viewer: each such value is given a plain appearance first, so that it is seen where it belongs.
 */
import type { Quad } from '../reading.ts';
import { type Placing, pageToPicture } from './pdf-glyphs.ts';

/** The part of pdfium that tells fields. Pointers and handles are numbers, 0 is none. */
export interface PdfiumForms extends Placing {
  _FPDFDOC_InitFormFillEnvironment(document: number, info: number): number;
  _FPDFPage_GetAnnotCount(page: number): number;
  _FPDFPage_GetAnnot(page: number, index: number): number;
  _FPDFAnnot_GetSubtype(annotation: number): number;
  _FPDFAnnot_GetFlags(annotation: number): number;
  _FPDFAnnot_GetRect(annotation: number, rect: number): number;
  _FPDFAnnot_GetAP(annotation: number, mode: number, at: number, bytes: number): number;
  _FPDFAnnot_SetAP(annotation: number, mode: number, at: number): number;
  _FPDFAnnot_HasKey(annotation: number, key: number): number;
  _FPDFAnnot_GetFormFieldType(form: number, annotation: number): number;
  _FPDFAnnot_GetFormFieldFlags(form: number, annotation: number): number;
  _FPDFAnnot_GetFormFieldValue(form: number, annotation: number, at: number, bytes: number): number;
  _FPDFAnnot_GetFontSize(form: number, annotation: number, at: number): number;
  _FPDFAnnot_IsChecked(form: number, annotation: number): number;
}

/** A value that its page cannot show. */
export interface MissingValue {
  text: string;
  /** The field's place, in pixels of the drawn page. */
  box: Quad;
}

/** Numbers of public/fpdf_annot.h and fpdf_formfill.h, and flags of ISO 32000-1, 12.5.3 and 12.7.4.3. */
const widget = 20;
const hiddenFlags = 0x02 | 0x20;
const normal = 0;
const checkBox = 2;
const radioButton = 3;
const writtenTypes = new Set([4, 5, 6]);
const multiline = 1 << 12;
const password = 1 << 13;
/** `FPDF_FORMFILLINFO` without any callback; its first version is that of builds without XFA. */
const infoBytes = 256;
const infoVersion = 1;
/** More fields than any form that is read has, and the longest value that is drawn. */
const mostFields = 2000;
const mostBytes = 20_000;
/** Points: letters where the field names no size, the space beside them, and lines in heights of the letters. */
const usualSize = 11;
const leastSize = 4;
const padding = 2;
const lineShare = 1.2;
/** Mean width of a letter of Helvetica, in its size, with some to spare. */
const letterShare = 0.56;

/** The fields of a page, ready to be drawn. */
export interface PageFields {
  /** What `FPDF_FFLDraw` draws; 0 where the page has no fields. */
  form: number;
  /** Values that cannot be drawn. */
  missing: MissingValue[];
}

/**
 * Gives the values that a page's fields hold and do not show an appearance.
 *
 * @param size of the page as it will be drawn, pixels.
 */
export function pageFields(
  pdfium: PdfiumForms,
  document: number,
  page: number,
  size: { width: number; height: number },
): PageFields {
  const none: PageFields = { form: 0, missing: [] };
  const count = Math.min(mostFields, pdfium._FPDFPage_GetAnnotCount(page));
  const fields: number[] = [];
  for (let index = 0; index < count; index++) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index);
    if (annotation === 0 || pdfium._FPDFAnnot_GetSubtype(annotation) !== widget) continue;
    if ((pdfium._FPDFAnnot_GetFlags(annotation) & hiddenFlags) === 0) fields.push(annotation);
  }
  if (fields.length === 0) return none;
  const info = pdfium.wasmExports.malloc(infoBytes);
  const at = pdfium.wasmExports.malloc(mostBytes);
  if (info === 0 || at === 0) return none;
  pdfium.HEAPU8.fill(0, info, info + infoBytes);
  new DataView(pdfium.HEAPU8.buffer).setInt32(info, infoVersion, true);
  const form = pdfium._FPDFDOC_InitFormFillEnvironment(document, info);
  if (form === 0) return none;
  const toPicture = pageToPicture(pdfium, page, size.width, size.height);
  const missing = fields.flatMap((annotation): MissingValue[] => {
    const value = missingValue(pdfium, form, annotation, at);
    if (value === undefined) return [];
    const rect = rectOf(pdfium, annotation, at);
    const drawing = rect && (value.isMark ? markIn(rect) : textIn(rect, value));
    if (rect && drawing && setAppearance(pdfium, annotation, drawing)) return [];
    const { left, right, top, bottom } = rect ?? { left: 0, right: 0, top: 0, bottom: 0 };
    const box: Quad = [
      toPicture(left, top),
      toPicture(right, top),
      toPicture(right, bottom),
      toPicture(left, bottom),
    ];
    return [{ text: value.text, box }];
  });
  return { form, missing };
}

interface FieldValue {
  text: string;
  isMark: boolean;
  isMultiline: boolean;
  /** Points; undefined where the field leaves it open. */
  size: number | undefined;
}

/** What a field holds and its appearance has no text for; undefined where it holds nothing, or shows something. */
function missingValue(
  pdfium: PdfiumForms,
  form: number,
  annotation: number,
  at: number,
): FieldValue | undefined {
  const type = pdfium._FPDFAnnot_GetFormFieldType(form, annotation);
  if (type === checkBox || type === radioButton) {
    const isShown = hasKey(pdfium, annotation, 'AP', at) || !pdfium._FPDFAnnot_IsChecked(form, annotation);
    return isShown ? undefined : { text: 'X', isMark: true, isMultiline: false, size: undefined };
  }
  if (!writtenTypes.has(type)) return undefined;
  const flags = pdfium._FPDFAnnot_GetFormFieldFlags(form, annotation);
  if (type === 6 && (flags & password) !== 0) return undefined;
  const bytes = pdfium._FPDFAnnot_GetFormFieldValue(form, annotation, at, mostBytes);
  if (bytes <= 2 || bytes > mostBytes) return undefined;
  const text = textAt(pdfium, at, bytes);
  if (text.trim() === '' || showsText(pdfium, annotation, at)) return undefined;
  const size = pdfium._FPDFAnnot_GetFontSize(form, annotation, at)
    ? new DataView(pdfium.HEAPU8.buffer).getFloat32(at, true)
    : 0;
  return {
    text,
    isMark: false,
    isMultiline: type === 6 && (flags & multiline) !== 0,
    size: size >= leastSize ? size : undefined,
  };
}

/** Whether an appearance writes anything, or draws what may be text: an empty one only marks the place. */
function showsText(pdfium: PdfiumForms, annotation: number, at: number): boolean {
  const bytes = pdfium._FPDFAnnot_GetAP(annotation, normal, at, mostBytes);
  if (bytes > mostBytes) return true;
  return bytes > 2 && /\b(?:Tj|TJ|Do)\b|['"]\s/.test(textAt(pdfium, at, bytes));
}

function hasKey(pdfium: PdfiumForms, annotation: number, key: string, at: number): boolean {
  pdfium.HEAPU8.set([...key].map((c) => c.charCodeAt(0)).concat(0), at);
  return pdfium._FPDFAnnot_HasKey(annotation, at) !== 0;
}

/** UTF-16, its end marked by a nought. */
function textAt(pdfium: PdfiumForms, at: number, bytes: number): string {
  return new TextDecoder('utf-16le').decode(pdfium.HEAPU8.slice(at, at + bytes - 2));
}

/** Points of the page. */
interface Rect {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function rectOf(pdfium: PdfiumForms, annotation: number, at: number): Rect | undefined {
  if (!pdfium._FPDFAnnot_GetRect(annotation, at)) return undefined;
  const view = new DataView(pdfium.HEAPU8.buffer);
  const [a, b, c, d] = [0, 4, 8, 12].map((by) => view.getFloat32(at + by, true)) as [
    number,
    number,
    number,
    number,
  ];
  const rect = {
    left: Math.min(a, c),
    right: Math.max(a, c),
    bottom: Math.min(b, d),
    top: Math.max(b, d),
  };
  return rect.right - rect.left > 2 * padding && rect.top - rect.bottom > leastSize ? rect : undefined;
}

const number = (value: number): string => value.toFixed(2);

/** A cross, as pens make it. */
function markIn({ left, right, top, bottom }: Rect): string {
  const [dx, dy] = [0.2 * (right - left), 0.2 * (top - bottom)];
  const line = (fromY: number, toY: number): string =>
    `${number(left + dx)} ${number(fromY)} m ${number(right - dx)} ${number(toY)} l S`;
  return `q 0 G 1.2 w ${line(bottom + dy, top - dy)} ${line(top - dy, bottom + dy)} Q`;
}

/** Operators that write a text into a field; undefined where the font every viewer has lacks one of its characters. */
function textIn(
  { left, right, top, bottom }: Rect,
  { text, isMultiline, size }: FieldValue,
): string | undefined {
  const width = right - left - 2 * padding;
  const height = top - bottom;
  const paragraphs = text.split(/\r\n|\r|\n/);
  const linesAt = (points: number): string[] =>
    isMultiline
      ? paragraphs.flatMap((one) => wrapped(one, Math.max(1, Math.floor(width / (letterShare * points)))))
      : [paragraphs.join(' ')];
  const fits = (points: number): boolean => {
    const lines = linesAt(points);
    const longest = Math.max(...lines.map(({ length }) => length));
    return (
      lines.length * lineShare * points <= height + points / 2 && longest * letterShare * points <= width
    );
  };
  let points = size ?? Math.min(usualSize, 0.75 * height);
  while (points > leastSize && !fits(points)) points -= 0.5;
  const lines = linesAt(points).map(encoded);
  if (lines.includes(undefined)) return undefined;
  const first = isMultiline ? top - padding - points : bottom + (height - points) / 2 + 0.22 * points;
  const step = number(-lineShare * points);
  const shown = lines.map((line, index) => `${index === 0 ? '' : `0 ${step} Td `}(${line}) Tj`).join(' ');
  return `q 0 g BT /Helv ${number(points)} Tf ${number(left + padding)} ${number(first)} Td ${shown} ET Q`;
}

/** A paragraph in lines of so many characters, parted between words. */
function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length === 0 ? [''] : lines;
}

/** Characters of WinAnsi beyond Latin-1, from 0x80 on; a nought where there is none (ISO 32000-1, annex D.2). */
const windows = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';

/** A string of a content stream in WinAnsi, with nothing but ASCII in it. */
function encoded(text: string): string | undefined {
  let out = '';
  for (const character of text.normalize('NFC').replaceAll('\t', ' ')) {
    const point = character.codePointAt(0) as number;
    const beyond = windows.indexOf(character);
    const code = beyond >= 0 && character !== '\0' ? 0x80 + beyond : point;
    if (beyond < 0 && (point > 0xff || point < 0x20 || (point >= 0x7f && point < 0xa0))) return undefined;
    out +=
      /[\w .,:;/+@-]/.test(character) && code < 0x7f ? character : `\\${code.toString(8).padStart(3, '0')}`;
  }
  return out;
}

function setAppearance(pdfium: PdfiumForms, annotation: number, drawing: string): boolean {
  const at = pdfium.wasmExports.malloc(2 * drawing.length + 2);
  if (at === 0) return false;
  const view = new DataView(pdfium.HEAPU8.buffer);
  for (let k = 0; k < drawing.length; k++) view.setUint16(at + 2 * k, drawing.charCodeAt(k), true);
  view.setUint16(at + 2 * drawing.length, 0, true);
  return pdfium._FPDFAnnot_SetAP(annotation, normal, at) !== 0;
}
