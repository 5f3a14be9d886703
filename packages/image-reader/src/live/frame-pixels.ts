import type { GrayImage } from '../image.ts';

/** A frame as the scanner takes it: what a camera's track gives, or a copy of what a video element shows. */
export type Frame = VideoFrame | ImageBitmap;

/** Quarter turns clockwise after which a frame is shown. Only newer browsers tell; older ones turn the pixels. */
interface TurnedFrame {
  rotation?: number;
}

const planarFormats = new Set<VideoPixelFormat | null>(['I420', 'I420A', 'I422', 'I444', 'NV12']);
const fourByteFormats = new Set<VideoPixelFormat | null>(['RGBA', 'RGBX', 'BGRA', 'BGRX']);

/** Turns frames into grey pictures, with buffers that are used again: thirty new ones a second are felt. */
export function createFramePixels(): { toGray(frame: Frame): Promise<GrayImage> } {
  let bytes = new Uint8Array(0);
  let canvas: OffscreenCanvas | undefined;

  async function fromVideoFrame(frame: VideoFrame): Promise<GrayImage> {
    const needed = frame.allocationSize();
    if (bytes.length < needed) bytes = new Uint8Array(needed);
    const [plane] = await frame.copyTo(bytes);
    const { width, height } = frame.visibleRect ?? { width: frame.codedWidth, height: frame.codedHeight };
    const { offset, stride } = plane ?? { offset: 0, stride: width };
    const turns = (((frame as TurnedFrame).rotation ?? 0) / 90) & 3;
    if (planarFormats.has(frame.format)) {
      const isFullRange = frame.colorSpace.fullRange !== false;
      return turned(lumaPlane(bytes, width, height, offset, stride, isFullRange), turns);
    }
    const redAt = frame.format === 'RGBA' || frame.format === 'RGBX' ? 0 : 2;
    return turned(lumaOfFour(bytes, width, height, offset, stride, redAt), turns);
  }

  function fromPicture(frame: Frame): GrayImage {
    const [width, height] =
      'displayWidth' in frame ? [frame.displayWidth, frame.displayHeight] : [frame.width, frame.height];
    if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('This browser gives workers no canvas to read frames from.');
    context.drawImage(frame, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    return lumaOfFour(data, width, height, 0, width * 4, 0);
  }

  return {
    async toGray(frame) {
      if ('copyTo' in frame && (planarFormats.has(frame.format) || fourByteFormats.has(frame.format)))
        return fromVideoFrame(frame);
      return fromPicture(frame);
    },
  };
}

/** Video's luma goes from 16 to 235 unless it says that it uses the whole range. */
const expanded = Uint8ClampedArray.from({ length: 256 }, (_, luma) => ((luma - 16) * 255) / 219);

function lumaPlane(
  bytes: Uint8Array,
  width: number,
  height: number,
  offset: number,
  stride: number,
  isFullRange: boolean,
): GrayImage {
  const data = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    const from = offset + y * stride;
    if (isFullRange) data.set(bytes.subarray(from, from + width), y * width);
    else for (let x = 0; x < width; x++) data[y * width + x] = expanded[bytes[from + x]!]!;
  }
  return { width, height, data };
}

/** BT.601 in 16 bit fractions. */
function lumaOfFour(
  bytes: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
  offset: number,
  stride: number,
  redAt: 0 | 2,
): GrayImage {
  const data = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    let from = offset + y * stride;
    for (let at = y * width; at < (y + 1) * width; at++, from += 4)
      data[at] =
        (19595 * bytes[from + redAt]! + 38470 * bytes[from + 1]! + 7471 * bytes[from + 2 - redAt]! + 32768) >>
        16;
  }
  return { width, height, data };
}

function turned(gray: GrayImage, quarters: number): GrayImage {
  if (quarters === 0) return gray;
  const { width, height } = gray;
  const data = new Uint8ClampedArray(width * height);
  const isOnSide = quarters % 2 === 1;
  const wide = isOnSide ? height : width;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [toX, toY] =
        quarters === 1
          ? [height - 1 - y, x]
          : quarters === 2
            ? [width - 1 - x, height - 1 - y]
            : [y, width - 1 - x];
      data[toY * wide + toX] = gray.data[y * width + x]!;
    }
  }
  return { width: wide, height: isOnSide ? width : height, data };
}
