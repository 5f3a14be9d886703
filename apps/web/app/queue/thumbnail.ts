const longSide = 128;

/** A small JPEG; undefined where the browser cannot decode the picture (HEIC, TIFF, PDF). */
export async function makeThumbnail(picture: Blob): Promise<Blob | undefined> {
  if (typeof OffscreenCanvas === 'undefined' || picture.type === 'application/pdf') return undefined;
  try {
    const small = await createImageBitmap(picture, { resizeWidth: longSide, resizeQuality: 'medium' });
    const canvas = new OffscreenCanvas(small.width, small.height);
    canvas.getContext('2d')?.drawImage(small, 0, 0);
    small.close();
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.7 });
  } catch {
    return undefined;
  }
}
