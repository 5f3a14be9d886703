import type { Quad } from '../../src/reading.ts';

/** Brightness of each pixel, 0 to 255, rows from the top. */
export interface Grey {
  width: number;
  height: number;
  data: Float32Array | Uint8Array | Uint8ClampedArray;
}

/** Straightens a quad to a size: bilinear, and averaged where the picture is finer. Beyond its edge the picture goes on as it ends. */
export function sampleQuad(grey: Grey, [a, b, c, d]: Quad, width: number, height: number): Grey {
  const { data, width: w, height: h } = grey;
  const out = new Float32Array(width * height);
  const along = Math.max(Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(c[0] - d[0], c[1] - d[1])) / width;
  const across =
    Math.max(Math.hypot(d[0] - a[0], d[1] - a[1]), Math.hypot(c[0] - b[0], c[1] - b[1])) / height;
  const nx = Math.min(4, Math.max(1, Math.round(along)));
  const ny = Math.min(4, Math.max(1, Math.round(across)));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let j = 0; j < ny; j++) {
        const v = (y + (j + 0.5) / ny) / height;
        for (let i = 0; i < nx; i++) {
          const u = (x + (i + 0.5) / nx) / width;
          const px = (a[0] * (1 - u) + b[0] * u) * (1 - v) + (d[0] * (1 - u) + c[0] * u) * v - 0.5;
          const py = (a[1] * (1 - u) + b[1] * u) * (1 - v) + (d[1] * (1 - u) + c[1] * u) * v - 0.5;
          const cx = Math.max(0, Math.min(w - 1, px));
          const cy = Math.max(0, Math.min(h - 1, py));
          const x0 = Math.floor(cx);
          const y0 = Math.floor(cy);
          const right = x0 + 1 < w ? 1 : 0;
          const below = y0 + 1 < h ? w : 0;
          const at = y0 * w + x0;
          const fx = cx - x0;
          const fy = cy - y0;
          sum +=
            ((data[at] as number) * (1 - fx) + (data[at + right] as number) * fx) * (1 - fy) +
            ((data[at + below] as number) * (1 - fx) + (data[at + below + right] as number) * fx) * fy;
        }
      }
      out[y * width + x] = sum / (nx * ny);
    }
  return { width, height, data: out };
}
