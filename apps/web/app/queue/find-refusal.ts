import { imageLimits, sniffedBytes, sniffMediaType } from '@readout/image-reader';
import type { Problem } from '../api/answer.ts';
import { deviceProblem } from './device-problem.ts';

/**
 * Why the server would never take a file, by what it looks at itself (see server/api/media-types.ts): said at once, not after
 * all of it was kept and sent.
 *
 * @throws where the file cannot be read
 */
export async function findRefusal(file: Blob): Promise<Problem | undefined> {
  if (file.size === 0) return deviceProblem('file.empty');
  const head = await file.slice(0, sniffedBytes).arrayBuffer();
  const mediaType = sniffMediaType(new Uint8Array(head));
  if (!mediaType) return deviceProblem('file.no_picture');
  if (mediaType === 'application/pdf')
    return file.size > imageLimits.maxPdfBytes ? deviceProblem('file.pdf_too_large') : undefined;
  return file.size > imageLimits.maxImageBytes ? deviceProblem('file.picture_too_large') : undefined;
}
