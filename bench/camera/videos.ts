import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

export const width = 1280;
export const height = 720;
export const framesPerSecond = 30;
const seconds = 4;

/** A photo of a code and how the camera moves over it. */
export interface Clip {
  name: string;
  /** Below the folder of the barcode photos. */
  picture: string;
  /** At time 0 to 1: offset of the middle in pixels, degrees, radius of the blur in pixels. */
  move(time: number): { x?: number; y?: number; tilt?: number; blur?: number };
}

const sway = (time: number, times: number) => Math.sin(time * times * 2 * Math.PI);

/** Photos the peers read as they stand, so that what is measured is the reading of a moving one. */
export const clips: Clip[] = [
  {
    name: 'EAN-13, swaying',
    picture: 'zx/ean13-1/25.webp',
    move: (time) => ({ x: 60 * sway(time, 2), y: 20 * sway(time, 3) }),
  },
  {
    name: 'Code 128, tilting',
    picture: 'quagga/code_128/image-009.jpg',
    move: (time) => ({ tilt: 7 * sway(time, 2), x: 30 * sway(time, 3) }),
  },
  {
    name: 'UPC-A, swaying',
    picture: 'quagga/upc/image-004.jpg',
    move: (time) => ({ x: 40 * sway(time, 3), tilt: 3 * sway(time, 1) }),
  },
  {
    name: 'QR code, swaying',
    picture: 'qr/business-card-2.png',
    move: (time) => ({ x: 50 * sway(time, 2), tilt: 4 * sway(time, 1) }),
  },
  {
    name: 'EAN-13, coming into focus',
    picture: 'zx/ean13-1/25.webp',
    move: (time) => ({ blur: Math.max(0, 6 * (1 - 2 * time)), x: 20 * sway(time, 2) }),
  },
  {
    name: 'QR code, coming into view',
    picture: 'qr/angel-hotel.png',
    move: (time) => ({ x: 900 * Math.max(0, 1 - 2.5 * time) }),
  },
];

/** Writes the clip as an uncompressed film, so that decoding it costs every reader the same next to nothing. */
export async function writeVideo(clip: Clip, pictures: string, folder: string): Promise<string> {
  const file = join(folder, `${clip.name.replaceAll(/\W+/g, '-').toLowerCase()}.y4m`);
  const stream = createWriteStream(file);
  stream.write(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`);
  const margin = 160;
  const still = await sharp(join(pictures, clip.picture))
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .resize(Math.round(width * 0.9), Math.round(height * 0.9), { fit: 'inside', kernel: 'lanczos3' })
    .png()
    .toBuffer();
  const frames = seconds * framesPerSecond;
  for (let frame = 0; frame < frames; frame++) {
    const { x = 0, y = 0, tilt = 0, blur = 0 } = clip.move(frame / frames);
    // Rotated about its middle on a larger ground, then cut where the camera looks.
    const turned = await sharp(still)
      .rotate(tilt, { background: '#808080' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const ground = sharp({
      create: {
        width: width + 2 * (margin + Math.abs(Math.round(x))),
        height: height + 2 * margin,
        channels: 3,
        background: '#808080',
      },
    });
    const { info } = turned;
    const left = Math.round(width / 2 + margin + Math.abs(Math.round(x)) - info.width / 2);
    const top = Math.round(height / 2 + margin - info.height / 2);
    const placed = await ground
      .composite([
        {
          input: turned.data,
          raw: { width: info.width, height: info.height, channels: info.channels },
          left,
          top,
        },
      ])
      .raw()
      .toBuffer({ resolveWithObject: true });
    let view = sharp(placed.data, {
      raw: { width: placed.info.width, height: placed.info.height, channels: placed.info.channels },
    }).extract({
      left: margin + Math.abs(Math.round(x)) - Math.round(x),
      top: margin - Math.round(y),
      width,
      height,
    });
    if (blur > 0.3) view = view.blur(blur);
    const rgb = await view.removeAlpha().raw().toBuffer();
    if (!stream.write(Buffer.concat([Buffer.from('FRAME\n'), toYuv420(rgb)]))) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
  return file;
}

/** BT.601, full range, as C420jpeg says; colour at half the resolution both ways. */
function toYuv420(rgb: Buffer): Buffer {
  const luma = width * height;
  const yuv = Buffer.allocUnsafe(luma + luma / 2);
  for (let at = 0, from = 0; at < luma; at++, from += 3)
    yuv[at] = 0.299 * rgb[from]! + 0.587 * rgb[from + 1]! + 0.114 * rgb[from + 2]! + 0.5;
  let to = luma;
  for (const [r, g, b] of [
    [-0.168736, -0.331264, 0.5],
    [0.5, -0.418688, -0.081312],
  ] as const)
    for (let y = 0; y < height; y += 2)
      for (let x = 0; x < width; x += 2) {
        const from = (y * width + x) * 3;
        const value = 128.5 + r * rgb[from]! + g * rgb[from + 1]! + b * rgb[from + 2]!;
        yuv[to++] = Math.max(0, Math.min(255, value));
      }
  return yuv;
}
