import { createHash } from 'node:crypto';
import { AppError } from '@readout/domain/errors';
import type { PicturePack } from '@readout/domain/watches/save-samples';
import { type ObjectStore, originalKey } from '@readout/store';
import { foreseenInStore } from './take-in.ts';

/** Small pictures of a region: what a page makes of it is a tenth of this. */
export const maxPictureBytes = 48 * 1024;

/**
 * Pictures of a batch as one object to be stored: hundreds of small files an hour would cost more than what is in them. The
 * same pictures in the same order give the same object.
 * @throws AppError `watch.bad_samples` for what is neither WebP nor JPEG
 */
export function packPictures(
  store: ObjectStore,
  companyId: string,
  samples: readonly { id: string; picture?: string | undefined }[],
): PicturePack | undefined {
  const parts = new Map<string, { offset: number; byteSize: number }>();
  const pieces: Buffer[] = [];
  let offset = 0;
  for (const { id, picture } of samples) {
    if (picture === undefined) continue;
    const bytes = Buffer.from(picture, 'base64');
    if (bytes.length > maxPictureBytes)
      throw new AppError('watch.bad_samples', { reason: 'picture_too_large', max: maxPictureBytes / 1024 });
    if (!mediaTypeOf(bytes)) throw new AppError('watch.bad_samples', { reason: 'picture_type' });
    parts.set(id, { offset, byteSize: bytes.length });
    pieces.push(bytes);
    offset += bytes.length;
  }
  if (pieces.length === 0) return undefined;
  const pack = Buffer.concat(pieces);
  const sha256 = createHash('sha256').update(pack).digest('hex');
  return {
    sha256,
    byteSize: pack.length,
    parts,
    place: () =>
      store.put(originalKey(companyId, sha256), pack).catch((error: unknown) => {
        throw foreseenInStore(error);
      }),
  };
}

/** What the bytes themselves say they are. */
export function mediaTypeOf(bytes: Uint8Array): 'image/webp' | 'image/jpeg' | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes.length > 30 && text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (bytes.length > 100 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  return undefined;
}
