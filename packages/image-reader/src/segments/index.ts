/**
 * Seven-segment displays: what they show, and the number it is.
 *
 * {@link readSegments} is a classical decoder without dependencies, the same in Node and browsers. It brings the region to one
 * height and contrast, searches bands, leans, widths and pitches for a chain of cells that look like segments that are lit
 * and segments that are not, lays that row exactly over the digits, and reads each cell with a small network
 * (140 samples, 40 units, trained on drawn displays only). What is known of the display goes into
 * {@link SegmentOptions}: with the number of digits and decimals more is read and less is doubted.
 * `unsure` readings come with a reason and must be shown as such, never as a value.
 *
 * {@link parseDisplayNumber} types the text of a display or of a field of a screen.
 */
export { type DisplayNumber, type DisplayNumberOptions, parseDisplayNumber } from './display-number.ts';
export type { Doubt } from './doubt.ts';
export { litSegments } from './patterns.ts';
export { readSegments } from './read-segments.ts';
export type { SegmentDigit, SegmentOptions, SegmentReading } from './segment-reading.ts';
