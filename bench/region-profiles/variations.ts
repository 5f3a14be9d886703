import sharp from 'sharp';
import type { RgbaPicture } from '../../apps/web/app/frames/edge-map.ts';
import type { Region } from '../../apps/web/app/frames/region.ts';

type Line = { box: [number, number][] };

const copy = ({ width, height, data }: RgbaPicture): RgbaPicture => ({
  width,
  height,
  data: new Uint8Array(data),
});

const rectangle = (box: [number, number][]): Region => {
  const x = Math.min(...box.map(([left]) => left));
  const y = Math.min(...box.map(([, top]) => top));
  return {
    x,
    y,
    width: Math.max(...box.map(([left]) => left)) - x,
    height: Math.max(...box.map(([, top]) => top)) - y,
  };
};

/**
 * The picture with other texts: the line at `at` and a share of all others each show the start of another line of about
 * the same height, on the ground they stand on.
 */
export function withChangedTexts(
  picture: RgbaPicture,
  lines: Line[],
  at: number,
  share: number,
): RgbaPicture {
  const result = copy(picture);
  const boxes = lines.map(({ box }) => rectangle(box));
  for (const [index, box] of boxes.entries()) {
    // The same lines for everybody, without chance.
    if (index !== at && ((index * 37) % 100) / 100 >= share) continue;
    const donors = boxes.filter(
      (each, other) => other !== index && Math.abs(each.height - box.height) <= 3 && each.width > 8,
    );
    const donor = donors[(index * 13 + 5) % Math.max(1, donors.length)];
    fill(result, box, groundOf(picture, box));
    if (!donor) continue;
    const width = Math.min(box.width, donor.width);
    const height = Math.min(box.height, donor.height);
    const from = groundOf(picture, donor);
    const onto = groundOf(picture, box);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const source = 4 * ((donor.y + y) * picture.width + donor.x + x);
        const target = 4 * ((box.y + y) * picture.width + box.x + x);
        for (let channel = 0; channel < 3; channel++)
          result.data[target + channel] = Math.min(
            255,
            Math.max(0, picture.data[source + channel]! - from[channel]! + onto[channel]!),
          );
      }
  }
  return result;
}

/** The colour just outside of the left end of a line. */
function groundOf({ width, height, data }: RgbaPicture, box: Region): [number, number, number] {
  const x = Math.max(0, box.x - 2);
  const y = Math.min(height - 1, box.y + Math.floor(box.height / 2));
  const at = 4 * (y * width + x);
  return [data[at]!, data[at + 1]!, data[at + 2]!];
}

function fill(picture: RgbaPicture, box: Region, [red, green, blue]: [number, number, number]): void {
  for (let y = box.y; y < Math.min(picture.height, box.y + box.height); y++)
    for (let x = box.x; x < Math.min(picture.width, box.x + box.width); x++) {
      const at = 4 * (y * picture.width + x);
      picture.data[at] = red;
      picture.data[at + 1] = green;
      picture.data[at + 2] = blue;
    }
}

/** A window on a larger screen that shows another picture, repeated. */
export function onDesktop(
  window: RgbaPicture,
  wallpaper: RgbaPicture,
  at: { x: number; y: number },
): RgbaPicture {
  const width = window.width + at.x + 160;
  const height = window.height + at.y + 120;
  const result: RgbaPicture = { width, height, data: new Uint8Array(width * height * 4) };
  paste(result, wallpaper, { x: 0, y: 0, width, height });
  paste(result, window, { ...at, width: window.width, height: window.height });
  return result;
}

function paste(onto: RgbaPicture, from: RgbaPicture, box: Region): void {
  for (let y = 0; y < box.height; y++)
    for (let x = 0; x < box.width; x++) {
      const source = 4 * ((y % from.height) * from.width + (x % from.width));
      const target = 4 * ((box.y + y) * onto.width + box.x + x);
      for (let channel = 0; channel < 4; channel++)
        onto.data[target + channel] = from.data[source + channel]!;
    }
}

/** Another window, or a plain grey one, over everything on one side of the region's middle. */
export function covered(
  picture: RgbaPicture,
  by: RgbaPicture | undefined,
  region: Region,
  side: 'left' | 'top',
): RgbaPicture {
  const result = copy(picture);
  const middle =
    side === 'left'
      ? { x: region.x + Math.floor(region.width / 2), y: 0 }
      : { x: 0, y: region.y + Math.floor(region.height / 2) };
  // The larger part of the surroundings, whichever side that is.
  const box: Region =
    side === 'left'
      ? middle.x > picture.width / 2
        ? { x: 0, y: 0, width: middle.x, height: picture.height }
        : { x: middle.x, y: 0, width: picture.width - middle.x, height: picture.height }
      : middle.y > picture.height / 2
        ? { x: 0, y: 0, width: picture.width, height: middle.y }
        : { x: 0, y: middle.y, width: picture.width, height: picture.height - middle.y };
  if (by) paste(result, by, box);
  else fill(result, box, [128, 128, 128]);
  return result;
}

export function inverted(picture: RgbaPicture): RgbaPicture {
  const result = copy(picture);
  for (let at = 0; at < result.data.length; at++) if (at % 4 !== 3) result.data[at] = 255 - result.data[at]!;
  return result;
}

export async function scaled({ width, height, data }: RgbaPicture, scale: number): Promise<RgbaPicture> {
  const { data: pixels, info } = await sharp(data, { raw: { width, height, channels: 4 } })
    .resize(Math.round(width * scale), Math.round(height * scale), { kernel: 'lanczos3', fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: pixels };
}
