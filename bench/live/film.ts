import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const size = { width: 1280, height: 720 };
const desk = { r: 92, g: 99, b: 95 };
const framesPerSecond = 30;
/** Frames in which the paper comes in, and in which it goes out again. */
const movingFrames = 36;
/** Pixels between two moving frames. */
const step = 30;

/** Side of the square in the frame's top left corner that is white while the picture holds still, pixels. */
export const markSide = 16;

/** A paper that is brought before the camera, held still for so many seconds and taken away, as MJPEG at 30 frames a second. */
export async function writeFilm(picture: string, heldSeconds: number, file: string): Promise<void> {
  const paper = await sharp(picture)
    .flatten({ background: '#fff' })
    .removeAlpha()
    .resize({ width: size.width - 80, height: size.height - 40, fit: 'inside' })
    .png()
    .toBuffer();
  const wide = size.width + 2 * movingFrames * step;
  const scene = await sharp({ create: { width: wide, height: size.height, channels: 3, background: desk } })
    .composite([{ input: paper }])
    .removeAlpha()
    .raw()
    .toBuffer();
  const mark = await sharp({
    create: { width: markSide, height: markSide, channels: 3, background: '#fff' },
  })
    .png()
    .toBuffer();
  const frame = async (offset: number): Promise<Buffer> => {
    const cut = await sharp(scene, { raw: { width: wide, height: size.height, channels: 3 } })
      .extract({ left: (wide - size.width) / 2 + offset, top: 0, ...size })
      .png({ compressionLevel: 0 })
      .toBuffer();
    return sharp(cut)
      .composite(offset === 0 ? [{ input: mark, left: 0, top: 0 }] : [])
      .jpeg({ quality: 90 })
      .toBuffer();
  };
  const moving: Buffer[] = [];
  for (let at = movingFrames; at > 0; at--) moving.push(await frame(at * step));
  const held = await frame(0);
  await writeFile(
    file,
    Buffer.concat([
      ...moving,
      ...Array.from({ length: heldSeconds * framesPerSecond }, () => held),
      ...moving.toReversed(),
    ]),
  );
}
