/** A picture that was taken, for looking at, reading and keeping. */
export interface Still {
  png: Blob;
  /** Of `png`; the code that made the still revokes it. */
  url: string;
  width: number;
  height: number;
  takenAt: Date;
}

/** Closes the bitmap. @throws Error where the picture has no room */
export async function toStill(frame: ImageBitmap): Promise<Still> {
  const { width, height } = frame;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no room for a picture of this size.');
  context.drawImage(frame, 0, 0);
  frame.close();
  const png = await canvas.convertToBlob({ type: 'image/png' });
  return { png, url: URL.createObjectURL(png), width, height, takenAt: new Date() };
}

/** The still as the engine reads it best, and how its pixels lie in it: those of the still times `scale`, plus `margin`. */
export interface ForReading {
  picture: ImageBitmap;
  scale: number;
  margin: number;
}

/** Text is found on pages: a lone line needs some height, and room around it. */
const leastHeight = 64;
const roomAround = 24;
/** Larger stills have both by themselves. */
const roomyHeight = 200;

export async function forReading({ png, width, height }: Still): Promise<ForReading> {
  const source = await createImageBitmap(png);
  if (height >= roomyHeight) return { picture: source, scale: 1, margin: 0 };
  const scale = Math.max(1, Math.min(4, leastHeight / height));
  const canvas = new OffscreenCanvas(
    Math.round(width * scale) + 2 * roomAround,
    Math.round(height * scale) + 2 * roomAround,
  );
  const context = canvas.getContext('2d');
  if (!context) return { picture: source, scale: 1, margin: 0 };
  // The margin continues what is at the corner.
  context.drawImage(source, 0, 0, 1, 1, 0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, roomAround, roomAround, Math.round(width * scale), Math.round(height * scale));
  source.close();
  return { picture: await createImageBitmap(canvas), scale, margin: roomAround };
}

/** The picture that is kept: the one that was read, so that the server reads the same. Undefined where that is the still itself. */
export async function readablePng(still: Still): Promise<Blob | undefined> {
  const { picture, margin } = await forReading(still);
  try {
    if (margin === 0) return undefined;
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    picture.close();
  }
}

/** For instance `Screen 2026-11-21 10.04.33.png`, in local time: what one looks for later. */
export function stillName(what: string, at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('.');
  // Characters some file systems refuse.
  return `${what.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'Screen'} ${day} ${time}.png`;
}

/** A small PNG or WebP of the region with some of what is around it, as a data URL of at most 48 KB. Closes the bitmap. */
export async function thumbnailOf(
  frame: ImageBitmap,
  region: { x: number; y: number; width: number; height: number },
): Promise<string> {
  const around = Math.max(24, Math.round(Math.max(region.width, region.height) * 0.4));
  const x = Math.max(0, region.x - around);
  const y = Math.max(0, region.y - around);
  const width = Math.min(frame.width, region.x + region.width + around) - x;
  const height = Math.min(frame.height, region.y + region.height + around) - y;
  let side = 320;
  try {
    for (;;) {
      const scale = Math.min(1, side / Math.max(width, height));
      const canvas = new OffscreenCanvas(
        Math.max(1, Math.round(width * scale)),
        Math.max(1, Math.round(height * scale)),
      );
      const context = canvas.getContext('2d');
      if (!context) throw new Error('This browser has no room for a picture.');
      context.imageSmoothingQuality = 'high';
      context.drawImage(frame, x, y, width, height, 0, 0, canvas.width, canvas.height);
      context.strokeStyle = '#00a673';
      context.lineWidth = 2;
      context.strokeRect(
        (region.x - x) * scale,
        (region.y - y) * scale,
        region.width * scale,
        region.height * scale,
      );
      const picture = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
      if (picture.size <= 48_000 || side < 60) return await dataUrlOf(picture);
      side = Math.round(side * 0.7);
    }
  } finally {
    frame.close();
  }
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The picture could not be kept.'));
    reader.readAsDataURL(blob);
  });
}
