import type { RgbaImage } from '../image.ts';
import type { Quad } from '../reading.ts';
import { type InkPatch, inkBeside, placeBeside } from './ink-beside.ts';

/** How far before digits a minus stands; its length and thickness, and where its middle lies, in their heights. */
const reach = 1.3;
const inwards = 0.55;
const leastLength = 0.14;
const mostLength = 0.8;
const mostThickness = 0.22;
const leastShape = 1.8;
const middleFrom = 0.33;
const middleTo = 0.67;
const leastFill = 0.6;
/** Ink of a minus over that of the digits: drawn like them, or perhaps the shadow of an unlit one. */
const sureStrength = 0.7;

/** A bar before a row of digits, at half their height and by itself: the sign that readers of digits lose most often. */
export interface SignBefore {
  place: Quad;
  /** Whether it is drawn as strongly as the digits, and alone. */
  isSure: boolean;
}

/** @param digits outline of the row, as it reads; a margin around them does no harm. */
export function signBefore(image: RgbaImage, digits: Quad): SignBefore | undefined {
  const bars = inkBeside(image, digits, 'before', { outwards: reach, inwards }).filter(isBar);
  const [bar] = bars;
  if (!bar) return undefined;
  return {
    place: placeBeside(digits, 'before', bar),
    isSure: bars.length === 1 && bar.strength >= sureStrength,
  };
}

function isBar({ near, far, top, bottom, fill, isFree }: InkPatch): boolean {
  const [length, thickness] = [far - near, bottom - top];
  const middle = (top + bottom) / 2;
  return (
    isFree &&
    length >= leastLength &&
    length <= mostLength &&
    thickness <= mostThickness &&
    length >= leastShape * thickness &&
    middle >= middleFrom &&
    middle <= middleTo &&
    fill >= leastFill
  );
}
