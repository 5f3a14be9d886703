import { checkPixels } from './decode/check-size.ts';
import type { PageHeader } from './decode/open-file.ts';
import { ImageError } from './errors.ts';

/*
 * What reading a page costs, by bench/results/budget.md. A header tells its pixels, which is what decoding, barcodes and looking for text cost
 * at least; most of the cost is the text itself, of which no header tells. So the two ends are far apart: what is
 * refused before it begins would be too much though it were blank, and what is stopped took more than such a page full of text does.
 */

/** Processor milliseconds a blank page takes at least: a third of what was measured, for machines that are faster. */
const leastMsPerMegapixel = 50;
/** Processor milliseconds that even the smallest picture may take: a slow machine, or one with much small text. */
const mostMs = 15_000;
/** And for each megapixel, which may be full of text: a dense page takes two thirds of it. */
const mostMsPerMegapixel = 10_000;
/** For each page of the file: all of them are looked through to find one. */
const mostMsPerPage = 20;

/**
 * Processor milliseconds one page may take, told by its header before anything is decoded: at most what is allowed.
 *
 * @param allowedMs what those it is read for may spend on a page
 * @throws ImageError `reader.too_costly` where it would take more than that though it were blank;
 *   `image.too_many_pixels`, `image.side_too_long`
 */
export function budgetOf({ size, pages }: PageHeader, allowedMs: number): number {
  if (size === undefined) return allowedMs;
  checkPixels(size.width, size.height);
  const megapixels = (size.width * size.height) / 1e6;
  const leastMs = megapixels * leastMsPerMegapixel;
  if (leastMs > allowedMs)
    throw tooCostly({ ...size, needed: seconds(leastMs), allowed: seconds(allowedMs) });
  return Math.min(allowedMs, mostMs + megapixels * mostMsPerMegapixel + pages * mostMsPerPage);
}

const tooCostly = (values: Record<'width' | 'height' | 'needed' | 'allowed', number>): ImageError =>
  new ImageError(
    'reader.too_costly',
    `Reading ${values.width} x ${values.height} pixels takes at least ${values.needed} s of a processor core; a page of this company may take ${values.allowed} s. It was not begun.`,
    { values },
  );

const seconds = (ms: number): number => Math.round(ms / 100) / 10;
