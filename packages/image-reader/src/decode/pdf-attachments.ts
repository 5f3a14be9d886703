/** Files that are in a PDF: entries of its name tree `EmbeddedFiles` (ISO 32000-1, 7.11.4), as e-invoices have their data. */

/** The part of pdfium that gives them. Pointers and handles are numbers, 0 is none. */
export interface PdfiumAttachments {
  HEAPU8: Uint8Array;
  wasmExports: { malloc(bytes: number): number };
  _FPDFDoc_GetAttachmentCount(document: number): number;
  _FPDFDoc_GetAttachment(document: number, index: number): number;
  _FPDFAttachment_GetName(attachment: number, at: number, bytes: number): number;
  _FPDFAttachment_GetFile(attachment: number, at: number, bytes: number, length: number): number;
}

export interface PdfAttachment {
  /** As the PDF has it, without folders; several may have the same. */
  name: string;
  /** Undefined where it cannot be taken out, or is larger than asked for. */
  bytes: Uint8Array | undefined;
}

const mostAttachments = 100;
const mostNameBytes = 2048;

/** @param maxBytes of one file; larger ones are told without their bytes */
export function attachmentsIn(
  pdfium: PdfiumAttachments,
  document: number,
  maxBytes: number,
): PdfAttachment[] {
  const count = Math.min(mostAttachments, pdfium._FPDFDoc_GetAttachmentCount(document));
  const at = pdfium.wasmExports.malloc(mostNameBytes);
  if (at === 0) return [];
  return Array.from({ length: Math.max(0, count) }, (_, index): PdfAttachment => {
    const attachment = pdfium._FPDFDoc_GetAttachment(document, index);
    if (attachment === 0) return { name: '', bytes: undefined };
    return { name: nameOf(pdfium, attachment, at), bytes: bytesOf(pdfium, attachment, at, maxBytes) };
  });
}

/** UTF-16 with a nought at its end. */
function nameOf(pdfium: PdfiumAttachments, attachment: number, at: number): string {
  const bytes = pdfium._FPDFAttachment_GetName(attachment, at, mostNameBytes);
  if (bytes < 2 || bytes > mostNameBytes) return '';
  const name = new TextDecoder('utf-16le').decode(pdfium.HEAPU8.slice(at, at + bytes - 2));
  return name.split(/[/\\]/).at(-1) ?? '';
}

function bytesOf(
  pdfium: PdfiumAttachments,
  attachment: number,
  lengthAt: number,
  maxBytes: number,
): Uint8Array | undefined {
  const length = (): number => new DataView(pdfium.HEAPU8.buffer).getUint32(lengthAt, true);
  if (!pdfium._FPDFAttachment_GetFile(attachment, 0, 0, lengthAt) || length() > maxBytes) return undefined;
  const size = length();
  const at = pdfium.wasmExports.malloc(Math.max(1, size));
  if (at === 0 || !pdfium._FPDFAttachment_GetFile(attachment, at, size, lengthAt)) return undefined;
  return pdfium.HEAPU8.slice(at, at + size);
}
