import type { Pixels } from './picture-change.ts';

/** Text detectors were trained on pages: a lone line needs a margin, and some height. */
const leastHeight = 64;
const margin = 24;

/** A region as the reader of text is given it. */
export async function enlarged(pixels: Pixels): Promise<ImageBitmap> {
  const scale = Math.max(1, Math.min(4, leastHeight / pixels.height));
  const [width, height] = [Math.round(pixels.width * scale), Math.round(pixels.height * scale)];
  const source = new OffscreenCanvas(pixels.width, pixels.height);
  source.getContext('2d')?.putImageData(new ImageData(pixels.data, pixels.width, pixels.height), 0, 0);
  const canvas = new OffscreenCanvas(width + 2 * margin, height + 2 * margin);
  const context = canvas.getContext('2d');
  if (context) {
    // The margin continues what surrounds the text.
    const [red, green, blue] = pixels.data;
    context.fillStyle = `rgb(${red} ${green} ${blue})`;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(source, margin, margin, width, height);
  }
  return createImageBitmap(canvas);
}
