import type { GrayImage } from '../image.ts';
import type { FrameScanner } from './scan-frame.ts';

/** Widths of bars and gaps of the Code 128 symbol that says "0" (ISO/IEC 15417): start B, value 16, check 17, stop. */
const bars = '211214123122123221' + '2331112';
const size = { width: 1280, height: 720 };
const maxWarmUpMs = 400;

/**
 * Lets the decoder and the code around it run before there are frames: what runs for the first time takes ten times as
 * long as later, and the first read would wait for it. Ends as soon as `isNeeded` says no, which is asked between frames.
 */
export async function warmUp(scanner: FrameScanner, isNeeded: () => boolean): Promise<void> {
  const started = performance.now();
  const frames = [drawCode(200), drawCode(204), drawCode(208), drawCode(undefined), drawCode(212)];
  for (let at = 0; at < 20; at++) {
    // Lets messages in.
    await new Promise((resolve) => setTimeout(resolve));
    if (!isNeeded() || performance.now() - started > maxWarmUpMs) break;
    scanner.scan(frames[at % frames.length]!, at * 33, { barcodes: true, document: false });
  }
  if (isNeeded()) scanner.reset();
}

/** A frame with the code at this distance from the left, or an empty one. */
function drawCode(left: number | undefined): GrayImage {
  const { width, height } = size;
  const row = new Uint8ClampedArray(width).fill(200);
  let x = left ?? width;
  for (const [index, digit] of [...bars].entries()) {
    const end = x + 5 * Number(digit);
    if (index % 2 === 0) row.fill(40, x, end);
    x = end;
  }
  const data = new Uint8ClampedArray(width * height).fill(200);
  for (let y = 200; y < 500; y++) data.set(row, y * width);
  return { width, height, data };
}
