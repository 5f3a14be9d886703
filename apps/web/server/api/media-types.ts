import { AppError } from '@readout/domain/errors';
import { imageLimits, sniffMediaType } from '@readout/image-reader';
import type { StagedObject } from '@readout/store';

/** Raster types every browser shows by itself; all else is handed out as a download. */
const shownByBrowsers = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/bmp',
]);

export function isShownByBrowsers(mediaType: string): boolean {
  return shownByBrowsers.has(mediaType);
}

/** Most bytes of any file; which limit holds for it shows once its type is known. */
export const maxFileBytes = Math.max(imageLimits.maxImageBytes, imageLimits.maxPdfBytes);

/**
 * Type of staged bytes, told by the bytes alone.
 * @throws AppError `image.empty`, `image.unsupported_type`, `image.too_many_bytes`, `pdf.too_many_bytes`, `xml.too_large`
 */
export function checkStaged(staged: Pick<StagedObject, 'head' | 'byteSize'>): string {
  if (staged.byteSize === 0) throw new AppError('image.empty');
  const mediaType = sniffMediaType(staged.head);
  if (!mediaType) throw new AppError('image.unsupported_type');
  if (mediaType === 'application/xml' && staged.byteSize > imageLimits.maxXmlBytes)
    throw new AppError('xml.too_large');
  if (mediaType !== 'application/pdf' && staged.byteSize > imageLimits.maxImageBytes) throw tooLarge(false);
  return mediaType;
}

/** A file over the limit; `maxBytes` is in the answer. */
export function tooLarge(isPdf: boolean): AppError {
  const maxBytes = isPdf ? imageLimits.maxPdfBytes : imageLimits.maxImageBytes;
  const megabytes = maxBytes / 1024 / 1024;
  return isPdf
    ? new AppError('pdf.too_many_bytes', { megabytes, maxBytes })
    : new AppError('image.too_many_bytes', { megabytes, maxBytes });
}
