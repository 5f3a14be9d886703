import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { prepareZXingModule, type WriterOptions, writeBarcode } from 'zxing-wasm/writer';

/**
 * Short films for Chromium's fake camera (`--use-file-for-fake-video-capture`), which shows them over and over at 30
 * frames a second. Made of our own pictures: a parcel label of the readers' fixtures, and codes and a display drawn here.
 */
export const films = [
  'label-held',
  'label-panning',
  'label-tilting',
  'coming-into-focus',
  'two-codes',
  'labels-in-place',
  'display-counting',
] as const;
export type Film = (typeof films)[number];

/** What the label says. */
export const label = { tracking: '1Z999AA10123456784' } as const;
export const twoCodes = { ean: '4006381333931', qr: 'PALLET-0042' } as const;

/** What labels say that are exchanged in the same place. */
export const parcels = ['PARCEL-0001', 'PARCEL-0002', 'PARCEL-0003', 'PARCEL-0004'] as const;

const size = { width: 1280, height: 720 };
const desk = { r: 92, g: 99, b: 95 };
const labelFile = fileURLToPath(
  new URL('../../../plugins/shipping-label/fixtures/ups-ground/input.png', import.meta.url),
);

/** Path of a film, made at its first use; a changed recipe makes a new one. */
export async function movingPicture(film: Film): Promise<string> {
  const recipe = createHash('sha256')
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(readFileSync(labelFile))
    .digest('hex')
    .slice(0, 12);
  const folder = path.join(tmpdir(), 'readout-films');
  const file = path.join(folder, `${film}-${recipe}.mjpeg`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const frames = await recipes[film]();
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, Buffer.concat(frames));
  renameSync(unfinished, file);
  return file;
}

const recipes: Record<Film, () => Promise<Buffer[]>> = {
  // A hand never holds quite still: a pixel or two back and forth.
  'label-held': async () => inOrder(12, (at) => [swing(at, 12, 1.5), swing(at, 6, 1)], await labelScene()),
  // In from the left, held for two seconds, out to the right.
  'label-panning': async () =>
    inOrder(120, (at) => [at < 30 ? (30 - at) * 24 : at < 90 ? 0 : (90 - at) * 24, 0], await labelScene()),
  'label-tilting': async () => {
    const paper = await labelPaper();
    return frames(24, async (at) => {
      const turned = await sharp(paper)
        .rotate(12 * Math.sin((2 * Math.PI * at) / 24), { background: desk })
        .toBuffer();
      return onDesk([{ picture: turned, x: size.width / 2, y: size.height / 2 }]);
    });
  },
  'coming-into-focus': async () => {
    const scene = await labelScene();
    const sharpFrames = await inOrder(6, () => [0, 0], scene);
    const blurred = (by: number) => frames(1, async () => jpeg(sharp(await cut(scene, 0, 0)).blur(by)));
    // Held out of focus for three seconds, then the lens finds it within a third of one.
    const lost = await blurred(9);
    const finding = await Promise.all([7, 5, 3, 1.5, 0.7].map(blurred));
    return [
      ...Array.from({ length: 90 }, () => lost).flat(),
      ...finding.flatMap((frame) => [frame, frame]).flat(),
      ...Array.from({ length: 15 }, () => sharpFrames).flat(),
    ];
  },
  'two-codes': async () => {
    const [ean, qr] = [await code(twoCodes.ean, 'EAN13', 3), await code(twoCodes.qr, 'QRCode', 9)];
    return frames(12, (at) =>
      onDesk([
        { picture: ean, x: 380 + swing(at, 12, 2), y: 360 },
        { picture: qr, x: 900 + swing(at, 12, 2), y: 350 },
      ]),
    );
  },
  // Each held for three seconds where the one before lay, as on a conveyor that stops.
  'labels-in-place': async () => {
    const shown = await Promise.all(
      parcels.map(async (text) => onDesk([{ picture: await code(text, 'Code128', 3), x: 640, y: 360 }])),
    );
    return shown.flatMap((frame) => Array.from({ length: 90 }, () => frame));
  },
  'display-counting': async () => {
    const values = ['104.7', '104.9', '105.2', '105.6'];
    const shown = await Promise.all(
      values.map(async (value) => onDesk([{ picture: await display(value), x: 640, y: 360 }])),
    );
    return shown.flatMap((frame) => Array.from({ length: 30 }, () => frame));
  },
};

