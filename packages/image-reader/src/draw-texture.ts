import type { RgbaImage } from './image.ts';

/** A picture without any writing: stripes, waves, blocks, noise, bars or modules of any size and contrast. For tests. */
export function drawTexture(random: () => number): RgbaImage {
  const [width, height] = [96 + Math.floor(random() * 160), 64 + Math.floor(random() * 120)];
  const [ground, contrast, noise] = [random() * 200, 30 + random() * 200, random() * 60];
  const [fx, fy, kind] = [random() * 0.5, random() * 0.5, Math.floor(random() * 6)];
  const size = 4 + random() * 24;
  const bars = randomBits(width, () => 1 + Math.floor(random() * 4), random);
  const module = 2 + Math.floor(random() * 5);
  const modules = randomBits(64 * 64, () => 1, random);
  return draw(width, height, (x, y) => {
    const wave = Math.sin(x * fx + y * fy * (kind === 1 ? 4 : 1));
    const level = [
      wave > 0 ? 1 : 0,
      (wave + Math.sin(x * fy - y * fx) + 2) / 4,
      (Math.floor(x / size) + Math.floor(y / size)) % 2,
      random(),
      bars[Math.min(width - 1, Math.max(0, Math.floor(x + (y - height / 2) * (fx - 0.25))))],
      modules[(Math.floor(y / module) % 64) * 64 + (Math.floor(x / module) % 64)],
    ][kind] as number;
    return ground + contrast * level + noise * (random() - 0.5);
  });
}

/** A picture whose pixels are all grey, as bright as said. For tests. */
export function draw(width: number, height: number, brightness: (x: number, y: number) => number): RgbaImage {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const value = brightness(x, y);
      data.set([value, value, value, 255], (y * width + x) * 4);
    }
  return { width, height, data };
}

/** Runs of zeros and ones in turn, each as long as `runLength` says or, where that is 1, one or the other by chance. */
function randomBits(length: number, runLength: () => number, random: () => number): Uint8Array {
  const bits = new Uint8Array(length);
  let bit = 0;
  for (let at = 0; at < length; ) {
    const end = Math.min(length, at + runLength());
    bit = random() < 0.5 || end - at > 1 ? 1 - bit : bit;
    bits.fill(bit, at, end);
    at = end;
  }
  return bits;
}
