const maxSide = 280;
const mostBytes = 40 * 1024;

/** The region as a small picture, WebP where the browser writes it, else JPEG; undefined where neither works. */
export async function pictureOf(canvas: OffscreenCanvas): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const scale = Math.min(1, maxSide / Math.max(canvas.width, canvas.height));
  const small = new OffscreenCanvas(
    Math.max(1, Math.round(canvas.width * scale)),
    Math.max(1, Math.round(canvas.height * scale)),
  );
  small.getContext('2d')?.drawImage(canvas, 0, 0, small.width, small.height);
  for (const type of ['image/webp', 'image/jpeg']) {
    const blob = await small.convertToBlob({ type, quality: 0.7 });
    if (blob.type === type && blob.size <= mostBytes) return new Uint8Array(await blob.arrayBuffer());
  }
  return undefined;
}
