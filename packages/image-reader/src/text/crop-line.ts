import type { RgbaImage } from '../image.ts';
import type { Point, Quad } from '../reading.ts';
import { bendShare } from './rotated-rect.ts';

/** A text line cut out of the picture, straightened, as 0 to 255 values; channels blue, green, red. */
export interface LineCrop {
  width: number;
  height: number;
  /** `3 * width * height`. */
  planes: Float32Array;
}

const maxSamplesPerSide = 4;

/**
 * Cuts a quad out of a picture and straightens it to the given size. Bilinear; where the picture is finer than the
 * crop, several samples are averaged for each pixel.
 *
 * @param bend how far the text lies from the quad's middle line half way along, pixels of the picture; it is straightened too.
 */
export function cropLine(
  image: RgbaImage,
  quad: Quad,
  width: number,
  height: number,
  [bendX, bendY]: Point = [0, 0],
): LineCrop {
  const [a, b, c, d] = quad;
  const { data, width: iw, height: ih } = image;
  const planes = new Float32Array(3 * width * height);
  const size = width * height;
  const stepX = Math.max(Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(c[0] - d[0], c[1] - d[1])) / width;
  const stepY = Math.max(Math.hypot(d[0] - a[0], d[1] - a[1]), Math.hypot(c[0] - b[0], c[1] - b[1])) / height;
  const nx = Math.min(maxSamplesPerSide, Math.max(1, Math.round(stepX)));
  const ny = Math.min(maxSamplesPerSide, Math.max(1, Math.round(stepY)));
  const share = 1 / (nx * ny);
  // Along the text all rows are alike: how far each sample lies along it, and how far it is bent there.
  const along = new Float64Array(width * nx);
  const bentX = new Float64Array(width * nx);
  const bentY = new Float64Array(width * nx);
  for (let x = 0, k = 0; x < width; x++) {
    for (let i = 0; i < nx; i++, k++) {
      const u = (x + (i + 0.5) / nx) / width;
      along[k] = u;
      bentX[k] = bendX * bendShare(u);
      bentY[k] = bendY * bendShare(u);
    }
  }
  const [lastX, lastY, below] = [iw - 1, ih - 1, iw * 4];
  const sums = new Float64Array(3 * width);
  for (let y = 0; y < height; y++) {
    for (let j = 0; j < ny; j++) {
      const v = (y + (j + 0.5) / ny) / height;
      const lx = a[0] + (d[0] - a[0]) * v;
      const ly = a[1] + (d[1] - a[1]) * v;
      const rx = b[0] + (c[0] - b[0]) * v;
      const ry = b[1] + (c[1] - b[1]) * v;
      const dx = rx - lx;
      const dy = ry - ly;
      for (let x = 0, k = 0; x < width; x++) {
        const at = 3 * x;
        let red = j === 0 ? 0 : (sums[at] as number);
        let green = j === 0 ? 0 : (sums[at + 1] as number);
        let blue = j === 0 ? 0 : (sums[at + 2] as number);
        for (const end = k + nx; k < end; k++) {
          const u = along[k] as number;
          let px = lx + dx * u + (bentX[k] as number) - 0.5;
          let py = ly + dy * u + (bentY[k] as number) - 0.5;
          px = px < 0 ? 0 : Math.min(px, lastX);
          py = py < 0 ? 0 : Math.min(py, lastY);
          const x0 = px | 0;
          const y0 = py | 0;
          const fx = px - x0;
          const fy = py - y0;
          const p00 = (y0 * iw + x0) * 4;
          const p01 = x0 < lastX ? p00 + 4 : p00;
          const p10 = y0 < lastY ? p00 + below : p00;
          const p11 = p10 + (p01 - p00);
          const w00 = (1 - fx) * (1 - fy);
          const w01 = fx * (1 - fy);
          const w10 = (1 - fx) * fy;
          const w11 = fx * fy;
          red +=
            w00 * (data[p00] as number) +
            w01 * (data[p01] as number) +
            w10 * (data[p10] as number) +
            w11 * (data[p11] as number);
          green +=
            w00 * (data[p00 + 1] as number) +
            w01 * (data[p01 + 1] as number) +
            w10 * (data[p10 + 1] as number) +
            w11 * (data[p11 + 1] as number);
          blue +=
            w00 * (data[p00 + 2] as number) +
            w01 * (data[p01 + 2] as number) +
            w10 * (data[p10 + 2] as number) +
            w11 * (data[p11 + 2] as number);
        }
        sums[at] = red;
        sums[at + 1] = green;
        sums[at + 2] = blue;
      }
    }
    for (let x = 0, at = y * width; x < width; x++, at++) {
      planes[at] = (sums[3 * x + 2] as number) * share;
      planes[size + at] = (sums[3 * x + 1] as number) * share;
      planes[2 * size + at] = (sums[3 * x] as number) * share;
    }
  }
  return { width, height, planes };
}

/** The crop turned by half a turn. */
export function turnCrop(crop: LineCrop): LineCrop {
  const { width, height, planes: upright } = crop;
  const size = width * height;
  const planes = new Float32Array(upright.length);
  for (let c = 0; c < 3; c++) {
    for (let i = 0; i < size; i++) planes[c * size + i] = upright[c * size + size - 1 - i] as number;
  }
  return { width, height, planes };
}

/** How dark (or, on dark paper, how bright) a crop is against its paper. */
export interface InkMap {
  width: number;
  height: number;
  /** `width * height` differences from the paper's brightness, 0 to 255. */
  data: Float32Array;
}

/** Ink of a crop. Paper is the commoner side of the middle between dark and bright. */
export function inkMap(crop: LineCrop): InkMap {
  const { width, height, planes } = crop;
  const size = width * height;
  const data = new Float32Array(size);
  const histogram = new Uint32Array(256);
  for (let i = 0; i < size; i++) {
    const v =
      0.114 * (planes[i] as number) +
      0.587 * (planes[size + i] as number) +
      0.299 * (planes[2 * size + i] as number);
    data[i] = v;
    const bin = Math.max(0, Math.min(255, Math.round(v)));
    histogram[bin] = (histogram[bin] as number) + 1;
  }
  const quantile = (share: number): number => {
    let left = size * share;
    for (let bin = 0; bin < 256; bin++) {
      left -= histogram[bin] as number;
      if (left < 0) return bin;
    }
    return 255;
  };
  const median = quantile(0.5);
  const darkInk = quantile(0.97) - median <= median - quantile(0.03);
  const paper = darkInk ? quantile(0.75) : quantile(0.25);
  for (let i = 0; i < size; i++) {
    const difference = darkInk ? paper - (data[i] as number) : (data[i] as number) - paper;
    data[i] = Math.max(0, difference);
  }
  return { width, height, data };
}

/** The greatest ink of each column, over the rows that hold most of a text line. */
export function inkProfile({ width, height, data }: InkMap): Float32Array {
  const profile = new Float32Array(width);
  const bottom = Math.ceil(height * 0.88);
  for (let y = Math.floor(height * 0.12); y < bottom; y++) {
    for (let x = 0; x < width; x++) {
      const ink = data[y * width + x] as number;
      if (ink > (profile[x] as number)) profile[x] = ink;
    }
  }
  return profile;
}
