import { ImageError } from '../errors.ts';
import type { RgbaImage } from '../image.ts';
import { imageLimits } from '../limits.ts';
import { noSuchPage } from './check-size.ts';
import { attachmentsIn, type PdfAttachment, type PdfiumAttachments } from './pdf-attachments.ts';
import { type MissingValue, type PdfiumForms, pageFields } from './pdf-forms.ts';
import { type PdfGlyph, type PdfiumText, pdfGlyphs } from './pdf-glyphs.ts';
import { isWasmFailure, type WasmInstantiator } from './wasm.ts';

/** Dots per inch at which pages are drawn: enough for 6 point print, an A4 page has 3.9 megapixels. */
const pageDpi = 200;
const pointsPerInch = 72;

/** Codes of `FPDF_GetLastError` (pdfium, public/fpdfview.h). */
const passwordError = 4;
const securityError = 5;
/** Flags of `FPDF_RenderPageBitmap`: draw annotations; bytes as red, green, blue, alpha. No sub-pixel text. */
const renderFlags = 0x01 | 0x10;
/** `FPDFBitmap_BGRA`. */
const bitmapFormat = 4;

/** The part of pdfium used here. Pointers and handles are numbers, 0 is none. */
interface Pdfium extends PdfiumText, PdfiumForms, PdfiumAttachments {
  _FPDF_InitLibrary(): void;
  _FPDF_LoadMemDocument(at: number, bytes: number, password: number): number;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_GetPageWidth(page: number): number;
  _FPDF_GetPageHeight(page: number): number;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, at: number, stride: number): number;
  _FPDFBitmap_FillRect(
    bitmap: number,
    x: number,
    y: number,
    width: number,
    height: number,
    argb: number,
  ): number;
  _FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void;
  _FPDF_FFLDraw(
    form: number,
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void;
}

/**
 * Pages of a PDF.
 *
 * @throws ImageError `pdf.damaged`, `pdf.encrypted`, `pdf.too_many_pages`
 */
export async function countPdfPages(bytes: Uint8Array, instantiate: WasmInstantiator): Promise<number> {
  return guarded(async () => (await load(bytes, instantiate)).pages);
}

/**
 * Pages of a PDF, and the size that one of them is drawn at: absent where there is no such page, or none that can be drawn.
 *
 * @param number 1-based
 * @throws ImageError `pdf.damaged`, `pdf.encrypted`, `pdf.too_many_pages`
 */
export async function lookAtPdf(
  bytes: Uint8Array,
  number: number,
  instantiate: WasmInstantiator,
): Promise<{ pages: number; size?: { width: number; height: number } }> {
  return guarded(async () => {
    const { pdfium, document, pages } = await load(bytes, instantiate);
    const page = number > pages ? 0 : pdfium._FPDF_LoadPage(document, number - 1);
    const [width, height] =
      page === 0 ? [0, 0] : [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)];
    return width > 0 && height > 0 ? { pages, size: drawnSize(width, height) } : { pages };
  });
}

/**
 * The files that are in a PDF.
 *
 * @param maxBytes of one file; larger ones are told without their bytes
 * @throws ImageError `pdf.damaged`, `pdf.encrypted`, `pdf.too_many_pages`
 */
export async function pdfAttachments(
  bytes: Uint8Array,
  maxBytes: number,
  instantiate: WasmInstantiator,
): Promise<PdfAttachment[]> {
  return guarded(async () => {
    const { pdfium, document } = await load(bytes, instantiate);
    return attachmentsIn(pdfium, document, maxBytes);
  });
}

/** A page as it looks, and what its file says of it. */
export interface PdfPage extends RgbaImage {
  /** The characters that the file says are there; none where the page is a picture. */
  glyphs: PdfGlyph[];
  /** Values of its form that could not be drawn. */
  missing: MissingValue[];
}

/**
 * Draws one page at 200 dots per inch, or fewer where that would pass the limits of a picture, the values of its form with it, and
 * tells its characters.
 *
 * @param number 1-based
 * @throws ImageError `pdf.damaged`, `pdf.encrypted`, `pdf.too_many_pages`, `pdf.no_such_page`
 */
