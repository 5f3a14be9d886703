import type { FoundFiles } from '@readout/plugin-kit';
import { dataFilesIn, looksLikeXml } from './data-file.ts';
import { drawInvoice } from './draw/draw-invoice.ts';
import { readInvoice } from './read-invoice.ts';

/** A PDF that was drawn of a file. */
export interface DrawnFile {
  drawn: Uint8Array<ArrayBuffer>;
}

/**
 * What is to be looked at of a stored file: of XML the pages that are drawn of it; all else as it is.
 * @throws Refusal where it is XML and no e-invoice
 */
export const visibleFile = (bytes: Uint8Array): Uint8Array | DrawnFile =>
  looksLikeXml(bytes) ? { drawn: drawInvoice(readInvoice(bytes)) } : bytes;

/** What an XML file that is a document by itself says; undefined where a file is none. */
export const dataOfXml = (bytes: Uint8Array): FoundFiles | undefined => {
  if (!looksLikeXml(bytes)) return undefined;
  const found = dataFilesIn([{ name: 'e-invoice.xml', bytes }]);
  return {
    ...found,
    ...(found.files ? { files: found.files.map((file) => ({ ...file, isDocument: true })) } : {}),
  };
};
