import { limits } from './limits.ts';
import { findAll } from './paths.ts';
import { type InvoiceDocument, pathOf } from './syntaxes.ts';
import { attachmentPaths } from './terms.ts';
import type { FileRange, XmlFile } from './xml.ts';

/** A file in an invoice (BT-125). Several may have one name: they are told apart by their path. */
export interface Attachment extends FileRange {
  path: string;
  /** As the file has it; no path of any machine. */
  name: string;
  mediaType: string;
  /** Undefined where it is not base64. */
  bytes: Uint8Array | undefined;
}

export function attachmentsOf({ root, syntax }: InvoiceDocument, file: XmlFile): Attachment[] {
  return findAll(root, attachmentPaths[syntax])
    .slice(0, limits.maxAttachments)
    .map(({ element, text }) => ({
      path: pathOf(element),
      ...file.rangeOf(element),
      name: (element.attributes.get('filename') ?? '').split(/[/\\]/).at(-1)!.slice(0, 200),
      mediaType: element.attributes.get('mimeCode') ?? '',
      bytes: bytesOf(text.replaceAll(/\s/g, '')),
    }));
}

function bytesOf(base64: string): Uint8Array | undefined {
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return undefined;
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