export async function decodePdfPage(
  bytes: Uint8Array,
  number: number,
  instantiate: WasmInstantiator,
): Promise<PdfPage> {
  return guarded(async () => {
    const { pdfium, document, pages } = await load(bytes, instantiate);
    if (!Number.isInteger(number) || number < 1 || number > pages) {
      throw noSuchPage(number, pages);
    }
    const page = pdfium._FPDF_LoadPage(document, number - 1);
    if (page === 0) throw damagedPdf();
    const { width, height } = drawnSize(pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page));
    const byteLength = width * height * 4;
    const at = pdfium.wasmExports.malloc(byteLength);
    const bitmap = at === 0 ? 0 : pdfium._FPDFBitmap_CreateEx(width, height, bitmapFormat, at, width * 4);
    if (bitmap === 0) throw damagedPdf();
    const { form, missing } = pageFields(pdfium, document, page, { width, height });
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, renderFlags);
    if (form !== 0) pdfium._FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, renderFlags);
    const data = new Uint8ClampedArray(byteLength);
    data.set(pdfium.HEAPU8.subarray(at, at + byteLength));
    for (let alpha = 3; alpha < byteLength; alpha += 4) data[alpha] = 255;
    return { width, height, data, glyphs: pdfGlyphs(pdfium, page, width, height), missing };
  });
}

/** Handles are not given back: the whole instance goes with the call. */
async function load(
  bytes: Uint8Array,
  instantiate: WasmInstantiator,
): Promise<{ pdfium: Pdfium; document: number; pages: number }> {
  // Loaded only when the first such file comes.
  const { PDFiumModule } = await import('@hyzyla/pdfium');
  const start = PDFiumModule as unknown as (options: object) => Promise<Pdfium>;
  const pdfium = await start({
    ...(await instantiate()),
    locateFile: () => '',
  });
  pdfium._FPDF_InitLibrary();
  const at = pdfium.wasmExports.malloc(bytes.length);
  if (at === 0) throw damagedPdf();
  pdfium.HEAPU8.set(bytes, at);
  const document = pdfium._FPDF_LoadMemDocument(at, bytes.length, 0);
  if (document === 0) {
    const code = pdfium._FPDF_GetLastError();
    if (code === passwordError || code === securityError) {
      throw new ImageError(
        'pdf.encrypted',
        'The PDF is protected by a password. Save it without one and send it again.',
      );
    }
    throw damagedPdf();
  }
  const pages = pdfium._FPDF_GetPageCount(document);
  if (pages < 1) throw damagedPdf();
  if (pages > imageLimits.maxPdfPages) {
    throw new ImageError(
      'pdf.too_many_pages',
      `The file has ${pages} pages; ${imageLimits.maxPdfPages} are the most. Split it.`,
      { values: { most: imageLimits.maxPdfPages } },
    );
  }
  return { pdfium, document, pages };
}

function drawnSize(widthPoints: number, heightPoints: number): { width: number; height: number } {
  if (!(widthPoints > 0) || !(heightPoints > 0)) throw damagedPdf();
  const scale = Math.min(
    pageDpi / pointsPerInch,
    imageLimits.maxSide / Math.max(widthPoints, heightPoints),
    Math.sqrt(imageLimits.maxPixels / (widthPoints * heightPoints)),
  );
  const side = (points: number): number => Math.max(1, Math.floor(points * scale));
  return { width: side(widthPoints), height: side(heightPoints) };
}

/** A trap or an abort inside pdfium is the file's fault, not ours. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImageError) throw error;
    if (isWasmFailure(error)) throw damagedPdf(error);
    throw error;
  }
}

function damagedPdf(cause?: unknown): ImageError {
  return new ImageError(
    'pdf.damaged',
    'The PDF is damaged or incomplete. Export it again.',
    cause === undefined ? {} : { cause },
  );
}
