import { imageLimits, sniffedBytes, sniffMediaType } from '@readout/image-reader';
import type { Problem } from '../api/answer.ts';
import { deviceProblem } from './device-problem.ts';
import type { NewFile } from './queue-types.ts';

/** A file is moved or changed after it was chosen, or the browser may not read it. */
export class UnreadableFileError extends Error {}

export const bytesIn = (file: NewFile): Blob => ('blob' in file ? file.blob : file);

/** @throws UnreadableFileError */
export async function readBytes(blob: Blob): Promise<ArrayBuffer> {
  try {
    return await blob.arrayBuffer();
  } catch (cause) {
    throw new UnreadableFileError('The file cannot be read.', { cause });
  }
}

/**
 * Why a file can never be sent: the browser does not read it, or the server would not take it, by what that looks at itself
 * (see server/api/media-types.ts). Said at once, not after all of it was kept and sent.
 */
export async function findRefusal(file: NewFile): Promise<Problem | undefined> {
  if ('refusal' in file && file.refusal) return file.refusal;
  const blob = bytesIn(file);
  const { size } = blob;
  // A file that is gone has no size in Chromium, and a part of it is empty without complaint.
  const head = await readBytes(size === 0 ? blob : blob.slice(0, sniffedBytes)).catch(() => undefined);
  if (!head) return deviceProblem('device.file_unreadable');
  if (size === 0) return deviceProblem('file.empty');
  const mediaType = sniffMediaType(new Uint8Array(head));
  if (!mediaType) return deviceProblem('file.no_picture');
  if (mediaType === 'application/pdf')
    return size > imageLimits.maxPdfBytes ? deviceProblem('file.pdf_too_large') : undefined;
  if (mediaType === 'application/xml')
    return size > imageLimits.maxXmlBytes ? deviceProblem('file.xml_too_large') : undefined;
  return size > imageLimits.maxImageBytes ? deviceProblem('file.picture_too_large') : undefined;
}
