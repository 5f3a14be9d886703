import type { FoundFiles, RefusedFile } from '@readout/plugin-kit';
import type { Attachment } from './attachments.ts';
import { dataFilesIn, looksLikeXml, shortName } from './data-file.ts';
import { drawInvoice } from './draw/draw-invoice.ts';
import { readInvoice } from './read-invoice.ts';

/** What is looked at of a file that has no page: those that were drawn of it, and further files that are in it. */
export interface DrawnFile {
  drawn: Uint8Array<ArrayBuffer>;
  attached: { name: string; bytes: Uint8Array }[];
}

/**
 * What is to be looked at of a stored file: of XML the pages that are drawn of it, with those that came in it; all else as it is.
 * @throws Refusal where it is XML and no e-invoice
 */
export function visibleFile(bytes: Uint8Array): Uint8Array | DrawnFile {
  if (!looksLikeXml(bytes)) return bytes;
  const invoice = readInvoice(bytes);
  return { drawn: drawInvoice(invoice), attached: invoice.attachments.flatMap(attachedFile) };
}

/** What may be attached (EN 16931, BT-125) and has pages. What is not base64 has no bytes, and is refused for that. */
const visibleTypes: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

function attachedFile(
  { name, mediaType, bytes = new Uint8Array() }: Attachment,
  index: number,
): DrawnFile['attached'] {
  const type = visibleTypes[mediaType.toLowerCase().trim()];
  return type ? [{ name: shortName(name) || `${index + 1}.${type}`, bytes }] : [];
}

/**
 * What an XML file that is a document by itself says; undefined where a file is none.
 * @param notShown files in it that could not be shown
 */
export function dataOfXml(bytes: Uint8Array, notShown: readonly RefusedFile[] = []): FoundFiles | undefined {
  if (!looksLikeXml(bytes)) return undefined;
  const { files, refusedFiles = [] } = dataFilesIn([{ name: 'e-invoice.xml', bytes }]);
  const refused = [...refusedFiles, ...notShown];
  return {
    ...(files ? { files: files.map((file) => ({ ...file, isDocument: true })) } : {}),
    ...(refused.length > 0 ? { refusedFiles: refused } : {}),
  };
}
