import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** A small JPEG that differs with `seed`, with a line of text on it. */
export function makeJpeg(seed: number, text = `INVOICE ${seed}`, width = 480, height = 160): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><text x="20" y="90" font-family="sans-serif" font-size="40" fill="#000">${text}</text></svg>`;
  return sharp(Buffer.from(svg))
    .jpeg({ quality: 80 })
    .withExif({ IFD0: { Software: `picture ${seed}` } })
    .toBuffer();
}

/** A JPEG of noise, some hundred kilobytes. */
export function makeNoise(seed: number): Promise<Buffer> {
  return sharp(randomBytes(800 * 600 * 3), { raw: { width: 800, height: 600, channels: 3 } })
    .jpeg({ quality: 90 })
    .withExif({ IFD0: { Software: `picture ${seed}` } })
    .toBuffer();
}
