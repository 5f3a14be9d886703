import type { WatchReads } from '@readout/domain/watches/watch-types';
import { parseValue } from './parse-value.ts';
import type { Pixels } from './picture-change.ts';

/** What stands in a region. */
export interface ReadRegion {
  text: string | null;
  value?: number | null;
  /** 0 to 1. */
  confidence: number;
  /** Why it says nothing, in words. */
  problem?: string | undefined;
}

/** Below, a reading is a guess. */
const leastConfidence = 0.5;

/** Reads a region as its profile says; text by the engine of the page. */
export async function readRegion(
  pixels: Pixels,
  reads: WatchReads,
  readText: (picture: ImageBitmap) => Promise<ReadRegion>,
): Promise<ReadRegion> {
  const read = await readText(await enlarged(pixels));
  if (read.problem !== undefined || read.text === null) return read;
  if (reads.kind === 'text') return read;
  return typed(read.text, read.confidence, reads);
}

function typed(text: string, confidence: number, reads: WatchReads): ReadRegion {
  const parsed = parseValue(text, reads);
  if (parsed.value === null) return { text: parsed.text, value: null, confidence, problem: parsed.problem };
  if (confidence < leastConfidence)
    return { text: parsed.text, value: null, confidence, problem: 'It is too unclear to be read for sure.' };
  return { text: parsed.text, value: parsed.value, confidence };
}

/** Text detectors were trained on pages: a lone line needs a margin, and some height. */
const leastHeight = 64;
const margin = 24;

async function enlarged(pixels: Pixels): Promise<ImageBitmap> {
  const scale = Math.max(1, Math.min(4, leastHeight / pixels.height));
  const [width, height] = [Math.round(pixels.width * scale), Math.round(pixels.height * scale)];
  const source = new OffscreenCanvas(pixels.width, pixels.height);
  source.getContext('2d')?.putImageData(new ImageData(pixels.data, pixels.width, pixels.height), 0, 0);
  const canvas = new OffscreenCanvas(width + 2 * margin, height + 2 * margin);
  const context = canvas.getContext('2d');
  if (context) {
    // The margin continues what surrounds the text.
    const [red, green, blue] = pixels.data;
    context.fillStyle = `rgb(${red} ${green} ${blue})`;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(source, margin, margin, width, height);
  }
  return createImageBitmap(canvas);
}