/** Sideways by a wave of this many frames. */
const swing = (at: number, frameCount: number, pixels: number): number =>
  pixels * Math.sin((2 * Math.PI * at) / frameCount);

async function frames(count: number, frame: (at: number) => Promise<Buffer>): Promise<Buffer[]> {
  const made: Buffer[] = [];
  for (let at = 0; at < count; at++) made.push(await frame(at));
  return made;
}

interface Scene {
  data: Buffer;
  width: number;
  height: number;
}

/** Frames of a scene wider than the camera, which looks at the middle moved by so many pixels. */
function inOrder(
  count: number,
  lookAt: (at: number) => [x: number, y: number],
  scene: Scene,
): Promise<Buffer[]> {
  return frames(count, async (at) => {
    const [x, y] = lookAt(at);
    return jpeg(sharp(await cut(scene, x, y)));
  });
}

async function cut(scene: Scene, x: number, y: number): Promise<Buffer> {
  return sharp(scene.data, { raw: { width: scene.width, height: scene.height, channels: 3 } })
    .extract({
      left: Math.round((scene.width - size.width) / 2 + x),
      top: Math.round((scene.height - size.height) / 2 + y),
      ...size,
    })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

async function labelPaper(): Promise<Buffer> {
  return sharp(labelFile)
    .resize({ height: 680 })
    .flatten({ background: '#fff' })
    .removeAlpha()
    .png()
    .toBuffer();
}

async function labelScene(): Promise<Scene> {
  const [width, height] = [size.width + 1500, size.height + 20];
  const paper = await labelPaper();
  const { width: wide = 0, height: high = 0 } = await sharp(paper).metadata();
  const data = await sharp({ create: { width, height, channels: 3, background: desk } })
    .composite([{ input: paper, left: Math.round((width - wide) / 2), top: Math.round((height - high) / 2) }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return { data, width, height };
}

interface Placed {
  picture: Buffer;
  /** Middle. */
  x: number;
  y: number;
}

async function onDesk(parts: Placed[]): Promise<Buffer> {
  const placed = await Promise.all(
    parts.map(async ({ picture, x, y }) => {
      const { width = 0, height = 0 } = await sharp(picture).metadata();
      const [left, top] = [Math.round(x - width / 2), Math.round(y - height / 2)];
      const [outLeft, outTop] = [Math.max(0, -left), Math.max(0, -top)];
      // What is larger than the frame is cut: the library places nothing beyond it.
      const input = await sharp(picture)
        .extract({
          left: outLeft,
          top: outTop,
          width: Math.min(width - outLeft, size.width - Math.max(0, left)),
          height: Math.min(height - outTop, size.height - Math.max(0, top)),
        })
        .toBuffer();
      return { input, left: Math.max(0, left), top: Math.max(0, top) };
    }),
  );
  return jpeg(
    sharp(
      await sharp({ create: { ...size, channels: 3, background: desk } })
        .composite(placed)
        .png()
        .toBuffer(),
    ),
  );
}

/** As webcams send them. */
const jpeg = (picture: Sharp): Promise<Buffer> =>
  picture.removeAlpha().jpeg({ quality: 88, chromaSubsampling: '4:2:0' }).toBuffer();

let hasWriter = false;

async function code(
  text: string,
  format: NonNullable<WriterOptions['format']>,
  scale: number,
): Promise<Buffer> {
  if (!hasWriter) {
    const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'));
    prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer } });
    hasWriter = true;
  }
  const { image, error } = await writeBarcode(text, { format, scale, addQuietZones: true });
  if (image === null) throw new Error(error);
  return sharp(Buffer.from(await image.arrayBuffer()))
    .extend({ top: 24, bottom: 24, left: 24, right: 24, background: '#ffffff' })
    .png()
    .toBuffer();
}

function display(value: string): Promise<Buffer> {
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="760" height="340"><rect width="760" height="340" rx="18" fill="#20262a"/>` +
        `<rect x="40" y="50" width="680" height="200" fill="#c7d3b8"/>` +
        `<text x="690" y="215" text-anchor="end" font-family="DejaVu Sans Mono" font-size="170" fill="#141a12">${value}</text>` +
        `<text x="60" y="310" font-family="DejaVu Sans" font-size="44" fill="#e8ece9">Pressure kPa</text></svg>`,
    ),
  )
    .png()
    .toBuffer();
}
