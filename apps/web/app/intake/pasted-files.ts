import { textOfPage } from '../texts/page-text.ts';

/**
 * Files on the clipboard. None where a text is on it, too, and a field waits for it: a copied cell of a spreadsheet is
 * both a text and a picture.
 */
export function pastedFiles(event: ClipboardEvent): File[] {
  const files = [...(event.clipboardData?.files ?? [])];
  const isTyped = event.target instanceof HTMLElement && isField(event.target);
  if (isTyped && event.clipboardData?.types.includes('text/plain')) return [];
  return files.map(named);
}

const isField = (element: HTMLElement): boolean =>
  element.isContentEditable || element.matches('input:not([type="file"]), textarea, select');

/** Every pasted screenshot is called `image.png`; the moment tells them apart. */
function named(file: File): File {
  if (file.name && file.name !== 'image.png') return file;
  const at = new Date().toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
  const name = textOfPage()('common.taken_in.pasted_name', { at });
  return new File([file], `${name}.${file.type.split('/')[1] ?? 'png'}`, {
    type: file.type,
    lastModified: file.lastModified,
  });
}
