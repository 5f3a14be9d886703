/** Makes a JPEG of a frame, away from the page, so that neither the picture nor the scanner halts for it. */
export type ToStillWorker = { id: number; frame: VideoFrame | ImageBitmap; quality: number };
export type FromStillWorker = { id: number; blob: Blob } | { id: number; message: string };

let canvas: OffscreenCanvas | undefined;

self.addEventListener('message', async ({ data: { id, frame, quality } }: MessageEvent<ToStillWorker>) => {
  try {
    const [width, height] =
      'displayWidth' in frame ? [frame.displayWidth, frame.displayHeight] : [frame.width, frame.height];
    if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('There is no canvas to draw the picture on.');
    context.drawImage(frame, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    self.postMessage({ id, blob } satisfies FromStillWorker);
  } catch (error) {
    self.postMessage({ id, message: String(error) } satisfies FromStillWorker);
  } finally {
    frame.close();
  }
});
