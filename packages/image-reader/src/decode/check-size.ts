import { ImageError } from '../errors.ts';
import { imageLimits } from '../limits.ts';

/** Refuses a picture by the dimensions its header declares, before anything is decoded. */
export function checkPixels(width: number, height: number): void {
  if (!Number.isFinite(width) || !Number.isFinite(height) || width < 1 || height < 1) {
    throw new ImageError('image.damaged', 'The picture declares no size. Take or export it again.');
  }
  if (width * height > imageLimits.maxPixels) {
    throw new ImageError(
      'image.too_many_pixels',
      `The picture has ${width} x ${height} pixels; ${imageLimits.maxPixels / 1e6} megapixels are the most. Scale it down.`,
      { values: { width, height, most: imageLimits.maxPixels / 1e6 } },
    );
  }
  if (Math.max(width, height) > imageLimits.maxSide) {
    throw new ImageError(
      'image.side_too_long',
      `The picture is ${width} x ${height} pixels; ${imageLimits.maxSide} pixels are the most for a side. Scale or split it.`,
      { values: { width, height, most: imageLimits.maxSide } },
    );
  }
}

/** Refuses a file by its length. */
export function checkBytes(bytes: number, mediaType: string | undefined): void {
  if (bytes === 0) throw new ImageError('image.empty', 'The file holds no bytes. Send it again.');
  const isPdf = mediaType === 'application/pdf';
  const maxBytes = isPdf ? imageLimits.maxPdfBytes : imageLimits.maxImageBytes;
  if (bytes > maxBytes) {
    const [size, most] = [Math.round((bytes / 2 ** 20) * 10) / 10, maxBytes / 2 ** 20];
    throw new ImageError(
      isPdf ? 'pdf.too_many_bytes' : 'image.too_many_bytes',
      `The file has ${size} MB; ${most} MB are the most.`,
      { values: { size, most } },
    );
  }
}

/** The refusal of a picture whose bytes do not decode. */
export function damaged(cause?: unknown): ImageError {
  return new ImageError(
    'image.damaged',
    'The picture is damaged or incomplete. Take it again or export it again.',
    cause === undefined ? {} : { cause },
  );
}

/** The refusal of a page that the file does not have. */
export function noSuchPage(page: number, pages: number): ImageError {
  return new ImageError(
    'pdf.no_such_page',
    `The file has ${pages} ${pages === 1 ? 'page' : 'pages'}; there is no page ${page}.`,
    { values: { page, pages } },
  );
}
